"""Deduction assistant for Heimlich & Co.: the game, its records, who is who, and why."""

import os

# Before numpy is imported anywhere. Its arrays here are small, so that threads cost more than they save; and sums
# that are shared among threads differ in their last bits with the number of cores, where a fit must not.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
