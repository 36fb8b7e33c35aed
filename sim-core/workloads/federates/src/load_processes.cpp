#include "load_processes.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <new>
#include <thread>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/face/process_use.hpp"

namespace orrery::workloads::federates {

namespace {

constexpr std::size_t most_processes = 3;
// Period of a hog: it works for its share of each period, and sleeps for the rest.
constexpr std::int64_t period_ns = 10'000'000;
// Interval between batches of datagrams.
constexpr auto batch = std::chrono::microseconds(500);

enum Phase : std::uint32_t { waiting, working, ending };

// A datagram socket that is bound to a free port, and its address.
struct Bound {
  base::UniqueFd fd;
  sockaddr_in at{};
};
base::Result<Bound> bound_socket(const std::string& address) {
  Bound bound{base::UniqueFd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)), {}};
  if (bound.fd.get() < 0) return base::error_from_errno("making a socket for extra traffic", errno);
  bound.at.sin_family = AF_INET;
  const char* text = address.empty() ? "127.0.0.1" : address.c_str();
  if (::inet_pton(AF_INET, text, &bound.at.sin_addr) != 1) {
    return base::Error{base::ErrorCode::invalid_argument, "no address for traffic: " + address};
  }
  socklen_t length = sizeof bound.at;
  auto* name = reinterpret_cast<sockaddr*>(&bound.at);
  if (::bind(bound.fd.get(), name, length) != 0 ||
      ::getsockname(bound.fd.get(), name, &length) != 0) {
    return base::error_from_errno("binding a socket for extra traffic", errno);
  }
  return bound;
}

std::string text_of(const sockaddr_in& at) {
  std::array<char, INET_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET, &at.sin_addr, text.data(), text.size());
  return std::string(text.data()) + ":" + std::to_string(ntohs(at.sin_port));
}

}  // namespace

struct LoadProcesses::Board {
  std::atomic<std::uint32_t> phase{waiting};
  sockaddr_in to{};  // destination of extra traffic; set before work begins
  std::atomic<std::uint64_t> datagrams{0};
  std::atomic<std::int64_t> worked_ns{0};
  std::atomic<std::uint64_t> received{0};
  std::atomic<std::int64_t> received_ns{0};
  std::array<base::ResourceUsage, most_processes> usage{};

  [[nodiscard]] bool works() const { return phase == working; }
};

namespace {

template <class Board>
void hog(Board& board, double share) {
  const auto one = [&board, share] {
    while (board.works()) {
      const std::int64_t began = base::now_ns();
      const auto busy_ns = static_cast<std::int64_t>(share * static_cast<double>(period_ns));
      while (base::now_ns() - began < busy_ns) {
      }
      if (share < 1) std::this_thread::sleep_for(std::chrono::nanoseconds(period_ns - busy_ns));
    }
  };
  std::vector<std::thread> threads;
  for (int core = 1; core < base::usable_cores(); ++core) threads.emplace_back(one);
  one();
  for (std::thread& thread : threads) thread.join();
}

template <class Board>
void send_traffic(Board& board, int fd, std::int32_t per_s, std::int32_t bytes) {
  const std::vector<std::byte> datagram(static_cast<std::size_t>(bytes));
  std::vector<std::byte> room(datagram.size());
  const std::int64_t began = base::now_ns();
  std::uint64_t due = 0;
  for (std::uint64_t sent = 0; board.works();) {
    due = static_cast<std::uint64_t>(static_cast<double>(base::now_ns() - began) * per_s / 1e9);
    // A datagram for which the socket has no room is left out.
    for (; sent < due && board.works(); ++sent) {
      if (::sendto(fd, datagram.data(), datagram.size(), 0,
                   reinterpret_cast<const sockaddr*>(&board.to), sizeof board.to) > 0) {
        ++board.datagrams;
      }
      while (::recv(fd, room.data(), room.size(), 0) > 0) {
      }
    }
    std::this_thread::sleep_for(batch);
  }
  board.worked_ns = base::now_ns() - began;
}

template <class Board>
void receive_traffic(Board& board, int fd, std::int32_t bytes) {
  constexpr int patience_ms = 5;
  std::vector<std::byte> room(static_cast<std::size_t>(bytes));
  const std::int64_t began = base::now_ns();
  while (board.works()) {
    pollfd waiting_for{fd, POLLIN, 0};
    if (::poll(&waiting_for, 1, patience_ms) <= 0) continue;
    while (::recv(fd, room.data(), room.size(), 0) > 0) ++board.received;
  }
  board.received_ns = base::now_ns() - began;
}

double per_second(std::uint64_t count, std::int64_t ns) {
  return ns == 0 ? 0 : static_cast<double>(count) * 1e9 / static_cast<double>(ns);
}

}  // namespace

