# SPDX-License-Identifier: BSD-3-Clause
dist_metric_DATA =
