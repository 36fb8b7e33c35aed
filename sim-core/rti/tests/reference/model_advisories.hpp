// What the model keeps for advisories: 5.10 to 5.13, 6.17, 6.18, 6.21, 6.22.
#pragma once

#include <vector>

namespace orrery::rti::testing {

// What the federate was told last, and the positions that were true since: 0 off, 1 on; of updates more than 1: on with a rate.
struct Advisory {
  int told = 0;
  bool loose = false;  // the class was unpublished, or the position was open: anything may be told
  bool open =
      false;  // since the federate has evoked the RTI had the choice: what it has told counts
  bool gone = false;  // of an attribute that the federate does not own any more
  std::vector<int> since;
  [[nodiscard]] int truth() const { return since.empty() ? told : since.back(); }
};

struct AdvisorySwitch {
  bool on = false;
  bool was_on = false;  // since the federate has evoked: what was to be told then may still come
};

}  // namespace orrery::rti::testing
