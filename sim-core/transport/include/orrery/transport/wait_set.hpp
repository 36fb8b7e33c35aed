// A wait set: one thread waits on many channels and ports of any kind, with a wait strategy (base/wait.hpp).
//
// It belongs to the thread that owns the doorbell; everything added was made with that doorbell. Remove a channel or port before
// destroying it. A poll reads one cache line for each memory channel; sockets are polled first, then waited on with epoll and the
// doorbell together. No wake-up is lost, and no strategy spins for ever. Fair: each wait reports everything that is ready and
// starts one further than the last. Only add() allocates.
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
  bool readable = false;  // peek() will return a message or the end
  bool writable = false;  // only after want_writable()
  Port* port = nullptr;   // set for a port; `channel` is then null
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
  // Any other waitable: reported with neither channel nor port.
  base::Status add(Waitable& waited, std::uint64_t tag);
  void remove(const Waitable& waited);
  // A descriptor of the caller (a control pipe): reported without channel while it is readable; looked at every 32 polls. The wait
  // set does not read it.
  base::Status add_fd(int fd, std::uint64_t tag);
  void remove_fd(int fd);
  // Also reports `waited` when it can take its greatest message, until switched off.
  void want_writable(Waitable& waited, bool want);

  // `check` is called every 50 ms of waiting; false ends the wait as `cancelled`. May be empty.
  void set_check(std::function<bool()> check);
  void set_strategy(base::WaitStrategy strategy);

  struct Outcome {
    base::WaitOutcome outcome = base::WaitOutcome::timed_out;
    std::span<const Event> events;  // valid until the next call; not empty if ready
  };
  Outcome wait(std::int64_t deadline_ns = base::no_deadline);
  Outcome poll();  // does not wait

  [[nodiscard]] const base::WaitStats& stats() const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct State;
  explicit WaitSet(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace orrery::transport
