"""Every environment variable, read once and typed; `docs/SETTINGS.md` lists them."""

from pathlib import Path
from urllib.parse import urlsplit

from django.utils.csp import CSP

from app import env, flights, liveness

ROOT = Path(__file__).resolve().parent.parent

# Whoever reads this file knows these two: a real installation refuses to run on them (app.crypto.require_own_secrets).
PUBLIC_SECRET = "only-for-development-and-tests"  # noqa: S105 - that is what it says
PUBLIC_KEY = "ZGV2ZWxvcG1lbnQtb25seS1rZXktMzItYnl0ZXMhISE="

DEBUG = env.boolean("DEBUG", default=False)
SECRET_KEY = env.text("SECRET_KEY", default=PUBLIC_SECRET)
BASE_URL = env.text("BASE_URL", default="http://127.0.0.1:8000").rstrip("/")
# The hosts that every page answers under; opt-out links answer under any (app.middleware.OwnHosts).
ALLOWED_HOSTS = list(env.words("ALLOWED_HOSTS", default=("127.0.0.1", "localhost", "testserver")))
ALLOWED_HOSTS += [host for host in [urlsplit(BASE_URL).hostname] if host and host not in ALLOWED_HOSTS]
CSRF_TRUSTED_ORIGINS = [BASE_URL]

# What an installation without a public host for opt-out links may send to campaigns in a day (UTC), in all.
WITHOUT_LINK_HOST_PER_DAY = env.integer("WITHOUT_LINK_HOST_PER_DAY", default=50, least=1)
# A database is born `rehearsal` or `real`; this only says which one this process expects to find.
FORBEAR_KIND = env.text("FORBEAR_KIND", default="real")
# id:base64 pairs (32 bytes each), the first one seals; the others still open what they sealed.
CREDENTIAL_KEYS = env.keys("CREDENTIAL_KEYS", default=f"dev:{PUBLIC_KEY}")
# The secret under which addresses are hashed; losing it loses the memory of who said no.
ADDRESS_PEPPER = env.text("ADDRESS_PEPPER", default=PUBLIC_SECRET).encode()
# id:secret pairs that sign unsubscribe links; old ones stay for ever, because the links do.
TOKEN_KEYS = env.keys("TOKEN_KEYS", default=f"1:{PUBLIC_SECRET}")
GOOGLE_CLIENT_ID = env.text("GOOGLE_CLIENT_ID", default="unset")
GOOGLE_CLIENT_SECRET = env.text("GOOGLE_CLIENT_SECRET", default="unset")
# Where Google is; a rehearsal has its own.
GOOGLE_AUTH_URL = env.text("GOOGLE_AUTH_URL", default="https://accounts.google.com/o/oauth2/v2/auth")
GOOGLE_TOKEN_URL = env.text("GOOGLE_TOKEN_URL", default="https://oauth2.googleapis.com/token")
GOOGLE_API_URL = env.text("GOOGLE_API_URL", default="https://gmail.googleapis.com")

# Hosts outside the public Internet that mailboxes may use; whatever else a user types leads to public addresses only.
PRIVATE_MAIL_HOSTS = env.words("PRIVATE_MAIL_HOSTS")
# Which name servers are asked for MX and SRV records, as address or address:port; else the system's own.
DNS_SERVERS = env.words("DNS_SERVERS")
# Which name servers are asked about the records of sending domains: all of them, and what they agree on counts.
HEALTH_RESOLVERS = env.words("HEALTH_RESOLVERS", default=("1.1.1.1", "8.8.8.8"))
# Quota units that Gmail lets a mailbox and a project spend in a minute (0: any), and what a call costs.
GMAIL_USER_UNITS = env.integer("GMAIL_USER_UNITS", default=6_000)
GMAIL_PROJECT_UNITS = env.integer("GMAIL_PROJECT_UNITS", default=1_200_000)
GMAIL_COSTS = env.numbers("GMAIL_COSTS", default={"send": 100, "get": 5, "list": 5, "history": 2, "profile": 1})

