"""The experiments of papers, carried out on one's own data: what was published beside what is measured."""
