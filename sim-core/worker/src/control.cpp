#include "control.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/contracts/json.hpp"
#include "orrery/worker/run.hpp"

namespace orrery::worker {

namespace {

// A stopped worker ends in order within this time, or at once after it.
constexpr std::int64_t patience_ns = 3'000'000'000;

}  // namespace

void Voice::say(const contracts::WorkerSays& message) { say_line(contracts::write_line(message)); }

void Voice::say_line(const std::string& json) {
  const std::string line = json + "\n";
  const std::lock_guard lock(mutex_);
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t wrote = ::write(fd_, line.data() + written, line.size() - written);
    if (wrote < 0 && errno == EINTR) continue;
    // Nobody listens any more: the end of the control channel says so too, and ends the run.
    if (wrote < 0) return;
    written += static_cast<std::size_t>(wrote);
  }
}

Control::Control(LineReader reader)
    : reader_(std::move(reader)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      deadline_ns_(base::no_deadline),
      end_by_ns_(base::no_deadline) {
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTERM);
  sigaddset(&stops, SIGINT);
  signals_.reset(::signalfd(-1, &stops, SFD_CLOEXEC | SFD_NONBLOCK));
  thread_ = std::thread([this] { work(); });
}

Control::~Control() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  thread_.join();
}

std::optional<contracts::GivePeers> Control::wait_for_peers() {
  std::unique_lock lock(mutex_);
  said_.wait(lock, [this] { return peers_ || cause_ != StopCause::none; });
  if (cause_ != StopCause::none) return std::nullopt;
  return peers_;
}

bool Control::wait_for_start() {
  std::unique_lock lock(mutex_);
  said_.wait(lock, [this] { return start_ || cause_ != StopCause::none; });
  return cause_ == StopCause::none;
}

void Control::hear_moves(std::function<void(const contracts::GiveMove&)> hear) {
  const std::lock_guard lock(mutex_);
  hear_move_ = std::move(hear);
}

void Control::set_deadline(std::int64_t deadline_ns) {
  {
    const std::lock_guard lock(mutex_);
    deadline_ns_ = deadline_ns;
  }
  wake();
}

StopCause Control::cause() const {
  const std::lock_guard lock(mutex_);
  return cause_;
}

std::string Control::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

void Control::wake() {
  const std::uint64_t one = 1;
  // It can only fail if the thread is to be woken already.
  [[maybe_unused]] const ssize_t wrote = ::write(wake_.get(), &one, sizeof one);
}

void Control::stop(StopCause cause, const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (cause_ != StopCause::none) return;
    cause_ = cause;
    why_ = why;
    end_by_ns_ = base::now_ns() + patience_ns;
  }
  stopped_.store(true, std::memory_order_release);
  said_.notify_all();
}

int Control::poll_timeout_ms() const {
  const std::lock_guard lock(mutex_);
  const std::int64_t next =
      std::min(cause_ == StopCause::none ? deadline_ns_ : base::no_deadline, end_by_ns_);
  if (next == base::no_deadline) return -1;
  const std::int64_t left_ms = (next - base::now_ns()) / 1'000'000 + 1;
  return static_cast<int>(std::clamp<std::int64_t>(left_ms, 0, 60'000));
}

void Control::work() {
  (void)base::set_thread_name("control");
  take_lines();
  for (;;) {
    std::array<pollfd, 3> watched{{{wake_.get(), POLLIN, 0},
                                   {signals_.get(), POLLIN, 0},
                                   {reading_ ? reader_.fd() : -1, POLLIN, 0}}};
    ::poll(watched.data(), watched.size(), poll_timeout_ms());
    std::uint64_t ignored = 0;
    [[maybe_unused]] const ssize_t cleared = ::read(wake_.get(), &ignored, sizeof ignored);
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return;
      if (base::now_ns() >= end_by_ns_) ::_exit(exit_stopped);
    }
    signalfd_siginfo signal{};
    if (::read(signals_.get(), &signal, sizeof signal) == sizeof signal) {
      stop(StopCause::signal, "signal " + std::to_string(signal.ssi_signo));
    }
    if (watched[2].revents != 0) {
      const LineReader::Got got = reader_.fill();
      take_lines();
      if (got != LineReader::Got::line) {
        reading_ = false;
        stop(StopCause::agent_gone, "the control channel was closed");
      }
    }
    bool late = false;
    {
      const std::lock_guard lock(mutex_);
      late = cause_ == StopCause::none && base::now_ns() >= deadline_ns_;
    }
    if (late) stop(StopCause::deadline, "out of time");
  }
}

void Control::take_lines() {
  std::string line;
  for (;;) {
    const LineReader::Got got = reader_.buffered(line);
    if (got == LineReader::Got::nothing) return;
    if (got != LineReader::Got::line) {
      reading_ = false;
      stop(StopCause::nonsense, "a control line is longer than 8 MiB");
      return;
    }
    try {
      auto said = contracts::read_text<contracts::AgentSays>(line);
      if (const auto* halt = std::get_if<contracts::Stop>(&said)) {
        stop(StopCause::asked, halt->reason);
      } else if (std::holds_alternative<contracts::GivePlan>(said)) {
        stop(StopCause::nonsense, "a second plan was given");
      } else {
        const std::lock_guard lock(mutex_);
        if (auto* peers = std::get_if<contracts::GivePeers>(&said)) peers_ = std::move(*peers);
        if (std::holds_alternative<contracts::Start>(said)) start_ = true;
        const auto* move = std::get_if<contracts::GiveMove>(&said);
        if (move != nullptr && hear_move_) hear_move_(*move);
      }
    } catch (const contracts::ContractError& error) {
      stop(StopCause::nonsense, std::string("a control line cannot be read: ") + error.what());
    }
    said_.notify_all();
  }
}

}  // namespace orrery::worker
