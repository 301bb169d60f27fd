"""The nodes of a document are made, compared, changed and pickled as frozen classes of attrs are."""

import pickle

import attrs
import pytest

from scrapy_denoise.document import nodes
from scrapy_denoise.document.nodes import Anchor, Cell, Figure, Item, Paragraph, Picture


def test_fields_are_given_in_order_or_by_name_or_are_as_they_mostly_are():
    assert Anchor("/a", ("boat",)) == Anchor(children=("boat",), url="/a") == Anchor("/a", children=("boat",))
    assert (Item(()).number, Item((), 3).number, Item((), checked=True).checked) == (None, 3, True)
    assert repr(Cell(header=True)) == "Cell(blocks=(), header=True, colspan=1, rowspan=1)"


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("/a", (), 1), {}), (("/a",), {"link": "/b"}), (("/a", ()), {"url": "/b"})],
)
def test_a_field_too_few_or_too_many_is_an_error(values, named):
    with pytest.raises(TypeError, match="Anchor has"):
        Anchor(*values, **named)


def test_they_do_not_change():
    figure = Figure((Picture("/a.png"),), beside=True)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        figure.beside = False
    assert attrs.evolve(figure, caption=("boat",)) == Figure((Picture("/a.png"),), ("boat",), beside=True)
    assert hash(figure) == hash(Figure((Picture("/a.png"),), (), (), True))
    assert pickle.loads(pickle.dumps(figure)) == figure


def test_the_fields_of_all_nodes_are_set():
    kinds = [kind for kind in vars(nodes).values() if isinstance(kind, type) and attrs.has(kind)]
    assert Paragraph in kinds
    for kind in kinds:
        names = [field.name for field in attrs.fields(kind)]
        made = kind(*names)
        assert [getattr(made, name) for name in names] == names
