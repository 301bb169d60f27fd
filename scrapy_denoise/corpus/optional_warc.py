"""What the extra ``corpus`` installs for WARC files, imported here and nowhere else: FastWARC."""

from __future__ import annotations

try:
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
except ImportError as error:
    raise ImportError(
        "WARC files need fastwarc; install it with: pip install 'scrapy-denoise[corpus]'", name=error.name
    ) from error

__all__ = ["ArchiveIterator", "WarcRecord", "WarcRecordType"]
