"""Registrable domains are those of tldextract, which is not imported for them."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tldextract import TLDExtract

from scrapy_denoise.sites import public_suffixes
from scrapy_denoise.sites.public_suffixes import registrable_domain

EXTRACT = TLDExtract(suffix_list_urls=(), cache_dir=None)
RULES = sorted(public_suffixes._rules())


def in_ascii(host):
    return ".".join(
        label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in host.split(".")
    )


@pytest.mark.parametrize("before", ["", "a.", "www.a.", "city.", "xn--a."])
def test_every_rule_of_the_list(before):
    hosts = [in_ascii(before + rule.lstrip("!").replace("*", "any")) for rule in RULES]
    assert len(hosts) > 5_000
    assert [(host, registrable_domain(host)) for host in hosts] == [
        (host, EXTRACT(host).top_domain_under_public_suffix) for host in hosts
    ]


@given(
    st.lists(
        st.sampled_from(["a", "b-c", "com", "uk", "co", "ck", "www", "xn--p1ai", "xn--com-", "xn--", "7"]), max_size=6
    )
)
def test_any_host(labels):
    host = ".".join(labels)
    assert registrable_domain(host) == EXTRACT(host).top_domain_under_public_suffix


def test_a_release_of_tldextract_that_has_its_list_elsewhere(monkeypatch):
    monkeypatch.setattr(public_suffixes, "LIST_FILE", "elsewhere")
    assert sorted(public_suffixes._rules.__wrapped__()) == RULES


def test_links_to_other_domains_are_told_without_requests():
    code = (
        "import sys; from scrapy_denoise import denoise; "
        "result = denoise('<p>One sentence <a href=http://b.example.co.uk/>here</a>.', 'http://a.example.co.uk/'); "
        "assert result.links; sys.exit('requests' in sys.modules or 'tldextract' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
