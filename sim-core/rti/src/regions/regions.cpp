#include "regions/regions.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace orrery::rti {
namespace {

// Of a space. More of them filter better and cost more when a region changes.
constexpr std::uint64_t most_cells = 4096;

// As many cells in each dimension, so that no dimension filters at the cost of another.
std::vector<group::Dimension> cut(const ObjectModel& model,
                                  std::span<const DimensionHandle> dimensions) {
  std::uint32_t cells = 1;
  const auto fits = [&](std::uint64_t each) {
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < dimensions.size() && all <= most_cells; ++i) all *= each;
    return all <= most_cells;
  };
  while (!dimensions.empty() && fits(cells + 1)) ++cells;
  std::vector<group::Dimension> made;
  for (const DimensionHandle each : dimensions) {
    const std::uint64_t upper = model.dimensions()[each.value].upper_bound;
    made.push_back({upper, static_cast<std::uint32_t>(std::min<std::uint64_t>(cells, upper))});
  }
  return made;
}

// Divides the dimensions into at most `groups` cells. Each dimension in turn gets one cell more, while there are groups left.
std::vector<group::Dimension> cut_for_groups(std::vector<group::Dimension> dimensions,
                                             std::uint32_t groups) {
  std::uint64_t all = 1;
  for (group::Dimension& each : dimensions) each.cells = 1;
  for (bool more = true; more;) {
    more = false;
    for (group::Dimension& each : dimensions) {
      const std::uint64_t then = all / each.cells * (each.cells + 1);
      if (then > groups || each.cells >= each.upper) continue;
      ++each.cells;
      all = then;
      more = true;
    }
  }
  return dimensions;
}

group::Grid grid_of(std::vector<group::Dimension> dimensions) {
  auto grid = group::Grid::create(std::move(dimensions));
  if (!grid) std::abort();  // a programming error: those that cut keep the grid's limits
  return std::move(*grid);
}

}  // namespace

void keep_each_once(std::vector<std::uint64_t>& objects) {
  std::ranges::sort(objects);
  const auto repeated = std::ranges::unique(objects);
  objects.erase(repeated.begin(), repeated.end());
}

void put_sent_region(std::vector<std::byte>& out, RegionId region, const group::Region& ranges) {
  Writer writer(out);
  writer.put(region);
  writer.put(std::uint64_t{ranges.size()});
  for (const group::Range& each : ranges) writer.put(each);
}

std::optional<SentRegion> take_sent_region(Bytes& list) {
  constexpr std::size_t head = sizeof(RegionId) + sizeof(std::uint64_t);
  if (list.size() < head) return {};
  const auto ranges = read_as<std::uint64_t>(list.subspan(sizeof(RegionId)));
  if (ranges > (list.size() - head) / sizeof(group::Range)) return {};
  const std::size_t bytes = ranges * sizeof(group::Range);
  const SentRegion sent{read_as<RegionId>(list), list.subspan(head, bytes)};
  list = list.subspan(head + bytes);
  return sent;
}

bool are_sent_regions(Bytes list) {
  while (take_sent_region(list)) {
  }
  return list.empty();
}

bool SentRegion::overlaps(const group::Region& other) const {
  const std::size_t count = std::min(ranges.size() / sizeof(group::Range), other.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto own = read_as<group::Range>(ranges.subspan(i * sizeof(group::Range)));
    if (own.lower >= other[i].upper || other[i].lower >= own.upper) return false;
  }
  return true;
}

Regions::SpaceId Regions::space(const ObjectModel& model,
                                std::span<const DimensionHandle> dimensions) {
  std::vector<DimensionHandle> sorted(dimensions.begin(), dimensions.end());
  std::ranges::sort(sorted);
  const auto found = by_dimensions_.find(sorted);
  if (found != by_dimensions_.end()) return found->second;
  std::vector<group::Dimension> sizes = cut(model, sorted);
  group::Grid grid = grid_of(sizes);
  group::Grid group_grid = grid_of(cut_for_groups(sizes, groups_));
  const std::size_t cells = grid.cells();
  spaces_.push_back({sorted, std::move(sizes), std::move(grid), std::move(group_grid),
                     std::vector<std::vector<Count>>(cells),
                     std::vector<std::vector<RegionId>>(cells),
                     std::vector<std::vector<Subscribed>>(cells)});
  by_dimensions_.emplace(std::move(sorted), spaces_.size() - 1);
  return spaces_.size() - 1;
}

