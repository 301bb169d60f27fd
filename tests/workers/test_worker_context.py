"""Worker processes do not hear Ctrl-C, and one is whole before Ctrl-C is heard."""

import signal
import threading
from concurrent.futures import ProcessPoolExecutor

import pytest

from scrapy_denoise.workers.start import interrupts_held_back, worker_context

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal can be blocked here")


def blocked():
    return signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_worker_processes_begin_with_the_signal_blocked():
    before = blocked()
    with ProcessPoolExecutor(1, mp_context=worker_context(__name__)) as pool:
        assert signal.SIGINT in pool.submit(blocked).result()
    assert blocked() == before


def test_an_interrupt_waits_for_the_end_of_the_block():
    done = []

    def block():
        with interrupts_held_back():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # another thread would hear it at once
            done.append("the block")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            block()
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["the block"]
