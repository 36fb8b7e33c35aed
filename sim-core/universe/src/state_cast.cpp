#include "state_cast.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <new>

namespace orrery::universe {

namespace {

constexpr std::size_t ring_bytes = std::size_t{64} * 1024;
constexpr std::uint64_t least_slots = 8;

std::vector<ComponentName> all_names(const System& system) {
  std::vector<ComponentName> names;
  names.reserve(system.entities() * system.monitors);
  for (EntityId entity = 0; entity < system.entities(); ++entity) {
    for (std::uint32_t c = 0; c < system.monitors; ++c) names.push_back(component_name(entity, c));
  }
  return names;
}

std::string_view view_of(const char* name) { return {name, ::strnlen(name, component_name_bytes)}; }

}  // namespace

ComponentName component_name(EntityId entity, std::uint32_t component) {
  ComponentName name{};
  (void)std::snprintf(name.data(), name.size(), "entity[%u].component[%u]", entity, component);
  return name;
}

base::Result<std::unique_ptr<StateCast>> StateCast::create(const System& system,
                                                           std::size_t readers) {
  const std::size_t slot = component_name_bytes + sizeof(MessageHeader) + system.state_bytes;
  const std::uint64_t slots =
      std::bit_floor(std::max<std::uint64_t>(least_slots, ring_bytes / slot));
  auto memory = base::SharedMemory::create((readers + 1) * sizeof(Cursor) + slots * (slot + 8));
  if (!memory) return memory.error();
  return std::unique_ptr<StateCast>(new StateCast(system, readers, slots, std::move(*memory)));
}

StateCast::StateCast(const System& system, std::size_t readers, std::uint64_t slots,
                     base::SharedMemory memory)
    : system_(system),
      state_bytes_(system.state_bytes),
      slot_bytes_((component_name_bytes + sizeof(MessageHeader) + state_bytes_ + 7) / 8 * 8),
      slots_(slots),
      readers_(readers),
      memory_(std::move(memory)),
      cursors_(reinterpret_cast<Cursor*>(memory_.data())),
      slots_at_(memory_.data() + (readers + 1) * sizeof(Cursor)),
      bells_(readers),
      names_(all_names(system)) {
  for (std::size_t i = 0; i <= readers; ++i) new (&cursors_[i]) Cursor;
}

bool StateCast::put(std::span<const std::byte> message) {
  if (written_ - least_read_ == slots_) {
    least_read_ = written_;
    for (std::size_t i = 1; i <= readers_; ++i) {
      least_read_ = std::min(least_read_, cursor(i).count.load(std::memory_order_acquire));
    }
    if (written_ - least_read_ == slots_) return false;
  }
  const MessageHeader header = read_header(message.data());
  std::byte* to = slot(written_);
  const ComponentName& name =
      names_[std::size_t{header.source} * system_.monitors + header.component];
  std::memcpy(to, name.data(), name.size());
  write_header(to + component_name_bytes, {MessageKind::state_to_manager, 0, 0, header.step});
  std::memcpy(to + component_name_bytes + sizeof(MessageHeader),
              message.data() + sizeof(MessageHeader), state_bytes_);
  ++written_;
  return true;
}

void StateCast::flush() {
  if (published_ == written_) return;
  published_ = written_;
  cursor(0).count.store(written_, std::memory_order_release);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (const auto& bell : bells_) bell->ring_after_fence();
}

StateCast::Reader::Reader(StateCast& cast, std::size_t number)
    : cast_(cast),
      number_(number),
      names_(all_names(cast.system_)),
      message_(sizeof(MessageHeader) + cast.state_bytes_) {
  places_.reserve(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) {
    places_.emplace(view_of(names_[i].data()),
                    Place{static_cast<EntityId>(i / cast.system_.monitors),
                          static_cast<std::uint16_t>(i % cast.system_.monitors)});
  }
}

bool StateCast::Reader::readable() {
  return cast_.cursor(0).count.load(std::memory_order_acquire) != at_;
}

std::span<const std::byte> StateCast::Reader::take() {
  if (lost_ || !readable()) return {};
  const std::byte* from = cast_.slot(at_);
  const auto found = places_.find(view_of(reinterpret_cast<const char*>(from)));
  lost_ = found == places_.end();
  if (lost_) return {};
  MessageHeader header = read_header(from + component_name_bytes);
  header.source = found->second.entity;
  header.component = found->second.component;
  write_header(message_.data(), header);
  std::memcpy(message_.data() + sizeof(MessageHeader),
              from + component_name_bytes + sizeof(MessageHeader), cast_.state_bytes_);
  cast_.cursor(number_ + 1).count.store(++at_, std::memory_order_release);
  return message_;
}

}  // namespace orrery::universe
