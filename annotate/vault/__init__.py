"""Files that matter, by their content: runs, plans, samples, revisions, results; and, apart, the sealed keys."""
