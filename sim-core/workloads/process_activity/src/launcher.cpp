#include "launcher.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"

namespace orrery::workloads::process_activity {

namespace {

// A pipe writes and reads an answer of this size in one piece.
static_assert(sizeof(Launch) <= PIPE_BUF);

base::Result<std::array<base::UniqueFd, 2>> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return base::error_from_errno("making a pipe", errno);
  return std::array{base::UniqueFd(ends[0]), base::UniqueFd(ends[1])};
}

// Whether the worker has closed its end of the pipe for requests.
bool unwanted(int requests) {
  pollfd watched{requests, 0, 0};
  return ::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLERR)) != 0;
}

[[noreturn]] void serve(universe::NodeConfig config, int requests, int answers) {
  config.clock = base::CycleClock::calibrate();  // once, outside the launches
  config.stopped = [requests] { return unwanted(requests); };
  for (;;) {
    char request = 0;
    const ssize_t got = ::read(requests, &request, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) ::_exit(0);
    const Launch answer = launch(config);
    if (::write(answers, &answer, sizeof answer) != static_cast<ssize_t>(sizeof answer)) ::_exit(1);
  }
}

}  // namespace

base::Result<Launcher> Launcher::start(const universe::NodeConfig& config,
                                       const std::function<void()>& after_fork) {
  auto requests = make_pipe();
  if (!requests) return requests.error();
  auto answers = make_pipe();
  if (!answers) return answers.error();
  const int parent = ::getpid();
  const int pid = ::fork();
  if (pid < 0) return base::error_from_errno("making the process that launches", errno);
  if (pid == 0) {
    after_fork();
    if (!base::die_with_parent(parent, SIGKILL)) ::_exit(1);
    (void)base::set_thread_name("launcher");
    (*requests)[1].reset();
    (*answers)[0].reset();
    universe::NodeConfig own = config;
    const int asked = (*requests)[0].get();
    const int told = (*answers)[1].get();
    // Processes that it forks close both pipes: otherwise a pipe would stay open after its users ended.
    own.after_fork = [asked, told] {
      ::close(asked);
      ::close(told);
    };
    serve(std::move(own), asked, told);
  }
  return Launcher(pid, std::move((*requests)[1]), std::move((*answers)[0]));
}

Launcher::Launcher(Launcher&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      requests_(std::move(other.requests_)),
      answers_(std::move(other.answers_)) {}

Launcher::~Launcher() {
  if (pid_ < 0) return;
  requests_.reset();  // the process sees it, ends its parties, and exits
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

base::Status Launcher::ask() {
  const char request = 1;
  if (::write(requests_.get(), &request, 1) != 1) {
    return base::error_from_errno("asking the process that launches", errno);
  }
  return {};
}

base::Result<std::optional<Launch>> Launcher::answer(int timeout_ms) {
  pollfd watched{answers_.get(), POLLIN, 0};
  const int ready = ::poll(&watched, 1, timeout_ms);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return std::optional<Launch>{};
  if (ready < 0) return base::error_from_errno("waiting for the process that launches", errno);
  Launch launch;
  if (::read(answers_.get(), &launch, sizeof launch) != static_cast<ssize_t>(sizeof launch)) {
    return base::Error{base::ErrorCode::closed, "the process that launches has died"};
  }
  return std::optional<Launch>{launch};
}

}  // namespace orrery::workloads::process_activity
