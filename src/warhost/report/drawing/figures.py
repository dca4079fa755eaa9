"""Models as they look from above, by troop, mount and people: all models of a unit together, one path for each layer.

The figures are in `look/figures.json`; the page draws them in the same way (`web/src/table/figures.ts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from math import cos, radians, sin, sqrt
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from warhost.play.shown.cards import Look
from warhost.report.drawing.art import Placing, hash_of, mixed, placed_at, put, random_from
from warhost.report.drawing.heraldry import Coat
from warhost.report.drawing.sheet import INCH

Figure: TypeAlias = dict[str, str]
Nature: TypeAlias = Literal["foot", "mount", "small", "big", "long"]


class Race(msgspec.Struct, frozen=True):
    """A people: heads by layer, colours, and how broad its bodies are."""

    head: Figure
    skin: str
    helm: str
    wide: float
    hair: str = ""


class Library(msgspec.Struct, frozen=True):
    """All figures, with the layers and inks that they are drawn in."""

    layers: tuple[str, ...]
    inks: dict[str, str]
    hides: tuple[str, ...]
    hide_of: dict[str, tuple[str, ...]]
    nature: dict[str, tuple[float, float]]
    scale: dict[str, float]
    races: dict[str, Race]
    headgear: dict[str, Figure]
    foot: dict[str, Figure]
    riders: dict[str, Figure]
    mounts: dict[str, Figure]
    small: dict[str, Figure]
    big: dict[str, Figure]
    long: dict[str, Figure]


LIBRARY = msgspec.json.decode(files("warhost.report.look").joinpath("figures.json").read_bytes(), type=Library)
_ENGINES = ("cannon", "bolt", "stone")
_SHADED = ("m", "n", "b", "c", "k", "h", "o")
"""The layers of what stands up and casts a shadow."""


class Model(NamedTuple):
    """A model around the middle of its unit, front up, in inches. `role`: it is no plain one."""

    x: float
    y: float
    turn: float
    width: float
    depth: float
    role: str = ""


def nature_of(look: Look) -> Nature:
    """How a figure fills its base."""
    if look.mount:
        return "mount"
    if look.kind in LIBRARY.big:
        return "big"
    if look.kind in LIBRARY.long:
        return "long"
    return "small" if look.kind in LIBRARY.small else "foot"


def tiled(width: float, depth: float, look: Look) -> list[Model]:
    """Models on one base for all of them: as many as fit at their natural size, never stretched."""
    wide, deep = LIBRARY.nature[nature_of(look)]
    files_, ranks = max(1, int(width / wide + 0.5)), max(1, int(depth / deep + 0.5))
    w, d = width / files_, depth / ranks
    return [
        Model((at % files_ + 0.5) * w - width / 2, (at // files_ + 0.5) * d - depth / 2, 0.0, w, d)
        for at in range(files_ * ranks)
    ]


def layers_of(models: Sequence[Model], look: Look, name: str) -> dict[str, str]:
    """Layer by layer the paths of all models of a unit, in units of the sheet around its middle."""
    drawn: dict[str, str] = {}
    random = random_from(hash_of(name))
    race, nature = LIBRARY.races[look.race], nature_of(look)
    manned = [one for machine in models for one in _served(machine)] if look.kind in _ENGINES else models
    for model in manned:
        own: Nature = "foot" if model.role else nature
        # Monsters and machines stand still; troops are never dressed to the inch.
        loose = 0 if own in ("big", "long") else 1
        turn = model.turn + (random() - 0.5) * 9 * loose
        scale = _size(own, model.width, model.depth)
        if own == "foot":
            scale *= sqrt(race.wide) * (1 + (random() - 0.5) * 0.06)
        x = model.x * INCH + (random() - 0.5) * model.width * INCH * 0.07 * loose
        y = model.y * INCH + (random() - 0.5) * model.depth * INCH * 0.07 * loose
        here, other = placed_at(x, y, turn, scale), random() > 0.55
        if own == "mount":
            _add(drawn, LIBRARY.mounts.get(look.mount, LIBRARY.mounts["horse"]), here, other)
        figure = _figure(look, own, model.role)
        _add(drawn, figure, here, other)
        if own in ("foot", "mount"):
            back = 0.2 * scale if own == "mount" else 0.0
            at = (x - back * sin(radians(turn)), y + back * cos(radians(turn)))
            head = LIBRARY.headgear.get(figure.get("headgear", ""), race.head)
            _add(drawn, head, placed_at(*at, turn, scale * (0.92 if own == "mount" else 1)), other)
    return drawn


def _add(drawn: dict[str, str], figure: Figure, place: Placing, other: bool) -> None:
    for layer, path in figure.items():
        if layer != "headgear":
            into = "n" if layer == "m" and other else layer
            drawn[into] = drawn.get(into, "") + put(path, place)


def _served(model: Model) -> Iterator[Model]:
    """A machine and those who serve it, on one base."""
    size = min(model.width, model.depth)
    if size < 1.2:
        yield model
        return
    s, c = sin(radians(model.turn)), cos(radians(model.turn))

    def about(right: float, back: float, role: str, scale: float) -> Model:
        x, y = model.x + right * c - back * s, model.y + right * s + back * c
        return Model(x, y, model.turn + (right * 14 if role else 0), scale, scale, role)

    yield about(0, -size * 0.1, "", size * 0.84)
    for right, back in ((-0.34, 0.3), (0.34, 0.26), (0.02, 0.4)):
        yield about(size * right, size * back, "crew", size * 0.36)


def _size(nature: Nature, width: float, depth: float) -> float:
    long = nature in ("mount", "long")
    half = min(width / 2, depth / 4) if long else min(width, depth) / 2
    # On a base that is as wide as it is deep a rider is as long as that.
    whole = depth / 3.4 if long and depth < width * 1.3 else half
    return max(half, whole) * INCH * LIBRARY.scale[nature]


def _figure(look: Look, nature: Nature, role: str) -> Figure:
    if role:
        return LIBRARY.foot.get(role, LIBRARY.foot["sword"])
    if nature == "mount":
        like = "bow" if look.kind in ("cross", "javelin") else "spear"
        return LIBRARY.riders.get(look.kind, LIBRARY.riders[like])
    for part in (LIBRARY.big, LIBRARY.long, LIBRARY.small, LIBRARY.foot):
        if look.kind in part:
            return part[look.kind]
    return LIBRARY.foot["sword"]


def silhouette(layers: dict[str, str]) -> str:
    """The shadow that the bodies of figures cast."""
    return "".join(layers.get(layer, "") for layer in _SHADED)


@lru_cache(maxsize=1024)
def palette_of(coat: Coat, look: Look, name: str) -> dict[str, str]:
    """The colours of a unit: its army's coat gives cloth, shields and trappings, its people skin and metal."""
    random = random_from(hash_of(f"{name}p"))
    race = LIBRARY.races[look.race]
    cloth = mixed(coat.field, coat.other, 0 if random() < 0.5 else 0.35)
    shield = coat.metal if random() < 0.5 else mixed(coat.field, "#ffffff", 0.12)
    hides = LIBRARY.hide_of.get(look.mount if look.mount in LIBRARY.hide_of else look.kind, LIBRARY.hides)
    hide = hides[int(random() * len(hides))]
    dead, bony = look.race == "undead", look.race == "undead" and bool(look.mount)
    tree, winged = look.kind == "tree", look.kind in ("dragon", "bird")
    return {
        **LIBRARY.inks,
        "c": mixed(cloth, "#3a382f", 0.5) if dead else "#4d6b33" if tree else cloth,
        "b": "#5f8040" if tree else mixed(hide, coat.field, 0.55) if winged else coat.other,
        "s": shield,
        "p": coat.metal,
        "m": mixed(hide, "#d8d2b4", 0.55) if bony else hide,
        "n": mixed(hide, "#d8d2b4", 0.3) if bony else mixed(hide, "#000000", 0.16),
        "k": race.skin,
        "h": race.helm,
        "r": race.hair or LIBRARY.inks["r"],
    }


def drawn_figures(models: Iterable[Model], look: Look, name: str, coat: Coat) -> str:
    """The models of a unit in the colours of their army, as SVG."""
    layers, colours = layers_of(tuple(models), look, name), palette_of(coat, look, name)
    thick = 1.5 if nature_of(look) in ("foot", "mount") else 2
    parts = [f'<path class="under" d="{silhouette(layers)}"/>']
    for layer in LIBRARY.layers:
        if layer not in layers:
            continue
        if layer == "w":
            parts.append(
                f'<path class="fig shaft" d="{layers[layer]}" stroke="{colours["w"]}" stroke-width="{thick}"/>'
            )
        else:
            parts.append(f'<path class="fig" d="{layers[layer]}" fill="{colours[layer]}"/>')
    return "".join(parts)


__all__ = ["LIBRARY", "Model", "drawn_figures", "layers_of", "nature_of", "palette_of", "silhouette", "tiled"]
