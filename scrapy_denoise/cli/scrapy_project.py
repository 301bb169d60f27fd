"""The Scrapy project in which a command runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_denoise.cli.errors import CommandError

if TYPE_CHECKING:
    from scrapy_denoise.crawl.settings import DenoiseSettings


def project_settings() -> DenoiseSettings | None:
    """The settings of the project; None outside of one. Raises CommandError for a wrong setting."""
    # Scrapy is loaded where a command needs it: `clean` and `view` of files do not.
    from scrapy.utils.project import get_project_settings, inside_project

    from scrapy_denoise.crawl.setting_values import SettingError
    from scrapy_denoise.crawl.settings import DenoiseSettings

    if not inside_project():
        return None
    try:
        return DenoiseSettings.read(get_project_settings())
    except SettingError as error:
        raise CommandError(str(error)) from error
