#include "data/one_shots.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/newest_values.hpp"

namespace orrery::rti {

Status OneShots::hold(Local& local, DataHead head, std::span<const Item> items, Bytes tag,
                      Refusal refusal) {
  const std::size_t bytes = data_bytes(items, tag);
  if (auto status = router_.fits(bytes); !status) return status;
  if (local.one_shot_bytes > 0 && local.one_shot_bytes + bytes > most_bytes_) {
    ++counters_.congested;
    if (refusal == Refusal::must_not_be) return {};
    return error(ErrorCode::Congested, "too much waits for its time");
  }
  head.items = static_cast<std::uint16_t>(items.size());
  std::vector<std::byte> message(bytes);
  write_data(message.data(), head, items, tag);
  local.one_shots.emplace(head.time, std::move(message));
  local.one_shot_bytes += bytes;
  return {};
}

bool OneShots::drop(Local& local, std::uint64_t serial) {
  return std::erase_if(local.one_shots, [&](const auto& each) {
           if ((read_as<DataHead>(each.second).serial & UINT32_MAX) != serial) return false;
           local.one_shot_bytes -= each.second.size();
           return true;
         }) > 0;
}

void OneShots::release(Federation& federation) {
  for (Local* local : federation.locals) {
    while (!local->one_shots.empty() && local->one_shots.begin()->first <= local->rules.time) {
      const std::vector<std::byte> message = std::move(local->one_shots.begin()->second);
      local->one_shots.erase(local->one_shots.begin());
      local->one_shot_bytes -= message.size();
      auto head = read_as<DataHead>(message);
      head.serial = local->transportation_changes;
      std::vector<Item> items;
      std::vector<RegionId> regions;
      std::vector<std::byte> sent_regions;
      Bytes tag;
      if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
            items.push_back({handle, value});
            if (handle != regions_item) return;
            while (const auto sent = take_sent_region(value)) {
              const auto found = local->regions.find(sent->region);
              if (found == local->regions.end()) continue;
              regions.push_back(sent->region);
              put_sent_region(sent_regions, sent->region, found->second.as_committed);
            }
            items.back().value = sent_regions;
          })) {
        continue;
      }
      NodeSet nodes = 0;
      if (static_cast<DataKind>(head.head.detail) == DataKind::interaction) {
        const auto interaction_class = static_cast<std::uint16_t>(head.target);
        const bool in_regions = !items.empty() && items.back().handle == regions_item;
        if ((in_regions && regions.empty()) ||
            !federation.members.at(local->handle)
                 .published_interactions.contains(interaction_class))
          continue;
        nodes = router_.interaction_nodes(federation, interaction_class, regions);
      } else {
        Object* const object = federation.find(head.target);
        if (object == nullptr || object->deleted) continue;
        std::erase_if(
            items, [&](const Item& each) { return object->owners[each.handle] != local->handle; });
        if (items.empty()) continue;
        nodes = router_.attribute_nodes(federation, *object, items);
        NewestValues::forget(federation, *object, items);
      }
      (void)router_.send(federation, local, head, items, tag, nodes, Refusal::must_not_be);
    }
  }
}

}  // namespace orrery::rti
