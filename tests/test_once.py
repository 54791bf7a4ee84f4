"""Work that is done once."""

from __future__ import annotations

import threading
import time

from judgekit.once import once


def test_of_many_threads_that_want_the_same_one_works() -> None:
    worked: list[str] = []

    @once
    def slow(word: str, /) -> str:
        time.sleep(0.02)
        worked.append(word)
        return word.upper()

    got: list[str] = []
    threads = [threading.Thread(target=lambda: got.append(slow("a"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (got, worked) == (["A"] * 8, ["a"])
    assert slow("b") == "B"


def test_work_that_fails_is_tried_again_by_the_next() -> None:
    tried: list[int] = []

    @once
    def fails() -> int:
        tried.append(1)
        if len(tried) == 1:
            raise ValueError
        return 7

    try:
        fails()
    except ValueError:
        assert fails() == 7