BROKER_URL = env.text("BROKER_URL", default="postgres://")
WORKER_THREADS = env.integer("WORKER_THREADS", default=8, least=1)
# How many worker processes send, in all: each has an equal part of the two limits that follow.
SENDERS = env.integer("SENDING_PROCESSES", default=2, least=1) * env.integer("SENDING_HOSTS", default=1, least=1)
_TOLD_BY = "SENDING_PROCESSES x SENDING_HOSTS"
# Connections that are open at once: to one SMTP mailbox, and to one SMTP server by its name.
SMTP_CONNECTIONS_PER_MAILBOX = env.shared("SMTP_CONNECTIONS_PER_MAILBOX", default=3, among=SENDERS, told_by=_TOLD_BY)
SMTP_CONNECTIONS_PER_HOST = env.shared("SMTP_CONNECTIONS_PER_HOST", default=50, among=SENDERS, told_by=_TOLD_BY)
PROVIDER_SHARE = env.integer("PROVIDER_SHARE", default=50, least=1, most=95)
# Connections on which the clock process waits for servers to tell of new mail; 0: every mailbox is only polled.
IDLE_CONNECTIONS = env.integer("IDLE_CONNECTIONS", default=250, least=0, most=800)
# What reading one inbound message may cost the process that does it: CPU time, and address space.
READ_MILLISECONDS = env.integer("READ_MILLISECONDS", default=1_500, least=100, most=60_000)
READ_MEGABYTES = env.integer("READ_MEGABYTES", default=256, least=64)
POOL_SIZE = env.integer("POOL_SIZE", default=12, least=1)

_database = env.database("DATABASE_URL", default="postgresql://postgres@localhost/forbear")
DATABASES = {
    "default": {
        **_database,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 0,
        "OPTIONS": {
            **_database["OPTIONS"],  # type: ignore[dict-item]
            # A worker that froze inside a transaction would keep a person, a mailbox and every stop waiting for ever.
            "options": f"{_database['OPTIONS'].get('options', '')} -c idle_in_transaction_session_timeout=60s",  # type: ignore[attr-defined]
            "pool": {
                "connection_class": flights.Connection,
                "min_size": 1,
                "max_size": POOL_SIZE,
                "timeout": 10,
                "check": liveness.check,
            },
            # Binding in the server and preparing at the second use nearly doubles hand-written SQL.
            "server_side_binding": True,
            "prepare_threshold": 2,
        },
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "app",  # first: its templates replace allauth's
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "mailboxes",
    "bounces",
    "admission",
    "sequences",
]
MIDDLEWARE = [
    "app.middleware.OwnHosts",  # first: what is not ours never gets further
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "app.middleware.CurrentWorkspace",
]
ROOT_URLCONF = "app.urls"
WSGI_APPLICATION = "app.wsgi.application"
APPEND_SLASH = False  # an unsubscribe POST must never meet a redirect (RFC 8058)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "app.context.installation",
            ],
        },
    },
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "app.accounts.ClosedSignup"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# The mail server of the program itself, for notices to its users; without it there is no such channel.
MAIL_SERVER: dict[str, object] | None = env.mail_server("MAIL_URL")
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", default="forbear@localhost")
MAILERS = {
    "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": MAIL_SERVER}
    if MAIL_SERVER
    else {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español")]

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", default=str(ROOT / ".forbear" / "static")))
WHITENOISE_USE_FINDERS = True

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BASE_URL.startswith("https://")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL", default="INFO")},
    # The loggers of HTTP clients and of pika print addresses and URLs at INFO, flufl.bounce a line a detector.
    "loggers": {
        name: {"level": "WARNING"}
        for name in ("httpx", "httpcore", "pika", "googleapiclient", "apscheduler", "flufl.bounce")
    },
}
