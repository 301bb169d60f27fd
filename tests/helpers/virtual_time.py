"""An event loop whose clock moves only while everything waits: time limits without a machine's own time."""

import asyncio


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Instead of waiting until a call is due, it moves its clock there. For coroutines that wait for no thread."""

    def __init__(self):
        self._seconds = 0.0
        super().__init__()
        select = self._selector.select

        def jump(timeout=None):
            if timeout is None:
                return select(None)
            found = select(0)
            if not found:
                self._seconds += timeout
            return found

        self._selector.select = jump

    def time(self):
        return self._seconds


def run_in_virtual_time(coroutine):
    """`asyncio.run` with a clock of its own; the same coroutine takes the same time on any machine."""
    loop = VirtualTimeLoop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.close()
