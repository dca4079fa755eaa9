/** The coat of arms of an army, on a shield. */
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { type Coat, SHIELD, blazonOf } from "../table/heraldry";

export function CoatOfArms({ coat }: { coat: Coat }): JSX.Element {
  const cut = useId();
  const { field, parts } = blazonOf(coat);
  return (
    <svg class="coat" viewBox="-118 -118 236 266" aria-hidden="true">
      <clipPath id={cut}>
        <path d={SHIELD} />
      </clipPath>
      <path d={SHIELD} fill={field} />
      <g clip-path={`url(#${cut})`}>
        {parts.map(({ path, fill }, index) => (
          <path key={index} d={path} fill={fill} fill-rule="evenodd" />
        ))}
        <path d="M-100,-100H0V130C-50,110 -100,70 -100,10Z" fill="#fff" opacity=".12" />
      </g>
      <path d={SHIELD} fill="none" stroke="#1c150e" stroke-width="14" stroke-linejoin="round" />
      <path d={SHIELD} fill="none" stroke={coat.metal} stroke-width="5" stroke-linejoin="round" />
    </svg>
  );
}
