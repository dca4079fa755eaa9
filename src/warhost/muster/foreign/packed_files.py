"""The text of a player's own file, also where it is packed: list builders write rosters as a zip with one file in it.

A few kilobytes can unpack to gigabytes; what is more than a roster can be is refused, and never unpacked whole.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from warhost.muster.files.army_text import DataError

__all__ = ["text_of_file"]

MOST_BYTES = 20_000_000
"""What a file may unpack to: the largest catalogues have six million."""
MOST_FILES = 20

_ZIP = b"PK\x03\x04"
_OTHERS = {
    b"%PDF": "is a PDF, which shows a list but does not hold it as data",
    b"\x89PNG": "is a picture",
    b"\xff\xd8\xff": "is a picture",
    b"\x1f\x8b": "is packed with gzip: unpack it first",
    _ZIP: "is a zip in a zip: unpack it first",
}
"""Files of other kinds by how they begin, and what to say of them."""


def text_of_file(data: bytes, name: str) -> str:
    """The text of a file; of a zip, that of the only file in it. Raises DataError if it is none."""
    if data.startswith(_ZIP):
        data = _unpacked(data, name)
    if data.startswith(tuple(_OTHERS)):
        raise _refusal(data, name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            pass
    raise _refusal(data, name)


def _refusal(data: bytes, name: str) -> DataError:
    """Say what a file is that holds no text."""
    told = next((said for start, said in _OTHERS.items() if data.startswith(start)), "is not UTF-8 text")
    return DataError([f"{name}: {told}. Export the list from your list builder as a file or as text, and use that."])


def _unpacked(data: bytes, name: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = [one for one in packed.infolist()[: MOST_FILES + 1] if not one.is_dir()]
            if len(files) != 1:
                many = f"more than {MOST_FILES}" if len(files) > MOST_FILES else len(files)
                raise DataError([f"{name}: this zip contains {many} files: a zipped roster has one."])
            with packed.open(files[0]) as inside:
                found = inside.read(MOST_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, OSError):
        # RuntimeError: it has a password; NotImplementedError: it is packed in a way that nobody uses.
        raise DataError([f"{name}: this zip is damaged or has a password: save the roster again."]) from None
    if len(found) > MOST_BYTES:
        raise DataError(
            [f"{name}: unpacks to more than {MOST_BYTES // 1_000_000} million bytes: no real roster is that long."]
        )
    return found
