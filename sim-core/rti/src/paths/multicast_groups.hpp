// The multicast groups that a node has joined, beside the common group of all nodes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/transport/port.hpp"

#include "wire/sets.hpp"

namespace orrery::rti {

class Groups {
 public:
  // Opens each group to send, as the stream after `common`. Group 0 is `common`, which the caller opens.
  base::Status open(transport::Port& port, transport::StreamId common,
                    std::vector<std::string> endpoints);
  // Number of groups, without the common one.
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(endpoints_.size());
  }
  // Joins the groups at once, and leaves all others but the common one after `leave_after_ns`. Returns those that it
  // was not in before.
  base::Result<GroupSet> want(transport::Port& port, GroupSet wanted, std::int64_t now_ns);
  [[nodiscard]] bool has_groups_to_leave() const { return to_leave_ != 0; }
  void leave(transport::Port& port, std::int64_t now_ns);

 private:
  transport::StreamId common_ = 0;
  std::vector<std::string> endpoints_;
  GroupSet joined_ = common_group;
  GroupSet to_leave_ = 0;  // of those joined
  std::array<std::int64_t, most_groups> leave_at_ns_{};
};

}  // namespace orrery::rti
