"""An import-linter contract that names all a room may import; whatever is not on the list breaks it."""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

__all__ = ["AllowListContract"]


class AllowListContract(Contract):
    """Every direct import of the importers is the standard library's or stands on the list.

    Options: ``importers`` are packages or modules, in parentheses where they need not exist; ``allowed`` are names
    of packages or modules, each with everything below it.
    """

    type_name = "allow_list"

    importers = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect the imports that stand on no list, and the importers that do not exist."""
        missing: list[str] = []
        strangers: list[str] = []
        for name in list(self.importers):
            module = name.strip("()")
            if module not in graph.modules:
                missing += [] if name.startswith("(") else [module]
                continue
            for importer in sorted({module} | graph.find_descendants(module)):
                for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                    if not self._is_allowed(imported):
                        details = graph.get_import_details(importer=importer, imported=imported)
                        lines = ", ".join(f"l.{detail['line_number']}" for detail in details)
                        strangers.append(f"{importer} -> {imported} ({lines})")
        return ContractCheck(kept=not missing and not strangers, metadata={"missing": missing, "strangers": strangers})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import that is not allowed."""
        for module in check.metadata["missing"]:
            output.print_error(f"{module} does not exist.")
        for stranger in check.metadata["strangers"]:
            output.print_error(stranger)
        output.new_line()

    def _is_allowed(self, imported: str) -> bool:
        if imported.split(".")[0] in sys.stdlib_module_names:
            return True
        return any(imported == name or imported.startswith(f"{name}.") for name in list(self.allowed))
