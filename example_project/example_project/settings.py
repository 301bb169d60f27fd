# Scrapy settings for example_project project
#
# For simplicity, this file contains only settings considered important or
# commonly used. You can find more settings consulting the documentation:
#
#     https://docs.scrapy.org/en/latest/topics/settings.html

from pathlib import Path

BOT_NAME = "example_project"

SPIDER_MODULES = ["example_project.spiders"]
NEWSPIDER_MODULE = "example_project.spiders"

# This line is all that scrapy-denoise needs.
ADDONS = {"scrapy_denoise.Addon": 500}

# Two of the sites are corrected by hand: the boxes between the paragraphs of blog posts, the titles of forum threads.
DENOISE_CORRECTIONS = Path(__file__).resolve().parents[1] / "corrections.toml"

# An entry of the news has a version for printers too: the item of the second address is dropped.
DENOISE_DUPLICATES = "drop"

# Obey robots.txt rules
ROBOTSTXT_OBEY = True

# The example sites are on this machine and do not mind. Be gentler with sites of other people:
# scrapy startproject writes CONCURRENT_REQUESTS_PER_DOMAIN = 1 and DOWNLOAD_DELAY = 1 here.
CONCURRENT_REQUESTS_PER_DOMAIN = 8
DOWNLOAD_DELAY = 0

TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

# Set settings whose default value is deprecated to a future-proof value
FEED_EXPORT_ENCODING = "utf-8"
