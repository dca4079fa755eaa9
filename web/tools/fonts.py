"""Make the page's fonts from those of two npm packages: python web/tools/fonts.py FOLDER

FOLDER has @fontsource/alegreya and @fontsource/alegreya-sans unpacked as `alegreya` and `alegreya-sans` (`npm pack`).
Needs fonttools and brotli. Kept are Latin letters and what the page writes besides; figures are lining ones, and all
of one width in texts, so that no style sheet has to ask for them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

KEPT = (
    "U+0020-007E,U+00A0,U+00A3,U+00A7,U+00A9,U+00AB,U+00B0,U+00B1,U+00B7,U+00BB-00FF,U+0131,U+0152,U+0153,U+2013,"
    "U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+2033,U+20AC,U+2122,U+2190-2193,U+2212,U+2215"
)
FONTS = {
    "alegreya-700": ("alegreya/files/alegreya-latin-700-normal.woff2", ("lnum",)),
    "alegreya-sans-500": ("alegreya-sans/files/alegreya-sans-latin-500-normal.woff2", ("lnum", "tnum")),
    "alegreya-sans-700": ("alegreya-sans/files/alegreya-sans-latin-700-normal.woff2", ("lnum", "tnum")),
}


def substituted(font: TTFont, feature: str) -> dict[str, str]:
    """The glyphs that a feature puts in the place of others, one for one."""
    table = font["GSUB"].table
    records = (record for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature)
    lookups = {at for record in records for at in record.Feature.LookupListIndex}
    found: dict[str, str] = {}
    for at in sorted(lookups):
        for part in table.LookupList.Lookup[at].SubTable:
            found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def make(source: Path, features: tuple[str, ...], target: Path) -> None:
    font = TTFont(source)
    for feature in features:
        other = substituted(font, feature)
        for table in font["cmap"].tables:
            for code in range(ord("0"), ord("9") + 1):
                if code in table.cmap:
                    table.cmap[code] = other.get(table.cmap[code], table.cmap[code])
    kept = ["kern", "liga", "mark", "mkmk", "ccmp", "locl"]
    options = subset.Options(flavor="woff2", hinting=False, desubroutinize=True, layout_features=kept)
    cut = subset.Subsetter(options)
    cut.populate(unicodes=subset.parse_unicodes(KEPT))
    cut.subset(font)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    for name, (file, features) in FONTS.items():
        make(Path(sys.argv[1]) / file, features, Path(__file__).parents[1] / "src" / "fonts" / f"{name}.woff2")
