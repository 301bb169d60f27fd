from numpy import bool_, intp
from numpy.typing import NDArray

from scrapy_denoise.document.nodes import Document
from scrapy_denoise.page.columns.columns import Columns

# html.pxi

def render_html(document: Document) -> str: ...

# markdown.pxi

def render_markdown(document: Document) -> str: ...

# text.pxi

def render_text(columns: Columns, kept: NDArray[bool_], begins: NDArray[bool_] | None = None) -> str: ...
def render_rows(columns: Columns, chosen: NDArray[intp]) -> str: ...
