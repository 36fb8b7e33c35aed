// Regions that have been committed, and who must be sent what is in one of them. Pure; the same at all nodes.
//
// A region is a range in each of the federation's dimensions, by handle; one that it was created without is
// full. Attributes and interaction classes are compared in a space, their set of dimensions, which is cut
// into cells (group/grid.hpp). A space counts the nodes with subscriptions in each cell: what is sent in a
// region goes to the nodes of its cells, and they, who know the region too, ask overlap().
//
// For multicast, a space has a second grid with as many cells as there are groups, or fewer: each of its cells is sent to one group.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "orrery/group/grid.hpp"
#include "orrery/rti/object_model.hpp"

#include "wire/sets.hpp"
#include "wire/wire.hpp"

namespace orrery::rti {

using RegionId = std::uint64_t;  // its federate's handle, and a number of that federate's

constexpr std::uint32_t creator_of(RegionId region) {
  return static_cast<std::uint32_t>(region >> 32);
}

// Sorted.
void keep_each_once(std::vector<std::uint64_t>& objects);

// The regions that something is sent in, as its message carries them: for each its handle, how many ranges it has (8), and their
// bounds at that time. What becomes of the region later does not concern the message (9.12).
void put_sent_region(std::vector<std::byte>& out, RegionId region, const group::Region& ranges);
struct SentRegion {
  RegionId region = 0;
  Bytes ranges;
  [[nodiscard]] bool overlaps(const group::Region& other) const;
};
// Takes the first region off the list; nothing: the list is empty, or malformed.
std::optional<SentRegion> take_sent_region(Bytes& list);
// Malformed lists are those that leave something over.
bool are_sent_regions(Bytes list);

class Regions {
 public:
  using SpaceId = std::size_t;

  // `groups`: number of multicast groups beside the common one, at most 63.
  explicit Regions(std::uint32_t groups = 0) : groups_(groups) {}
  [[nodiscard]] std::uint32_t groups() const { return groups_; }

  // The space of these dimensions, made when it is first asked for.
  SpaceId space(const ObjectModel& model, std::span<const DimensionHandle> dimensions);

  // New, or changed. `node` is its federate's; `dimensions` are those that it was created with.
  void commit(RegionId region, std::uint32_t node, group::Region ranges,
              std::vector<DimensionHandle> dimensions = {});
  void erase(RegionId region);  // with all its subscriptions
  void erase_of(std::uint32_t federate);
  [[nodiscard]] bool has(RegionId region) const { return regions_.contains(region); }
  template <class Each>
  void for_each(Each&& each) const {
    for (const auto& [id, region] : regions_) each(id, region.ranges, region.dimensions);
  }
  // Of a region that is there.
  [[nodiscard]] const group::Region& ranges(RegionId region) const {
    return regions_.at(region).ranges;
  }
  [[nodiscard]] const std::vector<DimensionHandle>& dimensions(RegionId region) const {
    return regions_.at(region).dimensions;
  }
  [[nodiscard]] bool overlap(RegionId a, RegionId b) const;

  // Of regions that are there. Each subscription is one more, ended by one call.
  void subscribe(SpaceId space, RegionId region);
  void unsubscribe(SpaceId space, RegionId region);
  // Nodes with subscriptions near one of these.
  [[nodiscard]] NodeSet subscribers(SpaceId space, std::span<const RegionId> regions);
  // An object that is updated in a region; each use is one more, ended by one call.
  void use(SpaceId space, RegionId region, std::uint64_t object);
  void end_use(SpaceId space, RegionId region, std::uint64_t object);
  [[nodiscard]] bool used(RegionId region) const;
  // Objects that are updated in this region, and those that are in regions near it, in any space; sorted.
  [[nodiscard]] std::vector<std::uint64_t> objects_in(RegionId region) const;
  [[nodiscard]] std::vector<std::uint64_t> used_near(RegionId region) const;
  // The same in one space, where the region need not have been looked for yet.
  [[nodiscard]] std::vector<std::uint64_t> used_near(SpaceId space, RegionId region);
  // True if the federate subscribes in this space with a region that overlaps `region`, and for which `matches` is true.
  // `region` must be used there, or the answer is false. Quick however many regions the federate has.
  template <class Matches>
  [[nodiscard]] bool any_subscribed_over(SpaceId space, RegionId region, std::uint32_t federate,
                                         Matches&& matches) const {
    const auto found = regions_.find(region);
    if (found == regions_.end()) return false;
    const Region& used = found->second;
    for (const group::CellId cell : used.places.at(space).cells) {
      for (const Subscribed& each : spaces_[space].subscribed[cell]) {
        if (creator_of(each.id) == federate && group::overlap(used.ranges, each.region->ranges) &&
            matches(each.id)) {
          return true;
        }
      }
    }
    return false;
  }
  // The groups of the cells that the regions touch. Without the regions that are not there.
  GroupSet groups_of(SpaceId space, std::span<const RegionId> regions);
  // The groups of the cells that the node subscribes in.
  [[nodiscard]] GroupSet subscribed_groups(std::uint32_t node) const {
    return node < by_node_.size() ? by_node_[node].groups : 0;
  }
  // Changes with whatever subscribers() depends on.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  struct Count {
    std::uint32_t node = 0;
    std::uint32_t subscriptions = 0;
  };
  struct Region;
  struct Subscribed {
    RegionId id = 0;
    const Region* region = nullptr;
  };
  struct Space {
    std::vector<DimensionHandle> dimensions;
    std::vector<group::Dimension> cut;
    group::Grid grid;
    group::Grid group_grid;
    std::vector<std::vector<Count>> cells;
    std::vector<std::vector<RegionId>> used;          // by cell: those with objects
    std::vector<std::vector<Subscribed>> subscribed;  // by cell
  };
  struct Place {  // of a region in a space
    std::vector<group::CellId> cells;
    GroupSet groups = 0;
    std::uint32_t subscriptions = 0;
    std::multiset<std::uint64_t> objects;  // updated in it
  };
  struct Region {
    std::uint32_t node = 0;
    group::Region ranges;
    std::vector<DimensionHandle> dimensions;
    std::map<SpaceId, Place> places;  // where it has been looked for
  };

  // A node's subscriptions in the cells of each group, and the groups with any.
  struct GroupCounts {
    GroupSet groups = 0;
    std::array<std::uint32_t, most_groups> subscriptions{};
  };

  void settle(const Space& space, const group::Region& ranges, Place& place) const;
  void count_groups(std::uint32_t node, const Place& place, bool more);
  Place& place(SpaceId space, Region& region);
  void enter(SpaceId space, RegionId id, const Region& region, const Place& place);
  void leave(SpaceId space, RegionId id, const Region& region, const Place& place);
  void add_near(SpaceId space, const Place& place, std::vector<std::uint64_t>& objects) const;
  void list(SpaceId space, RegionId region, const Place& place);
  void unlist(SpaceId space, RegionId region, const Place& place);

  std::uint32_t groups_;
  std::vector<GroupCounts> by_node_;
  std::vector<Space> spaces_;
  std::map<std::vector<DimensionHandle>, SpaceId> by_dimensions_;
  std::unordered_map<RegionId, Region> regions_;
  std::uint64_t version_ = 1;
};

}  // namespace orrery::rti
