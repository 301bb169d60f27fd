"""What is known of a site."""

from scrapy_denoise.sites.codec.template_codec import TemplateError, dump, load
from scrapy_denoise.sites.template import SiteTemplate

__all__ = ["SiteTemplate", "TemplateError", "dump", "load"]
