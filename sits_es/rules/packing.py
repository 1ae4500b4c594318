"""Boards as bytes, for a system whose board is one value that JSON can hold."""

from __future__ import annotations

import zlib
from functools import cached_property
from typing import Generic, TypeVar

import msgspec

Board = TypeVar("Board")


class Packing(Generic[Board]):
    """Packs the working boards of one system for snapshots; what a board holds comes back in the order it had."""

    def __init__(self, board: type[Board]) -> None:
        self._board = board

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Board]:
        return msgspec.json.Decoder(self._board)

    def pack(self, board: Board) -> bytes:
        """A working board as bytes, all of it."""
        return zlib.compress(msgspec.json.encode(board), level=1)

    def unpack(self, packed: bytes) -> Board:
        """A working board from its bytes. Raises ValueError for others."""
        try:
            return self._decoder.decode(zlib.decompress(packed))
        except zlib.error as fault:
            raise ValueError(str(fault)) from fault
