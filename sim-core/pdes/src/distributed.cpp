#include "orrery/pdes/distributed.hpp"

namespace orrery::pdes {

base::Status check_range(LpRange held, LpRange due) {
  if (held.first == due.first && held.end == due.end) return {};
  const auto text = [](LpRange range) {
    return std::to_string(range.first) + " to " + std::to_string(range.end);
  };
  return base::Error{base::ErrorCode::invalid_argument,
                     "this node's table holds logical processes " + text(held) +
                         ", but its part is " + text(due) + ": make it with lp_range()"};
}

}  // namespace orrery::pdes
