"""Parameters that a user sets: refused at once where they are wrong."""

import attrs
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.methods import PROFILES, get_method, method_names
from scrapy_denoise.methods.parameters import with_options
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.validators import Between


def test_options_change_a_parameter_and_nothing_else():
    method = get_method("content_correlativity", "paper", {"threshold": 40, "han_threshold": 12.5})
    assert method == attrs.evolve(get_method("content_correlativity", "paper"), threshold=40, han_threshold=12.5)
    assert get_method("content_correlativity", "paper").threshold == 29
    assert get_method("content_correlativity", options={}) is get_method("content_correlativity")
    assert get_method("content_correlativity", options={"han_threshold": None}).han_threshold is None
    assert get_method("quark", options={"custom_tags": ["H1"]}).custom_tags == ("H1",)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threshold": "40"}, "threshold of content_correlativity is '40'; allowed: a number"),
        ({"threshold": None}, "allowed: a number"),
        ({"threshold": True}, "allowed: a number"),
        ({"han_threshold": "no"}, "allowed: a number, such as 18 or None"),
        ({"gap": 1.5}, "gap of content_correlativity is 1.5; allowed: a whole number"),
        ({"blocks_only": 1}, "allowed: True or False"),
        ({"region": True}, "region of content_correlativity is True; allowed: a dict with some of share, narrow, "),
        (
            {"region": {"near": 1}},
            "region of content_correlativity has no parameter 'near'; there are: share, narrow, ",
        ),
        ({"region": {"early": "0"}}, "early of region of content_correlativity is '0'; allowed: a number"),
        ({"C": 29}, "has no parameter 'C'; there are: threshold, han_threshold, share, "),
        ({1: 2}, "has no parameter 1; there are: "),
    ],
)
def test_what_a_parameter_cannot_be(options, words):
    with pytest.raises(ValueError, match="content_correlativity") as caught:
        get_method("content_correlativity", options=options)
    assert words in str(caught.value)


def test_a_method_without_parameters():
    class Plain:
        name = "plain"

    with pytest.raises(ValueError, match="plain has no parameter 'x'; it has none"):
        with_options(Plain(), {"x": 1}, get_method)


def test_a_parameter_that_is_a_method_is_given_by_name():
    method = get_method("path_similarity", options={"fallback": "quark"})
    assert method.fallback == get_method("quark")
    assert get_method("path_similarity", "paper", {"fallback": "quark"}).fallback == get_method("quark", "paper")
    with pytest.raises(ValueError, match="unknown method 'wash'; there are: auto, "):
        get_method("path_similarity", options={"fallback": "wash"})
    with pytest.raises(ValueError, match="fallback of path_similarity is 7; allowed: the name of a method"):
        get_method("path_similarity", options={"fallback": 7})


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_parameters_of_the_region(profile):
    default = get_method("partly_semantic").region
    method = get_method("partly_semantic", profile, {"region": {"comments": 1, "early": 0.0}})
    assert method.region == attrs.evolve(default, comments=1, early=0.0)
    assert method == attrs.evolve(get_method("partly_semantic", profile), region=method.region)
    assert get_method("partly_semantic", options={"region": {}}) == get_method("partly_semantic")
    assert get_method("partly_semantic", profile, {"region": None}).region is None
    assert get_method("partly_semantic", "paper").region is None


@pytest.mark.parametrize("name", method_names(baselines=True))
def test_every_parameter_takes_its_own_value(name):
    method = get_method(name)
    for field in attrs.fields(type(method)):
        value = getattr(method, field.name)
        if isinstance(value, Region):
            value = attrs.asdict(value)
        if isinstance(value, bool | int | float | str | tuple | dict | None):
            assert with_options(method, {field.name: value}, get_method) == method


def test_the_library():
    html = "<p>It rained.</p>"
    assert not denoise(html, method="content_correlativity")
    options = {"threshold": 5, "han_threshold": None}
    assert denoise(html, method="content_correlativity", options=options).text == "It rained."
    with pytest.raises(ValueError, match="no parameter"):
        denoise(html, options={"threshold": 5})


@pytest.mark.parametrize("profile", PROFILES)
def test_values_out_of_range_are_refused(profile):
    """By name and by the class, in every method; the profiles are in range."""
    for name in method_names():
        method = get_method(name, profile)
        for field in attrs.fields(type(method)):
            if isinstance(field.validator, Between):
                with pytest.raises(ValueError, match=rf"{field.name} of {name} is -1; allowed: a number from \d"):
                    get_method(name, profile, {field.name: -1})
                with pytest.raises(ValueError, match=f"{field.name} is -1; allowed"):
                    attrs.evolve(method, **{field.name: -1})
    with pytest.raises(ValueError, match="min_expected_f1 of auto is 2; allowed: a number from 0 to 1"):
        get_method("auto", profile, {"min_expected_f1": 2})
    with pytest.raises(ValueError, match="min_expected_f1 of auto is nan"):
        get_method("auto", profile, {"min_expected_f1": float("nan")})
    with pytest.raises(ValueError, match=r"comments of region of quark is 3; allowed: a number from 0 to 1"):
        get_method("quark", "default", {"region": {"comments": 3}})


def test_every_number_has_a_range():
    for name in method_names():
        for field in attrs.fields(type(get_method(name))):
            if str(field.type).split(" ")[0] in ("int", "float"):
                assert isinstance(field.validator, Between), f"{name}: {field.name}"
