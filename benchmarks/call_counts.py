"""Counts what some work calls and how many arrays it makes. A busy machine changes none of these numbers.

Python's profiler sees each call of a Python function, from Python or from compiled code, and each time that a generator
goes on. It sees each call of a C function or method from Python. It does not see calls of types (``list(x)``), of
compiled functions, and those that compiled code makes of C functions: `instructions.py` counts what all of these cost.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np
from attrs import Factory, frozen

ROOT = Path(__file__).resolve().parent.parent


Function = tuple[str, int, str]
"""The file of a Python function, its line, and its name."""


@frozen
class Calls:
    """The calls of some work. python: by function. c: by the module, or the type of the object, by the name of the C
    function, and by the Python function that calls it."""

    python: Counter[Function] = Factory(Counter)
    c: Counter[tuple[Any, str, Function]] = Factory(Counter)

    @property
    def regex(self) -> int:
        """The calls of methods of compiled regular expressions."""
        return sum(number for (owner, _name, _caller), number in self.c.items() if owner is re.Pattern)

    def most(self, functions: int) -> list[tuple[str, int]]:
        """The functions that are called most, with their calls; a C function once for each function that calls it."""
        named = Counter({_named(function): number for function, number in self.python.items()})
        for (owner, name, caller), number in self.c.items():
            named[f"{getattr(owner, '__name__', owner)}.{name}, called by {_named(caller)}"] += number
        return sorted(named.items(), key=lambda call: (-call[1], call[0]))[:functions]


def _named(function: Function) -> str:
    file, line, name = function
    path = Path(file)
    within = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-2:])
    return f"{name} ({within.as_posix()}:{line})"


def count_calls(work: Callable[[], object], harness: frozenset[str] = frozenset()) -> Calls:
    """The calls that `work` makes, without those of and in functions of the files `harness`."""
    calls = Calls()
    python, c = calls.python, calls.c
    excluded = harness | {__file__}

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event not in ("call", "c_call") or code.co_filename in excluded:
            return
        function = code.co_filename, code.co_firstlineno, code.co_name
        if event == "call":
            python[function] += 1
            return
        owner = argument.__self__
        if owner is None:
            owner = argument.__module__
        elif not issubclass(type(owner), (type, ModuleType)):
            owner = type(owner)
        c[owner, argument.__name__, function] += 1

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def count_arrays(work: Callable[[], object]) -> int:
    """How many arrays `work` makes that have data of their own: by functions, operators and compiled code.

    Views are not counted: they have no data of their own.
    """
    with _counted_allocations() as made:
        work()
    return made[0]


class _Allocator(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in ("context", "malloc", "calloc", "realloc", "free"))


class _Handler(ctypes.Structure):
    """``PyDataMem_Handler``, by which numpy allocates the data of arrays (NEP 49)."""

    _fields_ = (("name", ctypes.c_char * 127), ("version", ctypes.c_uint8), ("allocator", _Allocator))


_SET_HANDLER, _GET_HANDLER = 304, 305
"""The places of ``PyDataMem_SetHandler`` and ``PyDataMem_GetHandler`` in numpy's C API, the same since 1.22."""

# They hold the interpreter lock: numpy's own functions may ask Python for memory, or let go of the lock for a while.
_MALLOC = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_CALLOC = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)

_kept: list[object] = []
"""Handlers and their functions: an array refers to the handler that made it, as long as it lives."""


@contextmanager
def _counted_allocations() -> Iterator[list[int]]:
    """A list whose one number is how many allocations for arrays there were since the start."""
    core = getattr(np, "_core", None) or np.core
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    capsule_of = ctypes.pythonapi.PyCapsule_New
    capsule_of.restype, capsule_of.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    api = ctypes.cast(pointer_of(core._multiarray_umath._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(api[_SET_HANDLER])
    get_handler = ctypes.PYFUNCTYPE(ctypes.py_object)(api[_GET_HANDLER])

    made = [0]
    usual = _Handler.from_address(pointer_of(get_handler(), b"mem_handler"))
    usual_malloc, usual_calloc = _MALLOC(usual.allocator.malloc), _CALLOC(usual.allocator.calloc)

    def malloc(context: int | None, size: int) -> int | None:
        made[0] += 1
        return usual_malloc(context, size)

    def calloc(context: int | None, count: int, size: int) -> int | None:
        made[0] += 1
        return usual_calloc(context, count, size)

    functions = _MALLOC(malloc), _CALLOC(calloc)
    counting = _Handler(b"counting", usual.version, usual.allocator)
    counting.allocator.malloc, counting.allocator.calloc = (ctypes.cast(f, ctypes.c_void_p).value for f in functions)
    # The data is freed by the usual function, which the copied part of the handler names.
    _kept.extend((counting, functions))
    before = set_handler(capsule_of(ctypes.addressof(counting), b"mem_handler", None))
    try:
        yield made
    finally:
        set_handler(before)
