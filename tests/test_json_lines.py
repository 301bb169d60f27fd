"""Files of JSON lines to which lines are added."""

import pytest

from scrapy_denoise.files.json_lines import CHUNK, end_line


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ('{"a": 1}\n', '{"a": 1}\n'),
        ('{"a": 1}', '{"a": 1}\n'),
        ('{"a": 1}\n{"a": 2}', '{"a": 1}\n{"a": 2}\n'),
        ('{"a": 1}\n{"a": "ö', '{"a": 1}\n'),
        ('{"a": "' + CHUNK * 2 * "x", ""),
        ('{"a": 1}\n{"a": "' + CHUNK * 2 * "x", '{"a": 1}\n'),
        ("my notes", "my notes\n"),
    ],
)
def test_a_file_ends_with_a_whole_line(before, after, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(before, encoding="utf-8")
    end_line(path)
    assert path.read_text(encoding="utf-8") == after
