"""Texts that tell a time from now and nothing else."""

import pytest

from scrapy_denoise.blocks.regions.from_now import is_told_from_now


@pytest.mark.parametrize(
    "text",
    ["3 days ago", "3 天前", "3\xa0天前", "2 小时前 via iPhone", "发表于 5 分钟前", "昨天 12:30",
     "Yesterday at 3:40 pm", "boat · 9 days ago", "vor 2 Tagen"],
)  # fmt: skip
def test_times_that_are_told_from_now(text):
    assert is_told_from_now(text)


@pytest.mark.parametrize(
    "text",
    ["", "12 answers", "It broke 3 years ago when the river rose", "It broke 3 years ago.", "three days ago", "第3天",
     "22 часа назад, Граф сказал:"],
)  # fmt: skip
def test_other_texts(text):
    assert not is_told_from_now(text)
