// Engine `distributed`: the windows of multi_fel, with workers on several nodes. Each node calls the engine with its own
// LPs. The nodes agree on each next window through a WindowExchange (channel_exchange.hpp: any transport).
//
// Node n runs the LPs of lp_range(lps, n, nodes); its table must hold exactly these LPs. Each node commits for its LPs what
// the oracle commits: the records and counts of all nodes add up to the oracle's. If one node ends early, stops or fails,
// the run ends on all nodes. The lookahead must be above 0.
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
