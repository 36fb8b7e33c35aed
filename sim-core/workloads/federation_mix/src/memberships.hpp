// The groups that a federate receives, as regions of its subscriptions. It keeps some groups, and leaves others for new ones.
// A group is a range of the single dimension.
//
// A federate that joins a group asks for the state of the group's objects. The join is complete when the group's first
// message arrives.
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

// The routing space and the classes of the mix, in the syntax of a .fed file.
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

// Creates the region of a group, with bounds that are set but not committed.
rti::Result<rti::RegionHandle> make_region(rti::RtiAmbassador& rti, const MixHandles& handles,
                                           Group group);

// Repeats `service` while it returns Congested, for at most 10 s, and evokes callbacks meanwhile. Must not be called in a
// callback.
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
  // Leaves a random group of those that come and go, and joins another. Does nothing if the chosen group is still being
  // joined, or if no other group is left.
  rti::Status change(rti::RtiAmbassador& rti, const MixHandles& handles, base::Random& random,
                     std::int64_t now_ns);
  // Asks for the state of the groups that are being joined, each at most once in this interval.
  static constexpr std::int64_t ask_again_ns = 200'000'000;
  rti::Status ask_again(rti::RtiAmbassador& rti, const MixHandles& handles, std::int64_t now_ns);

  [[nodiscard]] bool joining() const { return !joining_.empty(); }

  enum class From : std::uint8_t { kept, current, left, stray };
  // Reports that a message of `group` has arrived. Returns what the group is to the federate; stray: it never joined the
  // group.
  From heard(Group group, std::int64_t now_ns);
  // Joins that begin after this call are measured.
  void begin_measuring();
  // Durations of the measured joins that are complete, in ns, and the number of those that have waited longer than
  // `limit_ns`.
  [[nodiscard]] const base::Histogram& join_times() const { return join_times_; }
  [[nodiscard]] std::uint64_t waiting_longer_than(std::int64_t limit_ns, std::int64_t now_ns) const;

 private:
  struct Membership {
    rti::RegionHandle region;
    bool kept = false;
    std::int64_t joining_since_ns = 0;  // 0: the join is complete
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
  std::unordered_set<Group> left_;  // all groups that it ever left
  bool measuring_ = false;
  base::Histogram join_times_;
};

}  // namespace orrery::workloads::federation_mix
