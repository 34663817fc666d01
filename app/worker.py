"""Entry of the worker processes: `dramatiq app.worker --queues send`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")
django.setup()

from django.utils.module_loading import autodiscover_modules  # noqa: E402 - needs the apps

from app.broker import broker  # noqa: E402
from app.crypto import require_own_secrets  # noqa: E402
from app.queries import born  # noqa: E402

require_own_secrets()
require_own_secrets(born())  # whatever the environment says it is
autodiscover_modules("actors")
__all__ = ["broker"]
