"""Entry of the web processes."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")
application = get_wsgi_application()

from app.crypto import require_own_secrets  # noqa: E402 - needs the settings

require_own_secrets()
