// Messages between nodes; docs/formats/rti-messages.md. Little-endian, as the machines we run on.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

static_assert(std::endian::native == std::endian::little);

// The kinds of the log, and `data_part`, go in parts as large as the channel takes; detail 1: the last part.
enum class MessageKind : std::uint8_t {
  operation = 1,
  order,        // by the sequencer: the next operation is the next of this origin
  applied,      // to the sequencer: up to which number
  stable,       // by the sequencer: up to which number all have applied
  again,        // the payload of a lost node's operation
  doubt,        // to the sequencer: one node has lost another
  view_change,  // by a node that is to order: who is lost, what is known of the order
  report,       // to it: what is known here
  start,        // by it: from where on its orders count
  bye,          // nothing will come: the node leaves
  data,         // the rest wait for what their sender knew
  bound,        // timing's
  epoch,
  echo,       // to be answered at once; detail 1: the answer
  data_part,  // of a message of data that is larger than the channel takes
  taken,      // to be answered once federates have taken the data before it; detail 1: the answer
  hello,      // to a newcomer: this node has its channel
  ask_join,   // by a newcomer, to all: the nodes that it reaches
  joined,     // to a newcomer: it has joined; the node that sends it the state
  state,      // to a newcomer: the log and all federations, as right after it has joined
  refused,    // to a newcomer: why it cannot join
};
constexpr bool is_of_joining(MessageKind kind) { return kind >= MessageKind::hello; }
constexpr bool is_of_log(MessageKind kind) {
  return kind <= MessageKind::bye || (is_of_joining(kind) && kind <= MessageKind::refused);
}

struct MessageHead {
  MessageKind kind = MessageKind::data;
  std::uint8_t detail = 0;
  std::uint8_t order = 0;
  std::uint8_t flags = 0;
  std::uint32_t federation = 0;
  std::uint64_t stamp = 0;  // the number of operations that the sender had applied
};

// The content of order, applied and stable.
struct Order {
  std::uint64_t number = 0;
  std::uint64_t stable = 0;  // what all have applied
  std::uint64_t held = 0;    // applied: what its sender holds; else what enough nodes hold
  std::uint32_t origin = 0;
  std::uint32_t unused = 0;
};

struct EchoMessage {
  MessageHead head;
  std::int64_t sent_ns = 0;  // of its sender's clock
};

struct TakenMessage {
  MessageHead head;
  std::uint64_t number =
      0;  // messages that the asking node had sent to the other, in the federation
};

enum class DataKind : std::uint8_t {
  update = 1,
  interaction,
  remove,
  retract,
  request_update,
  newest,                // the number of the newest value that was sent
  want_newest,           // to its sender: it has not come
  request_class_update,  // target: the class; each attribute's value: regions, or none: everywhere
};
inline constexpr std::uint8_t best_effort_flag = 1;
inline constexpr std::uint8_t timed_flag = 2;
inline constexpr std::uint8_t stamped_flag = 4;  // at a receiver: delivered in time-stamp order
inline constexpr unsigned service_shift = 3;     // two bits: which kind of best effort
inline constexpr std::uint8_t asked_for_flag = 32;
inline constexpr std::uint8_t early_flag = 64;  // at a receiver: its sender may still retract it

constexpr std::uint8_t flags_of(TransportationType type) {
  if (type == TransportationType::reliable) return 0;
  return static_cast<std::uint8_t>(best_effort_flag | (static_cast<unsigned>(type) - 1)
                                                          << service_shift);
}
constexpr TransportationType type_of(std::uint8_t flags) {
  if ((flags & best_effort_flag) == 0) return TransportationType::reliable;
  return static_cast<TransportationType>(1 + ((flags >> service_shift) & 3));
}

struct DataHead {
  MessageHead head;
  std::uint32_t federate = 0;
  std::uint16_t items = 0;
  // At a receiver: one more than the class as which it receives the interaction; 0: that to which it is subscribed.
  std::uint16_t received_as = 0;
  std::uint64_t target = 0;  // object, or interaction class as sent
  std::int64_t time = 0;
  std::uint64_t colour = 0;  // timing's tag
  // Of the message, for retraction. Best effort: the changes of transportation that its federate had made; in timestamp order these
  // are in the upper half, and the message's serial in the lower half.
  std::uint64_t serial = 0;
};
static_assert(sizeof(DataHead) == 56);

