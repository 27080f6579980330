"""Candor's Python core: scores, agreement and validity from files, without Django or a database.

The floors, top down: ``cli``, ``report``, ``validation | panel | screen``,
``ehq | agreement | classifier``, ``resampling``, ``formats | records``, ``results`` and ``errors``.
A floor imports downwards only; ``verify`` imports nothing of the package.
"""

__version__ = "0.1.0"
