"""What the crawl counts; docs/stats.rst says what each means."""

from __future__ import annotations

from scrapy.statscollectors import StatsCollector

from scrapy_denoise.output import Result

SKIPPED_REASONS = ("empty", "frameset", "not_html", "too_large", "too_deep", "disabled")


def count_result(stats: StatsCollector, result: Result) -> None:
    """Count one page, after its result is known."""
    if result.reason in SKIPPED_REASONS:
        stats.inc_value(f"denoise/skipped/{result.reason}")
        return
    stats.inc_value("denoise/pages")
    if result.reason == "error":
        stats.inc_value("denoise/error")
    elif result.reason == "few_siblings":
        stats.inc_value("denoise/fallback")
    elif result.reason == "no_content":
        stats.inc_value("denoise/no_content")
    if result.page is None or result.selection is None:
        return
    stats.inc_value(f"denoise/method/{result.method}")
    columns, kept = result.page.columns, result.selection.kept
    chars = columns.chars[columns.text_rows]
    kept_rows, kept_chars = int(kept.sum()), int(chars[kept].sum())
    stats.inc_value("denoise/rows/kept", kept_rows)
    stats.inc_value("denoise/rows/removed", len(kept) - kept_rows)
    stats.inc_value("denoise/chars/kept", kept_chars)
    stats.inc_value("denoise/chars/removed", int(chars.sum()) - kept_chars)