void Regions::settle(const Space& space, const group::Region& ranges, Place& place) const {
  group::Region projected;
  for (std::size_t i = 0; i < space.dimensions.size(); ++i) {
    const std::uint16_t at = space.dimensions[i].value;
    // A dimension may have come with a later federate's module.
    projected.push_back(at < ranges.size() ? ranges[at] : group::Range{0, space.cut[i].upper});
  }
  place.cells = space.grid.cells_of(projected);
  if (groups_ == 0) return;
  place.groups = 0;
  for (const group::CellId cell : space.group_grid.cells_of(projected)) {
    place.groups |= group_of(cell, groups_);
  }
}

void Regions::count_groups(std::uint32_t node, const Place& place, bool more) {
  if (place.groups == 0) return;
  if (by_node_.size() <= node) by_node_.resize(node + 1);
  GroupCounts& its = by_node_[node];
  for (GroupSet left = place.groups; left != 0; left &= left - 1) {
    const auto group = static_cast<std::size_t>(std::countr_zero(left));
    std::uint32_t& count = its.subscriptions[group];
    count = more ? count + place.subscriptions : count - place.subscriptions;
    const GroupSet bit = GroupSet{1} << group;
    its.groups = count > 0 ? its.groups | bit : its.groups & ~bit;
  }
}

void Regions::enter(SpaceId space, RegionId id, const Region& region, const Place& place) {
  count_groups(region.node, place, true);
  for (const group::CellId cell : place.cells) {
    spaces_[space].subscribed[cell].push_back({id, &region});
    auto& counts = spaces_[space].cells[cell];
    const auto at = std::ranges::find(counts, region.node, &Count::node);
    if (at == counts.end()) {
      counts.push_back({region.node, place.subscriptions});
    } else {
      at->subscriptions += place.subscriptions;
    }
  }
}

void Regions::leave(SpaceId space, RegionId id, const Region& region, const Place& place) {
  count_groups(region.node, place, false);
  for (const group::CellId cell : place.cells) {
    std::erase_if(spaces_[space].subscribed[cell],
                  [&](const Subscribed& each) { return each.id == id; });
    auto& counts = spaces_[space].cells[cell];
    const auto at = std::ranges::find(counts, region.node, &Count::node);
    at->subscriptions -= place.subscriptions;
    if (at->subscriptions == 0) counts.erase(at);
  }
}

void Regions::list(SpaceId space, RegionId region, const Place& place) {
  for (const group::CellId cell : place.cells) spaces_[space].used[cell].push_back(region);
}

void Regions::unlist(SpaceId space, RegionId region, const Place& place) {
  for (const group::CellId cell : place.cells) std::erase(spaces_[space].used[cell], region);
}

void Regions::commit(RegionId id, std::uint32_t node, group::Region ranges,
                     std::vector<DimensionHandle> dimensions) {
  Region& region = regions_[id];
  ++version_;
  for (auto& [space, place] : region.places) {
    if (place.subscriptions > 0) leave(space, id, region, place);
    if (!place.objects.empty()) unlist(space, id, place);
    settle(spaces_[space], ranges, place);
    if (place.subscriptions > 0) enter(space, id, region, place);
    if (!place.objects.empty()) list(space, id, place);
  }
  region.node = node;
  region.ranges = std::move(ranges);
  region.dimensions = std::move(dimensions);
}

void Regions::erase(RegionId id) {
  const auto found = regions_.find(id);
  if (found == regions_.end()) return;
  ++version_;
  for (const auto& [space, place] : found->second.places) {
    if (place.subscriptions > 0) leave(space, id, found->second, place);
    if (!place.objects.empty()) unlist(space, id, place);
  }
  regions_.erase(found);
}

void Regions::erase_of(std::uint32_t federate) {
  std::vector<RegionId> its;
  for (const auto& [id, region] : regions_) {
    if (creator_of(id) == federate) its.push_back(id);
  }
  for (const RegionId id : its) erase(id);
}

