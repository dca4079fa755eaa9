"""A season as somebody may see it: its page, its players, its battles, and what is asked of those who look."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Literal

import msgspec

from warhost.campaign import ORGANISER, Admits, Fixture, Fought, Opens, in_words
from warhost.campaign.showing import Card, Game, Page
from warhost.play.shown.cards import OptionCard
from warhost.players import player_names
from warhost.rulesets import ruleset, slugs
from warhost.server import messages as m
from warhost.server.seasons.claims import Claim
from warhost.server.seasons.room import SeasonRoom, question_id
from warhost.server.seasons.setting_up import TAKE_BACKS, all_settings, form_of
from warhost.server.seasons.store import KeptSeason, Player, Timer
from warhost.server.shown.levels import title_of

__all__ = ["fixtures_of", "listed", "shown"]


def shown(room: SeasonRoom, you: Collection[int]) -> m.SeasonShown:
    """The season as the players `you` may see it, the organiser (-1) among them; nobody: as everybody may."""
    kept, season = room.kept, room.season
    over = kept.standing.over
    campaign = room.campaign
    opens = campaign if isinstance(campaign, Opens) else None
    return m.SeasonShown(
        id=kept.id,
        title=kept.title,
        campaign=kept.campaign,
        campaign_title=campaign.title,
        ruleset=kept.ruleset,
        ruleset_title=ruleset(kept.ruleset).title if kept.ruleset in slugs() else kept.ruleset,
        version=room.version,
        brings="" if opens is None else opens.brings,
        agreed=() if opens is None else tuple(_agreed(opens, kept)),
        you=tuple(sorted(player for player in you if player != ORGANISER)),
        organiser=ORGANISER in you,
        waits=kept.waits,
        over=over,
        page=_page(kept),
        players=tuple(_player(room, number, one) for number, one in enumerate(kept.players)),
        fixtures=tuple(fixtures_of(room)),
        questions=tuple(_questions(room, you)),
        waiting_for=room.waiting if season is not None else (),
        timer=None if kept.timer is None else _timer(kept.timer),
        commitment=kept.commitment,
        seed=kept.seed if over else "",
        note=room.note,
        takes_more=_takes_more(room, opens),
        imported=kept.origin,
    )


def _page(kept: KeptSeason) -> Page | None:
    """The page of the season; of one that came from a file, with what nobody here can vouch for."""
    page = kept.standing.page
    if page is None or not kept.origin:
        return page
    start = "As agreed" if kept.origin == "agreed" else "Settings and armies as the file has them, unproved"
    lines = (
        ("How it began", start),
        ("Dice before the import", "As the file has them, unproved"),
        ("Results", "With the record of a battle that replays to them, or marked as entered by hand"),
    )
    return msgspec.structs.replace(page, cards=(*page.cards, Card("Imported from a file", lines)))


def _takes_more(room: SeasonRoom, opens: Opens | None) -> bool:
    """Whether one more player may come: before the beginning always, later if the campaign lets them."""
    if opens is None or len(room.kept.players) >= min(opens.sizes[1], m.MOST_PLAYERS):
        return False
    if room.kept.waits:
        return True
    season = room.season
    return (
        season is not None
        and not season.over
        and isinstance(room.campaign, Admits)
        and not room.campaign.why_closed(season.state)
    )


def listed(kept: KeptSeason, mine: tuple[int, ...], confirming: Collection[int]) -> m.SeasonListed:
    """A season in the list of those that somebody has keys of; results wait for those who are `confirming`."""
    return m.SeasonListed(
        id=kept.id,
        title=kept.title,
        campaign=kept.campaign,
        ruleset=kept.ruleset,
        stage=kept.standing.stage,
        over=kept.standing.over,
        waits=kept.waits,
        created=kept.created,
        updated=kept.updated,
        your_players=tuple(player for player in mine if player != ORGANISER),
        organiser=ORGANISER in mine,
        your_move=any(player in kept.standing.asked or player in confirming for player in mine),
    )


def _agreed(opens: Opens, kept: KeptSeason) -> Iterator[tuple[str, str]]:
    """What the players agreed on, in words."""
    # Settings of a file from which its season did not begin say nothing about it.
    cards = (TAKE_BACKS,) if kept.origin == "told" else all_settings(opens, kept.ruleset)
    for card in cards:
        value = kept.settings.get(card.name, card.default)
        yield card.name.replace("_", " ").capitalize(), _in_words(card, value)


def _in_words(card: OptionCard, value: bool | int | str) -> str:
    named = card.names.get(str(value).lower() if isinstance(value, bool) else str(value))
    if named is not None:
        return named
    return ("Yes" if value else "No") if isinstance(value, bool) else str(value)


def _player(room: SeasonRoom, number: int, one: Player) -> m.PlayerShown:
    page = room.kept.standing.page
    names = () if page is None else page.players
    return m.PlayerShown(
        name=names[number] if number < len(names) else one.entrant.name or f"Player {number + 1}",
        player=one.player,
        title=title_of(one.player),
        army=one.entrant.army,
        ready=one.chosen or one.player in player_names(),
        asked=number in room.waiting,
    )


def _questions(room: SeasonRoom, you: Collection[int]) -> Iterator[m.SeasonQuestion]:
    """What is asked of them. Nobody learns what others are asked: they may be asked in secret."""
    season = room.season
    if season is None:
        return
    for ask in season.pending:
        player = ask.question.seat
        if player in you and season.ask_of(player) is ask:
            yield m.SeasonQuestion(player, question_id(season, ask), ask.weighed())


def _timer(timer: Timer) -> m.TimerShown:
    gone = (datetime.now(UTC) - datetime.fromisoformat(timer.started)).total_seconds()
    return m.TimerShown(timer.minutes, max(0.0, timer.minutes * 60.0 - max(0.0, gone)))


def fixtures_of(room: SeasonRoom) -> Iterator[m.FixtureShown]:
    """All battles of the season, as its page orders them; what the page does not have follows."""
    page, season = room.kept.standing.page, room.season
    known: dict[str, list[Fought | Fixture]] = {}
    for fought in () if season is None else season.fought:
        known.setdefault(fought.fixture.key, []).append(fought)
    for fixture in () if season is None else season.fixtures:
        known.setdefault(fixture.key, []).append(fixture)
    seen: dict[str, int] = {}
    for game in () if page is None else page.games:
        again = seen.get(game.fixture, 0)
        seen[game.fixture] = again + 1
        found = known.get(game.fixture, [])
        yield _fixture(room, game, found[again] if again < len(found) else None, again)
    for key, found in known.items():
        for again in range(seen.get(key, 0), len(found)):
            one = found[again]
            fixture = one.fixture if isinstance(one, Fought) else one
            yield _fixture(room, Game(fixture=key, title=fixture.title, players=fixture.players), one, again)


def _fixture(room: SeasonRoom, game: Game, one: Fought | Fixture | None, again: int) -> m.FixtureShown:
    """A battle as the page of the season has it, with what the server knows of it."""
    occasion = (game.fixture, again)
    battle = room.battles.get(occasion, "")
    state: Literal["open", "fighting", "done"] = "fighting" if battle else "open"
    winners, scores, text, number = game.winners, game.scores, game.text, None
    seal = game.seal
    if isinstance(one, Fought):
        outcome = one.result.outcome
        state, number, seal = "done", one.number, one.result.seal
        winners = winners or tuple(game.players[seat] for seat in outcome.winners if seat < len(game.players))
        scores = scores or tuple(f"{score:g}" for score in outcome.score)
        text = text or outcome.text
    elif one is None and (game.done or room.season is None):
        state = "done" if game.done else "open"
    return m.FixtureShown(
        key=game.fixture,
        title=game.title or game.fixture,
        players=game.players,
        round=game.round,
        table=game.table,
        state=state,
        battle=battle,
        number=number,
        winners=winners,
        scores=scores,
        text=text,
        by_hand=state == "done" and len(game.players) > 1 and not seal,
        computers=bool(game.players) and all(room.computer(player) for player in game.players),
        problem=room.problems.get(occasion, ""),
        pending=_pending(room, game, one, room.claims.get(occasion)) if state != "done" else None,
    )


def _pending(room: SeasonRoom, game: Game, one: Fought | Fixture | None, claim: Claim | None) -> m.PendingShown | None:
    """A result that waits to be confirmed, for the players of the season."""
    if claim is None:
        return None
    outcome = claim.result.outcome
    return m.PendingShown(
        id=claim.id,
        by=claim.by,
        waits_for=claim.waits,
        disputed=claim.disputed,
        winners=tuple(game.players[seat] for seat in outcome.winners if seat < len(game.players)),
        scores=tuple(f"{score:g}" for score in outcome.score),
        text=outcome.text,
        told=tuple(_told(room, one, claim)) if isinstance(one, Fixture) else (),
    )


def _told(room: SeasonRoom, fixture: Fixture, claim: Claim) -> Iterator[tuple[str, str]]:
    """What else a result says, by the fields of its form: nobody confirms what they cannot see."""
    played = room.played
    for field, text in in_words(form_of(room.campaign, played, fixture), claim.result.told):
        whose = "" if field.seat is None else played.state.players[fixture.players[field.seat]]
        yield field.label if whose in field.label else f"{whose}: {field.label}", text
