"""All settings, from the environment; README and docs/settings.md list the variables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from environs import Env, validate

from annotate.conf.secret import get_secret_key
from annotate.conf.security import CONTENT_SECURITY_POLICY as CONTENT_SECURITY_POLICY
from annotate.conf.security import SESSION_HOURS

env = Env()
BASE_DIR = Path(__file__).resolve().parents[2]

CANDOR_DATA = Path(env.str("CANDOR_DATA", str(BASE_DIR / "var"))).resolve()
"""The one folder that holds all state: database, vault, keys, secrets."""
CANDOR_DATA.mkdir(parents=True, exist_ok=True)

SECRET_KEY = get_secret_key(CANDOR_DATA / "secrets")
DEBUG = False

HOSTS: list[str] = env.list("CANDOR_HOSTS", [])
PLAIN_HTTP = not HOSTS
"""Without named hosts the server answers on loopback only, over plain HTTP (demo, development, tests)."""
ALLOWED_HOSTS = HOSTS or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS]

CANDOR_WING = env.str("CANDOR_WING", "all", validate=validate.OneOf(["all", "coding"]))
"""``coding`` mounts the coder's routes only; such a process needs no vault."""

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "annotate",
]

MIDDLEWARE = [
    "annotate.web.headers.Headers",
    "annotate.web.errors.ErrorPages",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "annotate.web.csrf.CsrfCheck",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "annotate.web.guard.Guard",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "annotate.conf.urls"
WSGI_APPLICATION = "annotate.conf.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", "annotate.web.chrome.chrome"],
            "builtins": ["annotate.web.tags"],
        },
    }
]


def _database() -> dict[str, Any]:
    url = env.str("DATABASE_URL", "")
    if url:
        return {**dj_database_url.parse(url, conn_max_age=600), "CONN_HEALTH_CHECKS": True}
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": CANDOR_DATA / "candor.sqlite3",
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            " PRAGMA recursive_triggers=ON;",
        },
        "TEST": {"NAME": CANDOR_DATA / "test.sqlite3"},
    }


DATABASES = {"default": _database()}

AUTH_USER_MODEL = "annotate.Account"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "annotate.access.sign_in.AccountBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "annotate.web.sign_in.locked_out"

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = SESSION_HOURS * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "annotate.web.errors.csrf_failure"
SESSION_COOKIE_NAME = "session" if PLAIN_HTTP else "__Host-session"
CSRF_COOKIE_NAME = "csrf" if PLAIN_HTTP else "__Host-csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_PROXY_SSL_HEADER = None if PLAIN_HTTP else ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not PLAIN_HTTP
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = CANDOR_DATA / "static"
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": CANDOR_DATA / "vault"},
    },
    "keys": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": CANDOR_DATA / "keys", "file_permissions_mode": 0o600},
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "annotate.conf.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env.str("CANDOR_LOG_LEVEL", "WARNING")},
}
