// A wait set: one thread waiting on many channels and ports of any kinds, by a wait strategy.
//
// What is said of channels holds for ports as well. It belongs to the thread that owns the doorbell; all its channels were made with that doorbell.
// Channels are borrowed: remove one before it is destroyed. Memory channels cost a look at one
// cache line each per poll (1,000 are fine) and are woken through the doorbell; sockets are polled
// first and slept on by epoll together with the doorbell. No wake-up is lost, and no core is burned
// for ever (see base/wait.hpp). Fair: each wait reports everything that is ready, starting one
// further than the last wait did. It allocates in add() only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "orrery/base/wait.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/port.hpp"

namespace orrery::transport {

struct Event {
  Channel* channel = nullptr;
  std::uint64_t tag = 0;  // as given to add()
  bool readable = false;  // a message, or the end of the channel: peek() says which
  bool writable = false;  // only if asked for by want_writable()
  Port* port = nullptr;   // if it is a port; then `channel` is null
};

class WaitSet {
 public:
  static base::Result<std::unique_ptr<WaitSet>> create(std::shared_ptr<base::Doorbell> bell,
                                                       base::WaitStrategy strategy);
  WaitSet(const WaitSet&) = delete;
  WaitSet& operator=(const WaitSet&) = delete;
  ~WaitSet();

  base::Status add(Channel& channel, std::uint64_t tag);
  base::Status add(Port& port, std::uint64_t tag);
  // Anything else that can be waited on: reported with neither channel nor port.
  base::Status add(Waitable& waited, std::uint64_t tag);
  void remove(const Waitable& waited);
  // Any other descriptor of the caller's (a control pipe): reported by wait() with no channel and
  // this tag, as long as it is readable; looked at every 32 polls. It is not read.
  base::Status add_fd(int fd, std::uint64_t tag);
  void remove_fd(int fd);
  // Also report this channel or port when it can take its greatest message; stays until switched off.
  void want_writable(Waitable& waited, bool want);

  // Asked every 50 ms of waiting; false ends the wait as `cancelled`. May be empty.
  void set_check(std::function<bool()> check);
  void set_strategy(base::WaitStrategy strategy);

  struct Outcome {
    base::WaitOutcome outcome = base::WaitOutcome::timed_out;
    std::span<const Event> events;  // valid until the next call; not empty if ready
  };
  Outcome wait(std::int64_t deadline_ns = base::no_deadline);
  Outcome poll();  // without waiting

  [[nodiscard]] const base::WaitStats& stats() const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct State;
  explicit WaitSet(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace orrery::transport
