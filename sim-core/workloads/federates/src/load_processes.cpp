#include "load_processes.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
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

constexpr std::size_t most_processes = 2;
// Of a hog: it works for its share of each, and sleeps for the rest.
constexpr std::int64_t period_ns = 10'000'000;
// Between datagrams that are sent together.
constexpr auto batch = std::chrono::microseconds(500);

enum Phase : std::uint32_t { waiting, working, ending };

bool at_this_node(std::int32_t federate, const contracts::WorkerPlan& plan) {
  return federate % static_cast<std::int32_t>(plan.nodes.size()) == plan.node_index;
}

// A socket that receives what it sends.
base::Result<base::UniqueFd> loop_socket(const std::string& address) {
  base::UniqueFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd.get() < 0) return base::error_from_errno("making a socket for extra traffic", errno);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  if (::inet_pton(AF_INET, address.empty() ? "127.0.0.1" : address.c_str(), &at.sin_addr) != 1) {
    return base::Error{base::ErrorCode::invalid_argument, "no address for traffic: " + address};
  }
  socklen_t length = sizeof at;
  auto* name = reinterpret_cast<sockaddr*>(&at);
  if (::bind(fd.get(), name, length) != 0 || ::getsockname(fd.get(), name, &length) != 0 ||
      ::connect(fd.get(), name, length) != 0) {
    return base::error_from_errno("binding a socket for extra traffic", errno);
  }
  return fd;
}

}  // namespace

struct LoadProcesses::Board {
  std::atomic<std::uint32_t> phase{waiting};
  std::atomic<std::uint64_t> datagrams{0};
  std::atomic<std::int64_t> worked_ns{0};
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
    // What cannot be sent in time is left out.
    for (; sent < due && board.works(); ++sent) {
      if (::send(fd, datagram.data(), datagram.size(), 0) > 0) ++board.datagrams;
      while (::recv(fd, room.data(), room.size(), 0) > 0) {
      }
    }
    std::this_thread::sleep_for(batch);
  }
  board.worked_ns = base::now_ns() - began;
}

}  // namespace

LoadProcesses::Board& LoadProcesses::board() const {
  return *std::launder(reinterpret_cast<Board*>(memory_.data()));
}

std::variant<LoadProcesses, Failure> LoadProcesses::fork(const contracts::Loads& loads,
                                                         const contracts::WorkerPlan& plan,
                                                         const std::function<void()>& after_fork) {
  auto memory = base::SharedMemory::create(sizeof(Board));
  if (!memory) return failed(memory.error(), "loads");
  LoadProcesses made(std::move(*memory));
  new (made.memory_.data()) Board();
  if (loads.cpu_share > 0 && at_this_node(loads.cpu_federate, plan)) {
    auto failure =
        made.add("CPU hog", after_fork, [&](Board& board) { hog(board, loads.cpu_share); });
    if (failure) return std::move(*failure);
  }
  if (loads.traffic_per_s > 0 && at_this_node(loads.traffic_federate, plan)) {
    auto fd = loop_socket(plan.transports.bind_address);
    if (!fd) return failed(fd.error(), "loads");
    auto failure = made.add("extra traffic", after_fork, [&](Board& board) {
      send_traffic(board, fd->get(), loads.traffic_per_s, loads.traffic_bytes);
    });
    if (failure) return std::move(*failure);
  }
  return made;
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
    : memory_(std::move(other.memory_)), processes_(std::exchange(other.processes_, {})) {}

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
  const Board& said = board();
  return said.worked_ns == 0
             ? 0
             : static_cast<double>(said.datagrams) * 1e9 / static_cast<double>(said.worked_ns);
}

}  // namespace orrery::workloads::federates
