#include "orrery/pdes/multi_fel.hpp"

namespace orrery::pdes {

base::Status check_multi_fel(const MultiFelOptions& options, double lookahead) {
  if (auto status = check_lookahead("multi_fel", lookahead); !status) return status;
  if (auto status = check_threads("workers", options.workers, greatest_workers); !status) {
    return status;
  }
  const int per_list = options.threads_per_list;
  if (per_list < 1 || options.workers % per_list != 0) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "threads_per_list is " + std::to_string(per_list) + " with " +
                           std::to_string(options.workers) +
                           " workers: give a number of which workers is a multiple"};
  }
  return {};
}

}  // namespace orrery::pdes
