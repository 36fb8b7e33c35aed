#include "paths/multicast_groups.hpp"

#include <bit>
#include <utility>

#include "orrery/rti/data_path.hpp"

namespace orrery::rti {

base::Status Groups::open(transport::Port& port, transport::StreamId common,
                          std::vector<std::string> endpoints) {
  common_ = common;
  endpoints_ = std::move(endpoints);
  for (std::uint32_t i = 0; i < count(); ++i) {
    if (auto opened = port.open(common_ + 1 + i, endpoints_[i]); !opened) return opened;
  }
  return {};
}

base::Result<GroupSet> Groups::want(transport::Port& port, GroupSet wanted, std::int64_t now_ns) {
  wanted |= common_group;
  const GroupSet before = joined_;
  for (GroupSet left = wanted & ~joined_; left != 0; left &= left - 1) {
    const auto group = static_cast<std::uint32_t>(std::countr_zero(left));
    auto joined = port.join(common_ + group, endpoints_[group - 1]);
    if (!joined) return joined.error();
    joined_ |= GroupSet{1} << group;
  }
  const GroupSet unwanted = joined_ & ~wanted & ~to_leave_;
  to_leave_ = (to_leave_ | unwanted) & ~wanted;
  for (GroupSet left = unwanted; left != 0; left &= left - 1) {
    leave_at_ns_[static_cast<std::size_t>(std::countr_zero(left))] = now_ns + leave_after_ns;
  }
  return joined_ & ~before;
}

void Groups::leave(transport::Port& port, std::int64_t now_ns) {
  for (GroupSet left = to_leave_; left != 0; left &= left - 1) {
    const auto group = static_cast<std::uint32_t>(std::countr_zero(left));
    if (now_ns < leave_at_ns_[group]) continue;
    (void)port.leave(common_ + group);
    joined_ &= ~(GroupSet{1} << group);
    to_leave_ &= joined_;
  }
}

}  // namespace orrery::rti