LoadProcesses::Board& LoadProcesses::board() const {
  return *std::launder(reinterpret_cast<Board*>(memory_.data()));
}

std::variant<LoadProcesses, Failure> LoadProcesses::fork(const contracts::Loads& loads,
                                                         const contracts::WorkerPlan& plan,
                                                         const LoadPlaces& places,
                                                         const std::function<void()>& after_fork) {
  auto memory = base::SharedMemory::create(sizeof(Board));
  if (!memory) return failed(memory.error(), "loads");
  LoadProcesses made(std::move(*memory));
  new (made.memory_.data()) Board();
  const auto here = static_cast<std::size_t>(plan.node_index);
  if (loads.cpu_share > 0 && places.hog == here) {
    auto failure =
        made.add("CPU hog", after_fork, [&](Board& board) { hog(board, loads.cpu_share); });
    if (failure) return std::move(*failure);
  }
  if (loads.traffic_per_s <= 0) return made;
  const bool for_us = places.traffic == here;
  const bool from_us = places.over_link ? (places.traffic + 1) % plan.nodes.size() == here : for_us;
  if (!for_us && !from_us) return made;
  auto bound = bound_socket(plan.transports.bind_address);
  if (!bound) return failed(bound.error(), "loads");
  const int fd = bound->fd.get();
  MayFail failure;
  if (from_us) {
    made.board().to = bound->at;
    failure = made.add("extra traffic", after_fork, [&](Board& board) {
      send_traffic(board, fd, loads.traffic_per_s, loads.traffic_bytes);
    });
  } else {
    made.sink_ = text_of(bound->at);
    failure = made.add("extra traffic received", after_fork,
                       [&](Board& board) { receive_traffic(board, fd, loads.traffic_bytes); });
  }
  if (failure) return std::move(*failure);
  return made;
}

MayFail LoadProcesses::aim(const std::string& sink) {
  if (!sink_.empty()) return {};  // the sink of this node
  const std::size_t colon = sink.rfind(':');
  std::uint16_t port = 0;
  if (colon != std::string::npos) {
    std::from_chars(sink.data() + colon + 1, sink.data() + sink.size(), port);
  }
  sockaddr_in& to = board().to;
  if (port == 0 || ::inet_pton(AF_INET, sink.substr(0, colon).c_str(), &to.sin_addr) != 1) {
    return Failure{"connect", "extra traffic", "no address of extra traffic: '" + sink + "'",
                   "run the same version of Orrery on all nodes"};
  }
  to.sin_port = htons(port);
  return {};
}

MayFail LoadProcesses::add(std::string name, const std::function<void()>& after_fork,
                           const std::function<void(Board&)>& work) {
  const int parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return failed(base::error_from_errno("making a process for a load", errno), "loads");
  if (pid > 0) {
    processes_.push_back({std::move(name), pid});
    return {};
  }
  after_fork();
  if (!base::die_with_parent(parent, SIGKILL)) ::_exit(1);
  (void)base::set_thread_name(name);
  Board& said = board();
  while (said.phase == waiting) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const base::ResourceUsage before = base::process_usage();
  work(said);
  said.usage[processes_.size()] = base::process_usage().since(before);
  ::_exit(0);
}

LoadProcesses::LoadProcesses(LoadProcesses&& other) noexcept
    : memory_(std::move(other.memory_)),
      processes_(std::exchange(other.processes_, {})),
      sink_(std::move(other.sink_)) {}

LoadProcesses::~LoadProcesses() {
  for (const Process& process : processes_) {
    if (process.pid > 0) (void)::kill(process.pid, SIGKILL);
  }
  for (const Process& process : processes_) {
    while (process.pid > 0 && ::waitpid(process.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void LoadProcesses::start() { board().phase = working; }

MayFail LoadProcesses::end(std::vector<contracts::ProcessUse>& uses) {
  if (processes_.empty()) return {};
  board().phase = ending;
  MayFail failure;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    Process& process = processes_[i];
    int status = 0;
    while (::waitpid(process.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (status != 0) {
      failure =
          Failure{"load_failed", process.name, "it ended with status " + std::to_string(status),
                  "look at the run's log; start it again"};
    }
    uses.push_back(process_use(process.name, process.pid, board().usage[i]));
    process.pid = 0;
  }
  return failure;
}

double LoadProcesses::traffic_per_s() const {
  return per_second(board().datagrams, board().worked_ns);
}

double LoadProcesses::received_per_s() const {
  return per_second(board().received, board().received_ns);
}

}  // namespace orrery::workloads::federates
