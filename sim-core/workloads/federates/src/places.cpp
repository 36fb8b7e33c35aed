#include "places.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/transport/transport.hpp"
#include "orrery/workloads/face/plan_words.hpp"

namespace orrery::workloads::federates {

namespace {

constexpr std::size_t line_bytes = 512;
constexpr std::int64_t death_patience_ns = 100'000'000;

Failure lacking(const base::Error& error) {
  return {"out_of_resources", "federates", error.message,
          "check the node's limits of open files and memory, or use fewer federates"};
}

Failure said_by(std::size_t federate, const std::string& text) {
  return {"federate_failed", "federate " + std::to_string(federate), text,
          "look at the run's log; start it again"};
}

// Adopts the channels and the port of `seats[mine]`, and forgets all others.
base::Status keep(std::vector<Seat>& seats, std::size_t mine) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    for (auto& channel : seats[i].channels) {
      if (!channel) continue;
      if (i != mine) {
        channel->forget();
      } else if (auto adopted = channel->adopt(); !adopted) {
        return adopted;
      }
    }
    auto& port = seats[i].port;
    if (!port) continue;
    if (i != mine) {
      port->forget();
    } else if (auto adopted = port->adopt(); !adopted) {
      return adopted;
    }
  }
  return {};
}

}  // namespace

base::WaitStrategy wait_strategy(contracts::WaitStrategy wanted, int parties) {
  const auto named = strategy_of(wanted);
  return named ? *named : base::choose_wait_strategy(parties, base::usable_cores());
}

std::variant<std::vector<Seat>, Failure> make_seats(contracts::LocalTransport local,
                                                    transport::ChannelOptions options,
                                                    std::size_t count,
                                                    const std::optional<DataPorts>& data) {
  const transport::Kind kind = kind_of(local).value_or(transport::Kind::thread);
  const auto scope = kind == transport::Kind::thread ? base::Doorbell::Scope::local
                                                     : base::Doorbell::Scope::shared;
  std::vector<Seat> seats(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto bell = base::Doorbell::create(scope);
    if (!bell) return lacking(bell.error());
    seats[i].rank = static_cast<std::uint32_t>(i);
    seats[i].bell = std::move(*bell);
    seats[i].channels.resize(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      auto pair = transport::Transport::make_pair(kind, options, seats[i].bell, seats[j].bell);
      if (!pair) return lacking(pair.error());
      seats[i].channels[j] = std::move(pair->a);
      seats[j].channels[i] = std::move(pair->b);
    }
  }
  for (Seat& seat : seats) {
    if (!data) break;
    if (auto failure = data->stack(seat.channels)) return std::move(*failure);
    if (!data->separate() || count < 2) continue;
    auto port = data->make_port(seat.rank, seat.bell);
    if (auto* failure = std::get_if<Failure>(&port)) return std::move(*failure);
    seat.port = std::move(std::get<std::unique_ptr<transport::Port>>(port));
  }
  return seats;
}

std::variant<Children, Failure> Children::fork(std::vector<Seat>& seats,
                                               const std::function<void()>& after_fork,
                                               const Body& body) {
  auto memory = base::SharedMemory::create(seats.size() * line_bytes);
  if (!memory) return lacking(memory.error());
  Children children(std::move(*memory));
  const int parent = ::getpid();
  for (std::size_t i = 1; i < seats.size(); ++i) {
    const pid_t pid = ::fork();
    if (pid < 0) return lacking(base::error_from_errno("making a federate's process", errno));
    if (pid > 0) {
      children.pids_.push_back(pid);
      continue;
    }
    after_fork();
    children.pids_.clear();  // not children of this process
    if (!base::die_with_parent(parent, SIGKILL)) ::_exit(1);
    (void)base::set_thread_name("federate " + std::to_string(i));
    MayFail failure;
    if (auto kept = keep(seats, i); kept) {
      failure = body(std::move(seats[i]));
    } else {
      failure = lacking(kept.error());
    }
    if (failure) {
      const std::string& text = failure->message;
      std::memcpy(children.memory_.data() + i * line_bytes, text.data(),
                  std::min(text.size(), line_bytes - 1));
    }
    ::_exit(failure ? 1 : 0);
  }
  if (auto kept = keep(seats, 0); !kept) return lacking(kept.error());
  return children;
}

Children::Children(Children&& other) noexcept
    : memory_(std::move(other.memory_)),
      pids_(std::exchange(other.pids_, {})),
      killed_(std::move(other.killed_)),
      ended_badly_(std::move(other.ended_badly_)) {}

Children::~Children() {
  for (const pid_t pid : pids_) {
    if (pid > 0) (void)::kill(pid, SIGKILL);
  }
  (void)join();
}

void Children::wait_for(std::size_t child, int options) {
  if (pids_[child] == 0) return;
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(pids_[child], &status, options);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return;
  pids_[child] = 0;
  if (WIFSIGNALED(status) && !killed_) {
    killed_ =
        said_by(child + 1, "its process was ended by signal " + std::to_string(WTERMSIG(status)));
  } else if (status != 0 && !ended_badly_) {
    ended_badly_ = said_by(child + 1, "its process ended with status " + std::to_string(status));
  }
}

void Children::look() {
  for (std::size_t i = 0; i < pids_.size(); ++i) wait_for(i, WNOHANG);
}

MayFail Children::join() {
  for (std::size_t i = 0; i < pids_.size(); ++i) wait_for(i, 0);
  return failure();
}

MayFail Children::failure() {
  look();
  if (killed_) return killed_;
  auto words = told();
  return words ? words : ended_badly_;
}

// A killed process closes its channels before waitpid() reports it, and other processes report the loss at once.
MayFail Children::cause() {
  const std::int64_t until = base::now_ns() + death_patience_ns;
  for (look(); !killed_ && base::now_ns() < until; look()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return failure();
}

bool Children::living() {
  look();
  return std::ranges::any_of(pids_, [](pid_t pid) { return pid > 0; });
}

MayFail Children::told() const {
  const char* lines = reinterpret_cast<const char*>(memory_.data());
  for (std::size_t at = line_bytes; at + line_bytes <= memory_.size(); at += line_bytes) {
    const std::string text(lines + at, ::strnlen(lines + at, line_bytes));
    if (!text.empty()) return said_by(at / line_bytes, text);
  }
  return {};
}

}  // namespace orrery::workloads::federates
