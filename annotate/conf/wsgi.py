"""Entry point of the web server: ``gunicorn annotate.conf.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.conf.settings")

application = get_wsgi_application()

from annotate.conf.start import check_start  # noqa: E402  # settings must be loaded first

check_start()