bool Regions::overlap(RegionId a, RegionId b) const {
  const auto first = regions_.find(a);
  const auto second = regions_.find(b);
  return first != regions_.end() && second != regions_.end() &&
         group::overlap(first->second.ranges, second->second.ranges);
}

Regions::Place& Regions::place(SpaceId space, Region& region) {
  const auto [at, made] = region.places.try_emplace(space);
  if (made) settle(spaces_[space], region.ranges, at->second);
  return at->second;
}

void Regions::subscribe(SpaceId space, RegionId id) {
  Region& region = regions_.at(id);
  ++version_;
  Place& at = place(space, region);
  if (at.subscriptions > 0) leave(space, id, region, at);
  ++at.subscriptions;
  enter(space, id, region, at);
}

void Regions::unsubscribe(SpaceId space, RegionId id) {
  Region& region = regions_.at(id);
  ++version_;
  Place& at = place(space, region);
  leave(space, id, region, at);
  --at.subscriptions;
  if (at.subscriptions > 0) enter(space, id, region, at);
}

void Regions::use(SpaceId space, RegionId id, std::uint64_t object) {
  Place& at = place(space, regions_.at(id));
  if (at.objects.empty()) list(space, id, at);
  at.objects.insert(object);
}

void Regions::end_use(SpaceId space, RegionId id, std::uint64_t object) {
  const auto found = regions_.find(id);
  if (found == regions_.end()) return;  // it went with its federate
  Place& at = place(space, found->second);
  const auto one = at.objects.find(object);
  if (one == at.objects.end()) return;
  at.objects.erase(one);
  if (at.objects.empty()) unlist(space, id, at);
}

bool Regions::used(RegionId id) const {
  const auto found = regions_.find(id);
  return found != regions_.end() && std::ranges::any_of(found->second.places, [](const auto& each) {
           return !each.second.objects.empty();
         });
}

std::vector<std::uint64_t> Regions::objects_in(RegionId id) const {
  std::vector<std::uint64_t> objects;
  const auto found = regions_.find(id);
  if (found == regions_.end()) return objects;
  for (const auto& [space, place] : found->second.places) {
    objects.insert(objects.end(), place.objects.begin(), place.objects.end());
  }
  keep_each_once(objects);
  return objects;
}

void Regions::add_near(SpaceId space, const Place& place,
                       std::vector<std::uint64_t>& objects) const {
  for (const group::CellId cell : place.cells) {
    for (const RegionId near : spaces_[space].used[cell]) {
      const auto& its = regions_.at(near).places.at(space).objects;
      objects.insert(objects.end(), its.begin(), its.end());
    }
  }
}

std::vector<std::uint64_t> Regions::used_near(RegionId id) const {
  std::vector<std::uint64_t> objects;
  const auto found = regions_.find(id);
  if (found == regions_.end()) return objects;
  for (const auto& [space, place] : found->second.places) add_near(space, place, objects);
  keep_each_once(objects);
  return objects;
}

std::vector<std::uint64_t> Regions::used_near(SpaceId space, RegionId id) {
  std::vector<std::uint64_t> objects;
  const auto found = regions_.find(id);
  if (found != regions_.end()) add_near(space, place(space, found->second), objects);
  keep_each_once(objects);
  return objects;
}

NodeSet Regions::subscribers(SpaceId space, std::span<const RegionId> regions) {
  NodeSet nodes = 0;
  for (const RegionId id : regions) {
    const auto found = regions_.find(id);
    if (found == regions_.end()) continue;
    for (const group::CellId cell : place(space, found->second).cells) {
      for (const Count& each : spaces_[space].cells[cell]) nodes |= only(each.node);
    }
  }
  return nodes;
}

GroupSet Regions::groups_of(SpaceId space, std::span<const RegionId> regions) {
  GroupSet groups = 0;
  for (const RegionId id : regions) {
    const auto found = regions_.find(id);
    if (found != regions_.end()) groups |= place(space, found->second).groups;
  }
  return groups;
}

}  // namespace orrery::rti
