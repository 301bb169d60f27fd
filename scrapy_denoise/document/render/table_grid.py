"""The cells of a table at their columns."""

from __future__ import annotations

from scrapy_denoise.document.nodes import Cell, Table

MAX_PLACES, PLACES = 100, 20
"""Places of a table's grid above which spans are not laid out: so many, and so many for each of its cells."""


def grid(table: Table) -> list[list[Cell | None]]:
    """A table's rows with every cell at its column; None where a cell spans from the left or from above.

    Above MAX_PLACES and PLACES, the rows as they are: a cell can span a thousand columns, and a table of such cells
    would be written at a hundred times its size.
    """
    most = MAX_PLACES + PLACES * sum(map(len, table.rows))
    laid_out: list[list[Cell | None]] = []
    above: dict[int, int] = {}  # column: rows that a cell still spans
    places = 0
    for row in table.rows:
        line: list[Cell | None] = []
        for cell in row:
            while above.get(len(line), 0):
                line.append(None)
            places += cell.colspan
            if places > most:
                return [list(row) for row in table.rows]
            line += [cell, *[None] * (cell.colspan - 1)]
        while above.get(len(line), 0):
            line.append(None)
        places += len(above)
        if places > most:
            return [list(row) for row in table.rows]
        above = {column: left - 1 for column, left in above.items() if left > 1}
        for column, place in enumerate(line):
            if place is not None and place.rowspan > 1:
                above.update(dict.fromkeys(range(column, column + place.colspan), place.rowspan - 1))
        laid_out.append(line)
    return laid_out
