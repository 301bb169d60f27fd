"""What is known of a site."""

from scrapy_denoise.sites.codec import TemplateError, dump, load
from scrapy_denoise.sites.table import Agreement
from scrapy_denoise.sites.template import SiteTemplate

__all__ = ["Agreement", "SiteTemplate", "TemplateError", "dump", "load"]
