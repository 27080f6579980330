"""Log lines: one JSON object each, control characters escaped, ids only; never a request body or a text."""

from __future__ import annotations

import json
import logging

__all__ = ["JsonLines"]


class JsonLines(logging.Formatter):
    """Formats a record as one JSON line; an exception is named by its class and place, without its text."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON: level, logger, message, and the exception's class and place."""
        line: dict[str, str] = {"level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            if trace is not None:
                line["at"] = f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
        return json.dumps(line, ensure_ascii=True)
