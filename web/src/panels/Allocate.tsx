/** Sharing out: each pool completely between its targets. */
import type { JSX } from "preact";
import { bounds, confirmShares, share, shares } from "../state/making";
import { eyed } from "../state/table";
import type { Allocate, Pool } from "../net/types";
import { oddsText } from "../state/odds";
import { words } from "../words";

export function AllocatePanel({ asked }: { asked: Allocate }): JSX.Element {
  const open = asked.pools.some((pool) => restOf(pool) !== 0);
  return (
    <div class="allocate">
      {asked.pools.map((pool) => (
        <PoolRow key={pool.key} pool={pool} />
      ))}
      <div class="actions">
        <button type="button" class="primary" disabled={open} onClick={confirmShares}>
          {words.allocate.confirm} <kbd>Enter</kbd>
        </button>
      </div>
    </div>
  );
}

function restOf(pool: Pool): number {
  return pool.count - Object.values(shares.value[pool.key] ?? {}).reduce((sum, count) => sum + count, 0);
}

function PoolRow({ pool }: { pool: Pool }): JSX.Element {
  const given = shares.value[pool.key] ?? {};
  const rest = restOf(pool);
  return (
    <div class="pool" role="group" aria-label={pool.label}>
      <p>
        <b>{pool.count}</b> {pool.label} <span class={rest === 0 ? "quiet" : "bad"}>{words.allocate.left(rest)}</span>
      </p>
      {pool.targets.map((target) => {
        const count = given[target.key] ?? 0;
        const { least, most, why } = bounds(pool, target.key);
        const bounded = words.allocate.bounds(least, most < pool.count ? most : null);
        return (
          <div key={target.key} class="stepper" onPointerEnter={() => (eyed.value = target.key)}>
            <span class="name">
              {target.label}
              {target.odds?.map((one) => (
                <span key={one.label} class="odds">
                  <b>{oddsText(one)}</b> {one.label}
                </span>
              ))}
              {bounded && (
                <span class="told" title={why}>
                  {bounded}
                  {why && <span class="visually-hidden">: {why}</span>}
                </span>
              )}
            </span>
            <button type="button" aria-label={words.allocate.less(target.label)} disabled={count <= least} onClick={() => share(pool.key, target.key, count - 1)}>
              −
            </button>
            <output>{count}</output>
            <button type="button" aria-label={words.allocate.more(target.label)} disabled={rest <= 0 || count >= most} onClick={() => share(pool.key, target.key, count + 1)}>
              +
            </button>
            <button type="button" disabled={rest <= 0 || count >= most} onClick={() => share(pool.key, target.key, Math.min(most, count + rest))}>
              {words.allocate.all}
            </button>
          </div>
        );
      })}
    </div>
  );
}
