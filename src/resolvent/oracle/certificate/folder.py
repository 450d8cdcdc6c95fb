"""The folder of a certificate: it appears as a whole or not at all, and holds nothing else."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from resolvent.errors import InputError

__all__ = ["CERTIFICATE", "MAP", "RULES", "files_of", "new_folder", "read_file"]

CERTIFICATE = "certificate.json"
MAP = "map.toml"
RULES = "rules"
"""The folder of copies of somebody's own rulebooks and rule files."""

_OURS = re.compile(r"certificate\.json|map\.toml|stage-[1-9]\d*\.(cnf|drup)|rules/.+")


def files_of(folder: Path) -> frozenset[str]:
    """The files in a folder and the folders in it, ``"rules/my.toml"``; hidden ones are passed over.

    Raises:
        InputError: it cannot be read.
    """

    def refuse(error: OSError) -> None:
        raise error

    found = set()
    try:
        for parent, folders, files in os.walk(folder, onerror=refuse):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found |= {
                (Path(parent) / name).relative_to(folder).as_posix()
                for name in files
                if not name.startswith(".")
            }
    except OSError as error:
        raise InputError(f"cannot be read: {_reason(error)}", str(folder)) from None
    return frozenset(found)


def read_file(path: Path) -> bytes:
    """The bytes of a plain file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe could keep us waiting for ever
            raise InputError("is no file", str(path))
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {_reason(error)}", str(path)) from None
    except ValueError:
        raise InputError("is no name of a file", repr(str(path))) from None


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Make a folder that takes its name, and the place of an older certificate, when all is written.

    Args:
        folder: its name; what is there must be an empty folder or a certificate and nothing else.

    Yields:
        The folder to write to.

    Raises:
        InputError: it cannot be written, or something else is there.
    """
    try:
        target = Path(os.path.realpath(folder))
        _check_free(target, folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=".resolvent-", dir=target.parent))
        try:
            yield fresh
            fresh.chmod(_mode(target))
            _swap(fresh, target)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError as error:
        raise InputError(f"cannot be written: {_reason(error)}", str(folder)) from None


def _check_free(target: Path, shown: Path) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise InputError("is no folder", str(shown))
    if Path.cwd().is_relative_to(target):
        raise InputError("is the folder you are in, and is replaced as a whole; name one in it", str(shown))
    names = sorted(p.relative_to(target).as_posix() for p in target.rglob("*") if not p.is_dir())
    other = next((name for name in names if not _OURS.fullmatch(name)), "")
    if other or (names and CERTIFICATE not in names):
        raise InputError(f"is replaced as a whole, but holds '{other or names[0]}'", str(shown))


def _swap(fresh: Path, target: Path) -> None:
    if not target.exists():
        fresh.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=".resolvent-", dir=target.parent))
    try:
        target.rename(old / "old")
        try:
            fresh.rename(target)
        except OSError:
            (old / "old").rename(target)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _mode(target: Path) -> int:
    """The permissions a folder has, or would get as a new one."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o777 & ~mask


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
