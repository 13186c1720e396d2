"""Write a file beside its final name, so that the name never stands for a part of it."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO


class Replacement:
    """Hold a file that is being written and has not its final name yet.

    A pipe or a device is written to at once, for there is nothing to put in its place.

    Parameters
    ----------
    name : str
        The final name; a link goes on pointing to the file that is replaced.

    Attributes
    ----------
    file : binary file
        What to write to.

    Raises
    ------
    OSError
        If it cannot be made; the message says why.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._target = Path(os.path.realpath(name))
        try:
            self._mode = self._target.stat().st_mode if self._target.exists() else None
            self._temporary = self._beside()
            self.file: BinaryIO = self._open()
        except OSError as error:
            raise self.sentence(error) from None

    def commit(self) -> None:
        """Give the file its final name, once all of it is on the disk.

        Raises
        ------
        OSError
            If that fails; whatever had the name before is unchanged.
        """
        try:
            self.file.flush()
            if self._temporary is not None:
                os.fsync(self.file.fileno())
                self.file.close()
                if self._mode is not None:
                    self._temporary.chmod(stat.S_IMODE(self._mode))
                os.replace(self._temporary, self._target)
        except OSError as error:
            raise self.sentence(error) from None
        finally:
            self.discard()

    def discard(self) -> None:
        """Close the file and remove it, if it has not its final name."""
        try:
            self.file.close()
        except OSError:
            # What is still in the buffer is not wanted any more.
            pass
        finally:
            if self._temporary is not None:
                self._temporary.unlink(missing_ok=True)

    def sentence(self, error: OSError) -> OSError:
        """Say in a sentence why the file could not be written.

        Parameters
        ----------
        error : OSError
            What the system said.

        Returns
        -------
        OSError
            Of the same class.
        """
        return type(error)(f"cannot save to {self._name!r}: {self._why(error)}")

    def _beside(self) -> Path | None:
        if self._mode is None or stat.S_ISREG(self._mode):
            return self._target.with_name(f".{self._target.name[:200]}.{secrets.token_hex(8)}.tmp")
        if stat.S_ISDIR(self._mode):
            raise IsADirectoryError(errno.EISDIR, "is a directory", self._name)
        return None

    def _open(self) -> BinaryIO:
        if self._temporary is None:
            return open(self._target, "wb")
        return open(self._temporary, "xb")

    def _why(self, error: OSError) -> str:
        parent = self._target.parent
        if isinstance(error, IsADirectoryError):
            return "it is a directory; add the name of a file"
        if isinstance(error, PermissionError):
            return "writing in its directory is not permitted; choose another"
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            # Some directories, such as /proc, refuse a new file as if they were not there.
            if parent.is_dir():
                return f"the directory {str(parent)!r} takes no new file; choose another"
            return f"there is no directory {str(parent)!r}; make it first"
        return error.strerror or str(error)
