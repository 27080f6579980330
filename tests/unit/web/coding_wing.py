"""The addresses of a process that was started with ``CANDOR_WING=coding``."""

from annotate.conf.urls import CODING_WING, handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = CODING_WING