inline constexpr unsigned changes_shift = 32;
// The serial of best-effort data in timestamp order.
constexpr std::uint64_t serial_with(std::uint64_t serial, std::uint64_t transportation_changes) {
  return (transportation_changes << changes_shift) | (serial & UINT32_MAX);
}
// The changes of transportation that the sender of best-effort data had made.
constexpr std::uint64_t transportation_changes(const DataHead& head) {
  return head.head.order == 1 ? head.serial >> changes_shift : head.serial;
}

// A message's retraction designator, from its sender and serial.
constexpr std::uint64_t retraction_of(std::uint32_t federate, std::uint64_t serial) {
  return (std::uint64_t{federate} << 32) | (serial & UINT32_MAX);
}

struct ItemHead {
  std::uint16_t handle = 0;
  std::uint16_t unused = 0;
  std::uint32_t bytes = 0;
};

// An item's handle that is no parameter: the regions in which an interaction is sent (regions.hpp).
inline constexpr std::uint16_t regions_item = UINT16_MAX;

struct Item {
  std::uint16_t handle = 0;
  Bytes value;
};

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

inline std::size_t data_bytes(std::span<const Item> items, Bytes tag) {
  std::size_t bytes = sizeof(DataHead) + tag.size();
  for (const Item& item : items) bytes += sizeof(ItemHead) + padded(item.value.size());
  return bytes;
}

// Writes data_bytes() bytes. The head's counts are the caller's.
inline void write_data(std::byte* out, const DataHead& head, std::span<const Item> items,
                       Bytes tag) {
  std::memcpy(out, &head, sizeof head);
  out += sizeof head;
  for (const Item& item : items) {
    const ItemHead said{item.handle, 0, static_cast<std::uint32_t>(item.value.size())};
    std::memcpy(out, &said, sizeof said);
    out += sizeof said;
    if (!item.value.empty()) std::memcpy(out, item.value.data(), item.value.size());
    const std::size_t whole = padded(item.value.size());
    std::memset(out + item.value.size(), 0, whole - item.value.size());
    out += whole;
  }
  if (!tag.empty()) std::memcpy(out, tag.data(), tag.size());
}

template <class T>
T read_as(Bytes bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// Calls each(handle, value); false if the message is shorter than its items. The rest of the message is the tag.
template <class Each>
bool for_items(Bytes message, const DataHead& head, Bytes& tag, Each&& each) {
  std::size_t at = sizeof(DataHead);
  for (std::uint16_t i = 0; i < head.items; ++i) {
    if (message.size() - at < sizeof(ItemHead)) return false;
    const auto item = read_as<ItemHead>(message.subspan(at));
    at += sizeof(ItemHead);
    if (message.size() - at < padded(item.bytes)) return false;
    each(item.handle, message.subspan(at, item.bytes));
    at += padded(item.bytes);
  }
  tag = message.subspan(at);
  return true;
}

class Writer {
 public:
  explicit Writer(std::vector<std::byte>& out) : to_(out) {}
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    to_.insert(to_.end(), raw, raw + sizeof value);
  }
  void put(Bytes bytes) {
    put(static_cast<std::uint32_t>(bytes.size()));
    to_.insert(to_.end(), bytes.begin(), bytes.end());
  }
  void put(const std::string& text) { put(std::as_bytes(std::span(text))); }

 private:
  std::vector<std::byte>& to_;
};

// Reads what a Writer wrote; after anything else ok() is false and values are zero.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}
  template <class T>
    requires std::is_trivially_copyable_v<T>
  T get() {
    T value{};
    if (bytes_.size() < sizeof value) {
      ok_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }
  Bytes bytes() {
    const auto size = get<std::uint32_t>();
    if (!ok_ || bytes_.size() < size) {
      ok_ = false;
      return {};
    }
    const Bytes result = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return result;
  }
  std::string text() {
    const Bytes raw = bytes();
    return {reinterpret_cast<const char*>(raw.data()), raw.size()};
  }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool complete() const { return ok_ && bytes_.empty(); }

 private:
  Bytes bytes_;
  bool ok_ = true;
};

}  // namespace orrery::rti
