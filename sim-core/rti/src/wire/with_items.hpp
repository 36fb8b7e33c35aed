// A message of data without some of its items.
#pragma once

#include "wire/wire.hpp"

namespace orrery::rti {

// The message with those items alone that `keep` wants: itself if that is all, or if it is malformed (counted where it is
// delivered); empty if none is left; otherwise in `room`.
template <class Keep>
Bytes with_items(const DataHead& head, Bytes message, std::vector<std::byte>& room, Keep&& keep) {
  std::vector<Item> items;
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
        if (keep(handle)) items.push_back({handle, value});
      })) {
    return message;
  }
  if (items.size() == head.items) return message;
  if (items.empty()) return {};
  DataHead fewer = head;
  fewer.items = static_cast<std::uint16_t>(items.size());
  room.resize(data_bytes(items, tag));
  write_data(room.data(), fewer, items, tag);
  return room;
}

}  // namespace orrery::rti
