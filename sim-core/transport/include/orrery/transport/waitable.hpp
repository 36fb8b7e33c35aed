// What a wait set asks of the things that it waits on: channels and ports.
//
// One thread owns a waitable, the owner of its doorbell. Either the peers ring that doorbell
// (fd() < 0) or the operating system has news on a descriptor. A waitable that acts on time, or that
// must look below itself for news, is `timed`: it is pumped at every look if it has no descriptor,
// and at its deadline if it has one. pump() must move a deadline that has passed.
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

  virtual bool readable() = 0;  // peek() would not say empty; no system call
  virtual bool writable() = 0;  // the greatest message would be taken, or there is an end to tell;
                                // no system call
  virtual bool
  pump() = 0;  // moves what the operating system holds (sockets, timers); then readable()
  virtual bool
  alive() = 0;  // asks whether the peer still lives; may make a system call; false is final
  virtual void want_writable(bool want) = 0;  // a sleeping end is to be woken when there is room
  [[nodiscard]] virtual int fd() const {
    return -1;
  }  // >= 0: a descriptor; -1: peers ring the doorbell
  [[nodiscard]] virtual bool wants_output() const {
    return false;
  }  // output is pending in this end
  [[nodiscard]] virtual bool timed() const { return false; }  // for life
  [[nodiscard]] virtual std::int64_t next_deadline_ns() const { return base::no_deadline; }
  [[nodiscard]] virtual base::Doorbell& bell() const = 0;

 protected:
  Waitable() = default;
};

}  // namespace orrery::transport
