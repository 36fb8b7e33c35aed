// Engine `distributed`: workers on several nodes. Each node calls it with its own LPs; all run the windows of multi_fel
// together, and agree on each next one through a WindowExchange (channel_exchange.hpp: any transport).
//
// The LPs of node n are lp_range(lps, n, nodes); the table must hold exactly these. What a node commits is what the oracle
// commits for its LPs: records and counts of the nodes add up to the oracle's. A node that ends early, stops or fails ends
// the run on all of them. Needs a lookahead above 0.
#pragma once

#include "orrery/pdes/multi_fel.hpp"

namespace orrery::pdes {

base::Status check_range(LpRange held, LpRange due);

template <Model M, template <class> class List>
  requires EventList<List<Event<typename M::Payload>>, Event<typename M::Payload>>
base::Result<RunReport> run_distributed(LpTable<M>& lps, const MultiFelOptions& options,
                                        const RunOptions& run, WindowExchange& nodes) {
  const LpRange due = lp_range(lps.lps(), nodes.node(), nodes.nodes());
  if (auto status = check_range(lps.range(), due); !status) return status.error();
  return MultiFel<M, List>(lps, options, run, &nodes).run();
}

}  // namespace orrery::pdes
