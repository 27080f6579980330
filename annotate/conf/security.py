"""Security constants: policy, headers and cookie rules, in one place."""

from __future__ import annotations

__all__ = ["CONTENT_SECURITY_POLICY", "PERMISSIONS_POLICY", "SESSION_HOURS", "SESSION_IDLE_MINUTES"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}

PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)

SESSION_IDLE_MINUTES = 60
SESSION_HOURS = 12
