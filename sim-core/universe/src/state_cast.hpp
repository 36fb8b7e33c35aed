// State updates to all managers of a node at once: a ring in shared memory with one writer and many readers, each of which
// reads every message. What a component is called stands in the message in place of an id that only one receiver knows.
//
// Made before the managers are; processes inherit it by fork(). Nothing allocates or locks after that.
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

// `entity[17].component[0]`, zeros behind it.
using ComponentName = std::array<char, component_name_bytes>;
ComponentName component_name(EntityId entity, std::uint32_t component);

class StateCast {
 public:
  static base::Result<std::unique_ptr<StateCast>> create(const System& system, std::size_t readers);

  // The universe manager's: a state update (header, then state), in which the name takes the place of entity and component.
  // False: some reader has not yet read what stands there; flush, and try again.
  bool put(std::span<const std::byte> message);
  // What was put is there for all readers; rings those that sleep.
  void flush();
  // By reader; before the first flush().
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

    // The next state update, its entity and component found by name; empty if nothing is there. Valid until the next call.
    std::span<const std::byte> take();
    // A name that nobody has was read.
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
  // The writer's cursor first, then the readers'; then slots of name, header and state.
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
  // The writer's.
  std::uint64_t written_ = 0;
  std::uint64_t published_ = 0;
  std::uint64_t least_read_ = 0;
  std::vector<ComponentName> names_;
};

}  // namespace orrery::universe
