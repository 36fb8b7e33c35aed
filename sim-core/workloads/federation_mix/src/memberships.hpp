// The groups that a federate receives, as regions of its subscriptions: those that it keeps, and those that it leaves for
// others. A group is a range of the one dimension.
//
// Whoever joins asks for the state of the group's objects; the join is over when the first message of the group is there.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/histogram.hpp"
#include "orrery/rti/rti_ambassador.hpp"

#include "mix_shape.hpp"

namespace orrery::workloads::federation_mix {

// The classes and the space that the mix needs, as in a .fed file.
inline constexpr const char* mix_spaces = "(space Ground (dimension Group))";
std::string mix_object_classes(bool best_effort);
inline constexpr const char* mix_interaction_classes =
    "(class Last reliable receive (parameter sender))";

struct MixHandles {
  rti::ObjectClassHandle entity;
  rti::AttributeHandle state;
  rti::InteractionClassHandle last;
  rti::ParameterHandle sender;
  rti::DimensionHandle group;
  std::uint64_t width = 1;  // of a group's range

  static rti::Result<MixHandles> find(rti::RtiAmbassador& rti, std::int32_t groups);
};

// A region that is a group's, to be committed.
rti::Result<rti::RegionHandle> make_region(rti::RtiAmbassador& rti, const MixHandles& handles,
                                           Group group);

// Until there is room, giving the RTI its turn meanwhile; not within a callback.
template <class Service>
auto insist(rti::RtiAmbassador& rti, const Service& service) {
  constexpr std::int64_t patience_ns = 10'000'000'000;
  const std::int64_t until_ns = base::now_ns() + patience_ns;
  for (;;) {
    auto done = service();
    if (done || done.error().code != rti::ErrorCode::Congested || base::now_ns() > until_ns) {
      return done;
    }
    (void)rti.evoke_multiple_callbacks(0.0005, 0.0005);
  }
}

class Memberships {
 public:
  Memberships(const MixShape& shape, int federate);

  rti::Status subscribe(rti::RtiAmbassador& rti, const MixHandles& handles);
  // Leaves one of the groups that come and go for another; nothing if all are being joined, or none is left to join.
  rti::Status change(rti::RtiAmbassador& rti, const MixHandles& handles, base::Random& random,
                     std::int64_t now_ns);
  // Asks for the groups of which nothing has come, and that have not been asked for since this long.
  static constexpr std::int64_t ask_again_ns = 200'000'000;
  rti::Status ask_again(rti::RtiAmbassador& rti, const MixHandles& handles, std::int64_t now_ns);

  [[nodiscard]] bool joining() const { return !joining_.empty(); }

  enum class From : std::uint8_t { kept, current, left, stray };
  // A message of this group has come.
  From heard(Group group, std::int64_t now_ns);
  // Only what is begun from now on is measured.
  void begin_measuring();
  // The joins that are over, and how many are not though they should be.
  [[nodiscard]] const base::Histogram& join_times() const { return join_times_; }
  [[nodiscard]] std::uint64_t waiting_longer_than(std::int64_t limit_ns, std::int64_t now_ns) const;

 private:
  struct Membership {
    rti::RegionHandle region;
    bool kept = false;
    std::int64_t joining_since_ns = 0;  // 0: it is a member
    std::int64_t asked_at_ns = 0;
    bool measured = false;
  };

  rti::Status join(rti::RtiAmbassador& rti, const MixHandles& handles, Group group, bool kept);

  const std::vector<Group> first_;
  const std::size_t kept_;
  const Group groups_;
  std::unordered_map<Group, Membership> members_;
  std::vector<Group> floating_;
  std::vector<Group> joining_;
  std::unordered_set<Group> left_;  // ever
  bool measuring_ = false;
  base::Histogram join_times_;
};

}  // namespace orrery::workloads::federation_mix
