#include "memberships.hpp"

#include <algorithm>
#include <span>

namespace orrery::workloads::federation_mix {

namespace {

// Upper bound of every dimension of a .fed file.
constexpr std::uint64_t whole_range = UINT32_MAX;

}  // namespace

std::string mix_object_classes(bool best_effort) {
  const std::string how = best_effort ? "best_effort" : "reliable";
  return "(class Entity (attribute state " + how + " receive Ground))";
}

rti::Result<MixHandles> MixHandles::find(rti::RtiAmbassador& rti, std::int32_t groups) {
  const auto entity = rti.get_object_class_handle("Entity");
  if (!entity) return entity.error();
  const auto state = rti.get_attribute_handle(*entity, "state");
  if (!state) return state.error();
  const auto last = rti.get_interaction_class_handle("Last");
  if (!last) return last.error();
  const auto sender = rti.get_parameter_handle(*last, "sender");
  if (!sender) return sender.error();
  const auto group = rti.get_dimension_handle("Ground.Group");
  if (!group) return group.error();
  return MixHandles{*entity, *state, *last,
                    *sender, *group, whole_range / static_cast<std::uint64_t>(groups)};
}

rti::Result<rti::RegionHandle> make_region(rti::RtiAmbassador& rti, const MixHandles& handles,
                                           Group group) {
  const auto region = rti.create_region(std::span(&handles.group, 1));
  if (!region) return region.error();
  const rti::RangeBounds bounds{group * handles.width, (group + 1) * handles.width};
  if (auto set = rti.set_range_bounds(*region, handles.group, bounds); !set) return set.error();
  return *region;
}

Memberships::Memberships(const MixShape& shape, int federate)
    : first_(shape.groups_of(federate)),
      kept_(shape.kept()),
      groups_(static_cast<Group>(shape.plan().groups)) {}

rti::Status Memberships::join(rti::RtiAmbassador& rti, const MixHandles& handles, Group group,
                              bool kept) {
  const auto region = make_region(rti, handles, group);
  if (!region) return region.error();
  auto done = insist(rti, [&] { return rti.commit_region_modifications(std::span(&*region, 1)); });
  if (!done) return done;
  const rti::AttributeRegions wanted{{handles.state}, {*region}};
  done = insist(rti, [&] {
    return rti.subscribe_object_class_attributes_with_regions(handles.entity,
                                                              std::span(&wanted, 1));
  });
  if (!done) return done;
  members_[group] = {*region, kept, 0, 0, measuring_};
  if (!kept) floating_.push_back(group);
  return {};
}

rti::Status Memberships::subscribe(rti::RtiAmbassador& rti, const MixHandles& handles) {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (auto done = join(rti, handles, first_[i], i < kept_); !done) return done;
  }
  return {};
}

rti::Status Memberships::change(rti::RtiAmbassador& rti, const MixHandles& handles,
                                base::Random& random, std::int64_t now_ns) {
  if (floating_.empty() || members_.size() >= groups_) return {};
  const std::size_t at = random.below(floating_.size());
  const Group old = floating_[at];
  Membership& membership = members_.at(old);
  if (membership.joining_since_ns != 0) return {};
  Group next = old;
  while (members_.contains(next)) next = static_cast<Group>(random.below(groups_));

  const rti::AttributeRegions gone{{handles.state}, {membership.region}};
  auto done = insist(rti, [&] {
    return rti.unsubscribe_object_class_attributes_with_regions(handles.entity,
                                                                std::span(&gone, 1));
  });
  if (!done) return done;
  const rti::RegionHandle region = membership.region;
  if (done = insist(rti, [&] { return rti.delete_region(region); }); !done) return done;
  members_.erase(old);
  left_.insert(old);
  floating_.erase(floating_.begin() + static_cast<std::ptrdiff_t>(at));
  if (done = join(rti, handles, next, false); !done) return done;
  members_.at(next).joining_since_ns = now_ns;
  joining_.push_back(next);
  return ask_again(rti, handles, now_ns);
}

rti::Status Memberships::ask_again(rti::RtiAmbassador& rti, const MixHandles& handles,
                                   std::int64_t now_ns) {
  for (const Group group : joining_) {
    Membership& membership = members_.at(group);
    if (now_ns - membership.asked_at_ns < ask_again_ns) continue;
    const rti::AttributeRegions wanted{{handles.state}, {membership.region}};
    auto asked =
        rti.request_attribute_value_update_with_regions(handles.entity, std::span(&wanted, 1));
    if (!asked && asked.error().code != rti::ErrorCode::Congested) return asked;
    membership.asked_at_ns = now_ns;
  }
  return {};
}

Memberships::From Memberships::heard(Group group, std::int64_t now_ns) {
  const auto at = members_.find(group);
  if (at == members_.end()) return left_.contains(group) ? From::left : From::stray;
  Membership& membership = at->second;
  if (membership.kept) return From::kept;
  if (membership.joining_since_ns != 0) {
    if (membership.measured) {
      join_times_.record(static_cast<std::uint64_t>(now_ns - membership.joining_since_ns));
    }
    membership.joining_since_ns = 0;
    std::erase(joining_, group);
  }
  return From::current;
}

void Memberships::begin_measuring() { measuring_ = true; }

std::uint64_t Memberships::waiting_longer_than(std::int64_t limit_ns, std::int64_t now_ns) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(joining_, [&](Group group) {
    const Membership& membership = members_.at(group);
    return membership.measured && now_ns - membership.joining_since_ns > limit_ns;
  }));
}

}  // namespace orrery::workloads::federation_mix
