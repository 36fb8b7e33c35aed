// Rendezvous between threads of one process: the names of `thread` listeners. One hub per
// Transport; safe for any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "orrery/transport/transport.hpp"

namespace orrery::transport {

class ThreadHub : public std::enable_shared_from_this<ThreadHub> {
 public:
  base::Result<std::unique_ptr<Listener>> listen(const ListenOptions& options);
  base::Result<std::unique_ptr<Channel>> connect(const std::string& name,
                                                 const ConnectOptions& options,
                                                 std::shared_ptr<base::Doorbell> bell,
                                                 std::int64_t deadline_ns);

 private:
  friend class ThreadListener;

  // One caller's request; it lives with the caller, and is answered or withdrawn under the hub's
  // mutex.
  struct Call {
    ConnectOptions options;
    std::shared_ptr<base::Doorbell> bell;
    bool answered = false;
    base::Status refusal;
    std::unique_ptr<Channel> channel;
  };
  struct Port {
    std::deque<Call*> calls;
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Port> ports_;  // guarded by mutex_
};

}  // namespace orrery::transport
