# SPDX-License-Identifier: BSD-3-Clause
# The numbers are the order in which the tables show them.
dist_metric_DATA = \
	metrics/10-time.metric \
	metrics/15-mpi.metric \
	metrics/20-instructions.metric \
	metrics/30-flops.metric \
	metrics/35-topdown.metric \
	metrics/40-cache.metric \
	metrics/50-memory.metric \
	metrics/60-tlb.metric \
	metrics/70-branch.metric \
	metrics/80-os.metric \
	metrics/85-latency.metric \
	metrics/90-groups.metric \
	metrics/95-energy.metric
