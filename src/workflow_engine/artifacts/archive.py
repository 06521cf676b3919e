"""A zip archive of uncompressed entries, written byte by byte.

``zipfile``, and ``numpy.savez`` with it, writes other headers under other patch levels of Python.
Here each field is a constant or a function of names and contents, so the same entries have the same
bytes under every Python. Times, versions and rights are those of numpy's archives.
"""

import struct
import zlib
from collections.abc import Iterable

LARGEST = 2**32 - 2  # bytes of an entry and of all before the directory; one more is zip64's mark
MOST = 2**16 - 2  # entries, and likewise
_LONGEST_NAME = 2**16 - 1

_VERSION = 20  # of the format: 2.0, the first with the attributes below
_MADE_BY = 3 << 8 | _VERSION  # a Unix
_DATE = 1 << 5 | 1  # the first day that the format knows: 1980-01-01, at midnight
_RIGHTS = 0o600 << 16  # to read and write for the owner
_UTF8 = 1 << 11

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")


def archive(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the bytes of an archive with these entries, in this order.

    Raises:
        ValueError: a name that a reader could not give back, or more than the format can count.
    """
    parts: list[bytes] = []
    directory: list[bytes] = []
    offset = 0
    for name, contents in entries:
        encoded = _encoded(name)
        size = len(contents)
        if size > LARGEST or offset > LARGEST:
            raise ValueError(
                f"entry {name!r} has {size} bytes and starts at {offset}; an archive holds less "
                "than 4 GiB, so spread the content over several files"
            )
        # version, flags, method (stored), time, date, checksum, packed size, size
        shared = (
            _VERSION,
            0 if name.isascii() else _UTF8,
            0,
            0,
            _DATE,
            zlib.crc32(contents),
            size,
            size,
            len(encoded),
            0,
        )
        local = _LOCAL.pack(b"PK\3\4", *shared) + encoded
        # and no comment, the first disk, no attributes of the content, rights, place
        central = _CENTRAL.pack(b"PK\1\2", _MADE_BY, *shared, 0, 0, 0, _RIGHTS, offset)
        parts += local, contents
        directory.append(central + encoded)
        offset += len(local) + size
    length = sum(map(len, directory))
    count = len(directory)
    if count > MOST or offset > LARGEST or length > LARGEST:
        raise ValueError(
            f"{count} entries with {offset} bytes; an archive holds at most {MOST} entries and "
            "less than 4 GiB, so spread the content over several files"
        )
    end = _END.pack(b"PK\5\6", 0, 0, count, count, length, offset, 0)
    return b"".join([*parts, *directory, end])


def _encoded(name: str) -> bytes:
    """Return the bytes of a name."""
    encoded = name.encode()
    if "\0" in name or len(encoded) > _LONGEST_NAME:
        raise ValueError(
            f"the name {name[:40]!r} has a null byte or more than {_LONGEST_NAME} bytes"
        )
    return encoded
