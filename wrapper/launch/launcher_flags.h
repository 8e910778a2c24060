/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What launchers can be asked for on their command lines, which stands before
 * hpmrun.  The list yields the flags that hpmrun refuses as theirs, but for
 * such as it has itself, and what of a launcher's command is not the program.
 *
 * X(name without dashes, how many of the words behind it are its arguments)
 *
 * Left out are requests for information, and srun's --signal, which is nearer
 * to
 * --signals.  `--name=value` takes no further word.  Of names that launchers
 * take in several ways one is here.
 */
#ifndef HPM_WRAPPER_LAUNCHER_FLAGS_H
#define HPM_WRAPPER_LAUNCHER_FLAGS_H

/* clang-format off */
#define HPM_LAUNCHER_FLAGS(X) \
    /* Open MPI 4 and 5 */ \
    X ("np", 1) X ("n", 1) X ("c", 1) X ("N", 1) X ("H", 1) X ("host", 1) \
    X ("hostfile", 1) X ("default-hostfile", 1) X ("machinefile", 1) \
    X ("npernode", 1) X ("npersocket", 1) X ("pernode", 0) X ("ppr", 1) \
    X ("map-by", 1) X ("rank-by", 1) X ("bind-to", 1) X ("bycore", 0) \
    X ("bynode", 0) X ("byslot", 0) X ("bind-to-core", 0) \
    X ("bind-to-socket", 0) X ("nolocal", 0) X ("nooversubscribe", 0) \
    X ("oversubscribe", 0) X ("use-hwthread-cpus", 0) X ("cpu-set", 1) \
    X ("cpu-list", 1) X ("cpus-per-proc", 1) X ("cpus-per-rank", 1) \
    X ("rankfile", 1) X ("rf", 1) X ("cartofile", 1) X ("cf", 1) \
    X ("report-bindings", 0) X ("display", 1) X ("display-map", 0) \
    X ("display-devel-map", 0) X ("display-diffable-map", 0) \
    X ("display-allocation", 0) X ("display-devel-allocation", 0) \
    X ("display-topo", 0) X ("display-comm", 0) \
    X ("display-comm-finalize", 0) X ("output-filename", 1) \
    X ("output-directory", 1) X ("output-proctable", 0) \
    X ("merge-stderr-to-stdout", 0) X ("tag-output", 0) \
    X ("timestamp-output", 0) X ("stream-buffering", 1) X ("stdin", 1) \
    X ("xml", 0) X ("xml-file", 1) X ("xterm", 1) X ("show-progress", 0) \
    X ("report-pid", 1) X ("report-uri", 1) X ("report-events", 1) \
    X ("report-child-jobs-separately", 0) X ("report-state-on-timeout", 0) \
    X ("timeout", 1) X ("spawn-timeout", 1) X ("get-stack-traces", 0) \
    X ("x", 1) X ("mca", 2) X ("gmca", 2) X ("omca", 2) X ("gomca", 2) \
    X ("prtemca", 2) X ("pmixmca", 2) X ("am", 1) X ("amca", 1) X ("tune", 1) \
    X ("path", 1) X ("prefix", 1) X ("noprefix", 0) X ("wd", 1) X ("wdir", 1) \
    X ("set-cwd-to-session-dir", 0) X ("preload-binary", 0) \
    X ("preload-files", 1) X ("tmpdir", 1) X ("personality", 1) \
    X ("runtime-options", 1) X ("fwd-environment", 0) \
    X ("forward-signals", 1) X ("pset", 1) X ("app", 1) X ("dvm", 0) \
    X ("max-vm-size", 1) X ("novm", 0) X ("hnp", 1) X ("launch-agent", 1) \
    X ("ompi-server", 1) X ("allow-run-as-root", 0) X ("continuous", 0) \
    X ("enable-recovery", 0) X ("disable-recovery", 0) X ("max-restarts", 1) \
    X ("with-ft", 1) X ("do-not-launch", 0) X ("do-not-resolve", 0) \
    X ("do-not-aggregate-help", 0) X ("index-argv-by-rank", 0) \
    X ("leave-session-attached", 0) X ("terminate", 0) X ("use-regexp", 0) \
    X ("debug", 0) X ("debug-devel", 0) X ("debug-daemons", 0) \
    X ("debug-daemons-file", 0) X ("debugger", 1) X ("tv", 0) \
    X ("stop-on-exec", 0) X ("stop-in-init", 0) X ("stop-in-app", 0) \
    X ("initial-errhandler", 1) X ("memory-alloc-kinds", 1) X ("soft", 1) \
    X ("arch", 1) X ("file", 1) \
    /* Hydra */ \
    X ("f", 1) X ("hosts", 1) X ("hostlist", 1) X ("machine", 1) \
    X ("machines", 1) X ("machinelist", 1) X ("rankmap", 1) X ("ppn", 1) \
    X ("perhost", 1) X ("env", 2) X ("envlist", 1) X ("envnone", 0) \
    X ("envall", 0) X ("genv", 2) X ("genvlist", 1) X ("genvnone", 0) \
    X ("genvall", 0) X ("configfile", 1) X ("launcher", 1) \
    X ("launcher-exec", 1) X ("bootstrap", 1) X ("bootstrap-exec", 1) \
    X ("rmk", 1) X ("enable-x", 0) X ("disable-x", 0) X ("topolib", 1) \
    X ("binding", 1) X ("membind", 1) X ("demux", 1) X ("iface", 1) \
    X ("localhost", 1) X ("nameserver", 1) X ("order-nodes", 1) \
    X ("usize", 1) X ("outfile", 1) X ("outfile-pattern", 1) X ("errfile", 1) \
    X ("errfile-pattern", 1) X ("output-from", 1) X ("prepend-rank", 0) \
    X ("prepend-pattern", 1) X ("l", 0) X ("gpus-per-proc", 1) \
    X ("gpu-subdevs-per-proc", 1) X ("hybrid-hosts", 0) X ("pmi-port", 0) \
    X ("skip-launch-node", 0) X ("print-all-exitcodes", 0) X ("profile", 0) \
    X ("enable-auto-cleanup", 0) X ("disable-auto-cleanup", 0) \
    X ("enable-hostname-propagation", 0) \
    X ("disable-hostname-propagation", 0) \
    /* srun */ \
    X ("accel-bind", 1) X ("A", 1) X ("account", 1) X ("acctg-freq", 1) \
    X ("bb", 1) X ("bbf", 1) X ("bcast", 0) X ("bcast-exclude", 1) X ("b", 1) \
    X ("begin", 1) X ("D", 1) X ("chdir", 1) X ("cluster-constraint", 1) \
    X ("M", 1) X ("clusters", 1) X ("comment", 1) X ("compress", 0) \
    X ("C", 1) X ("constraint", 1) X ("container", 1) X ("contiguous", 0) \
    X ("S", 1) X ("core-spec", 1) X ("cores-per-socket", 1) X ("cpu-bind", 1) \
    X ("cpu-freq", 1) X ("cpus-per-gpu", 1) X ("cpus-per-task", 1) \
    X ("deadline", 1) X ("delay-boot", 1) X ("d", 1) X ("dependency", 1) \
    X ("X", 0) X ("disable-status", 0) X ("distribution", 1) X ("epilog", 1) \
    X ("e", 1) X ("error", 1) X ("exact", 0) X ("exclusive", 0) \
    X ("export", 1) X ("B", 1) X ("extra-node-info", 1) X ("gid", 1) \
    X ("gpu-bind", 1) X ("gpu-freq", 1) X ("G", 1) X ("gpus", 1) \
    X ("gpus-per-node", 1) X ("gpus-per-socket", 1) X ("gpus-per-task", 1) \
    X ("gres", 1) X ("gres-flags", 1) X ("het-group", 1) X ("hint", 1) \
    X ("hold", 0) X ("I", 0) X ("immediate", 0) X ("i", 1) X ("input", 1) \
    X ("J", 1) X ("job-name", 1) X ("jobid", 1) X ("K", 0) \
    X ("kill-on-bad-exit", 0) X ("label", 0) X ("L", 1) X ("licenses", 1) \
    X ("mail-type", 1) X ("mail-user", 1) X ("mcs-label", 1) X ("mem", 1) \
    X ("mem-bind", 1) X ("mem-per-cpu", 1) X ("mem-per-gpu", 1) \
    X ("mincpus", 1) X ("mpi", 1) X ("msg-timeout", 1) X ("multi-prog", 0) \
    X ("network", 1) X ("nice", 0) X ("Z", 0) X ("no-allocate", 0) X ("k", 0) \
    X ("no-kill", 0) X ("F", 1) X ("nodefile", 1) X ("w", 1) \
    X ("nodelist", 1) X ("nodes", 1) X ("ntasks", 1) X ("ntasks-per-core", 1) \
    X ("ntasks-per-gpu", 1) X ("ntasks-per-node", 1) \
    X ("ntasks-per-socket", 1) X ("open-mode", 1) X ("o", 1) X ("output", 1) \
    X ("O", 0) X ("overcommit", 0) X ("overlap", 0) X ("p", 1) \
    X ("partition", 1) X ("power", 1) X ("prefer", 1) X ("E", 0) \
    X ("preserve-env", 0) X ("priority", 1) X ("prolog", 1) \
    X ("propagate", 0) X ("pty", 0) X ("qos", 1) X ("Q", 0) \
    X ("quit-on-interrupt", 0) X ("reboot", 0) X ("r", 1) X ("relative", 1) \
    X ("reservation", 1) X ("resv-ports", 0) X ("send-libs", 0) \
    X ("slurmd-debug", 1) X ("sockets-per-node", 1) X ("spread-job", 0) \
    X ("switches", 1) X ("task-epilog", 1) X ("task-prolog", 1) \
    X ("test-only", 0) X ("thread-spec", 1) X ("T", 1) X ("threads", 1) \
    X ("threads-per-core", 1) X ("t", 1) X ("time", 1) X ("time-min", 1) \
    X ("tmp", 1) X ("uid", 1) X ("u", 0) X ("unbuffered", 0) \
    X ("use-min-nodes", 0) X ("W", 1) X ("wait", 1) X ("wckey", 1) \
    X ("x11", 0) \
    /* jsrun */ \
    X ("a", 1) X ("g", 1) X ("nrs", 1) X ("tasks_per_rs", 1) \
    X ("cpu_per_rs", 1)
/* clang-format on */

#endif /* HPM_WRAPPER_LAUNCHER_FLAGS_H */
