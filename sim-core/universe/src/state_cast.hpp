// Sends state updates to all managers of a node at once: a ring in shared memory with one writer and many readers, each of
// which reads every message. A message has the name of the component, because an id would be known to only one receiver.
//
// Made before the managers are; processes inherit it by fork(). After that no call allocates or locks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/transport/waitable.hpp"
#include "orrery/universe/message.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

// For example `entity[17].component[0]`, followed by zeros.
using ComponentName = std::array<char, component_name_bytes>;
ComponentName component_name(EntityId entity, std::uint32_t component);

class StateCast {
 public:
  static base::Result<std::unique_ptr<StateCast>> create(const System& system, std::size_t readers);

  // Called by the universe manager: puts a state update (header, then state) into the ring; the name replaces entity and
  // component. Returns false if the ring is full because a reader has not read its slot: flush, and try again.
  bool put(std::span<const std::byte> message);
  // Makes all that was put visible to the readers, and rings those that sleep.
  void flush();
  // Sets a reader's doorbell, before the first flush().
  void set_bell(std::size_t reader, std::shared_ptr<base::Doorbell> bell) {
    bells_[reader] = std::move(bell);
  }

  // One manager's end. Belongs to its thread.
  class Reader final : public transport::Waitable {
   public:
    Reader(StateCast& cast, std::size_t number);
    bool readable() override;
    bool writable() override { return false; }
    bool pump() override { return readable(); }
    bool alive() override { return true; }
    void want_writable(bool) override {}
    [[nodiscard]] base::Doorbell& bell() const override { return *cast_.bells_[number_]; }

    // Returns the next state update, with entity and component found by name; empty if there is none. Valid until the next
    // call.
    std::span<const std::byte> take();
    // True after a message with an unknown name.
    [[nodiscard]] bool lost() const { return lost_; }

   private:
    struct Place {
      EntityId entity = 0;
      std::uint16_t component = 0;
    };
    StateCast& cast_;
    const std::size_t number_;
    std::uint64_t at_ = 0;
    bool lost_ = false;
    std::vector<ComponentName> names_;
    std::unordered_map<std::string_view, Place> places_;
    std::vector<std::byte> message_;
  };

 private:
  struct alignas(64) Cursor {
    std::atomic<std::uint64_t> count{0};
  };
  StateCast(const System& system, std::size_t readers, std::uint64_t slots,
            base::SharedMemory memory);
  // The memory holds the writer's cursor, the readers' cursors, then the slots of name, header and state.
  Cursor& cursor(std::size_t number) { return cursors_[number]; }
  std::byte* slot(std::uint64_t count) { return slots_at_ + (count & (slots_ - 1)) * slot_bytes_; }

  const System system_;
  const std::size_t state_bytes_;
  const std::size_t slot_bytes_;
  const std::uint64_t slots_;  // a power of two
  const std::size_t readers_;
  const base::SharedMemory memory_;
  Cursor* const cursors_;
  std::byte* const slots_at_;
  std::vector<std::shared_ptr<base::Doorbell>> bells_;
  // Used by the writer only.
  std::uint64_t written_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t least_read_ = 0;
  std::vector<ComponentName> names_;
};

}  // namespace orrery::universe
