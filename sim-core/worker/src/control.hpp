// The worker's side of the control channel: a thread that reads what the agent says and watches signals and the run's
// deadline, and a way for any thread to say something.
//
// stopped() turns true, for ever, when the agent says `stop`, its end of the channel closes, SIGTERM or SIGINT comes, or
// the deadline passes; why() tells which. If the worker has not ended a while after that, the thread ends the process:
// its children follow by their parent-death signal.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "orrery/base/unique_fd.hpp"
#include "orrery/contracts/contracts.hpp"

#include "line_reader.hpp"

namespace orrery::worker {

// Writes whole lines to a descriptor; any thread.
class Voice {
 public:
  explicit Voice(int fd) : fd_(fd) {}
  void say(const contracts::WorkerSays& message);
  void say_line(const std::string& json);

 private:
  const int fd_;
  std::mutex mutex_;
};

enum class StopCause : std::uint8_t { none, asked, agent_gone, signal, deadline, nonsense };

class Control {
 public:
  // `reader` holds what was read past the plan. Starts the thread. SIGTERM and SIGINT must be blocked.
  explicit Control(LineReader reader);
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;
  ~Control();  // ends the thread

  // Wait until it is said; empty if stopped before.
  std::optional<contracts::GivePeers> wait_for_peers();
  bool wait_for_start();

  // Called by the thread for each move that is asked for, until it is replaced; must be quick.
  void hear_moves(std::function<void(const contracts::GiveMove&)> hear);

  // From now on: stop when this time (of base::now_ns()) has come.
  void set_deadline(std::int64_t deadline_ns);

  [[nodiscard]] const std::atomic<bool>& stopped() const { return stopped_; }
  [[nodiscard]] StopCause cause() const;
  [[nodiscard]] std::string why() const;

 private:
  void work();
  void take_lines();
  void stop(StopCause cause, const std::string& why);
  [[nodiscard]] int poll_timeout_ms() const;
  void wake();

  LineReader reader_;       // of the thread
  base::UniqueFd signals_;  // of the thread
  base::UniqueFd wake_;
  bool reading_ = true;  // of the thread

  mutable std::mutex mutex_;  // protects what follows
  std::condition_variable said_;
  std::optional<contracts::GivePeers> peers_;
  std::function<void(const contracts::GiveMove&)> hear_move_;
  bool start_ = false;
  bool ending_ = false;
  std::int64_t deadline_ns_;
  std::int64_t end_by_ns_;  // set when stopped: the process ends then at the latest
  StopCause cause_ = StopCause::none;
  std::string why_;

  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

}  // namespace orrery::worker
