// The interface that a wait set waits on; channels and ports implement it.
//
// A waitable belongs to the thread that owns its doorbell. Either the peers ring that doorbell (fd() < 0), or the operating system
// reports on a descriptor. A waitable with timers, or with another waitable below it, is `timed`: the wait set pumps it at every
// look if it has no descriptor, and at its deadline if it has one. After pump(), next_deadline_ns() must not be in the past.
#pragma once

#include <cstdint>

#include "orrery/base/doorbell.hpp"
#include "orrery/base/wait.hpp"

namespace orrery::transport {

class Waitable {
 public:
  Waitable(const Waitable&) = delete;
  Waitable& operator=(const Waitable&) = delete;
  virtual ~Waitable() = default;

  // Whether peek() would return something. No system call.
  virtual bool readable() = 0;
  // Whether the greatest message would be taken, or sending would report an end. No system call.
  virtual bool writable() = 0;
  // Moves data between the operating system and this end, and runs timers. Returns readable().
  virtual bool pump() = 0;
  // Whether the peer still lives. May call the kernel. False is final.
  virtual bool alive() = 0;
  // Whether this end is to be woken when it has room to send.
  virtual void want_writable(bool want) = 0;
  // The descriptor to wait on. -1: peers ring the doorbell.
  [[nodiscard]] virtual int fd() const { return -1; }
  // Whether output is pending in this end.
  [[nodiscard]] virtual bool wants_output() const { return false; }
  // Constant for the object's life.
  [[nodiscard]] virtual bool timed() const { return false; }
  [[nodiscard]] virtual std::int64_t next_deadline_ns() const { return base::no_deadline; }
  [[nodiscard]] virtual base::Doorbell& bell() const = 0;

 protected:
  Waitable() = default;
};

}  // namespace orrery::transport
