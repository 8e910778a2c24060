/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A flow graph of TBB, whose library is linked with ittnotify and tells of the
 * bodies that it runs.
 */
#define TBB_USE_PROFILING_TOOLS 1
#include <cstdio>
#include <tbb/flow_graph.h>

int
main ()
{
    tbb::flow::graph graph;
    tbb::flow::function_node<int, int> node (graph, tbb::flow::serial,
                                             [] (int i) { return i + 1; });

    for (int i = 0; i < 10; i++)
        node.try_put (i);
    graph.wait_for_all ();
    std::puts ("well");
    return 0;
}
