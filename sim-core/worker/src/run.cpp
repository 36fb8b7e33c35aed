#include "orrery/worker/run.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <mutex>
#include <optional>

#include "orrery/base/clock.hpp"
#include "orrery/contracts/json.hpp"
#include "orrery/contracts/text.hpp"
#include "orrery/workloads/face/makers.hpp"

#include "control.hpp"

namespace orrery::worker {

namespace {

using contracts::Phase;
using workloads::MayFail;

constexpr std::size_t label_length = 120;

contracts::Failure said(const workloads::Failure& failure, Phase phase) {
  return {failure.code, phase, contracts::clip(failure.process, label_length),
          contracts::clip(failure.message), contracts::clip(failure.remedy)};
}

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

// In a process of the simulation: signals as usual, and none of the agent's descriptors, whose end the agent waits for.
void leave_agent(const RunStreams& streams) {
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing >= 0) {
    ::dup2(nothing, streams.in);
    ::dup2(nothing, streams.out);
    ::close(nothing);
  }
  if (is_open(streams.telemetry)) ::close(streams.telemetry);
}

// One run, from the plan to the result.
class Conversation {
 public:
  Conversation(const RunStreams& streams, Voice& voice, LineReader& reader,
               const contracts::WorkerPlan& plan)
      : streams_(streams),
        voice_(voice),
        reader_(reader),
        plan_(plan),
        workload_(workloads::make_workload(plan)) {}

  ~Conversation() {
    if (control_) control_->hear_moves({});  // the workload goes first
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  int run();

 private:
  // Says why the run ended, unless its end has been said; how the worker is to exit.
  int fail(const workloads::Failure& failure, Phase phase);
  int tell(const workloads::Failure& failure, Phase phase);
  [[nodiscard]] workloads::Failure out_of_time(Phase phase) const;
  workloads::Host host();

  const RunStreams& streams_;
  Voice& voice_;
  LineReader& reader_;
  const contracts::WorkerPlan& plan_;
  std::atomic<const std::atomic<bool>*> stopped_{nullptr};
  std::atomic<Phase> phase_{Phase::preparing};
  std::mutex ending_;
  std::optional<int> exit_;  // once the end has been said
  std::unique_ptr<Control> control_;
  std::unique_ptr<workloads::Workload> workload_;
};

workloads::Host Conversation::host() {
  workloads::Host host;
  host.stopped = [this] {
    const std::atomic<bool>* stopped = stopped_.load(std::memory_order_relaxed);
    return stopped != nullptr && stopped->load(std::memory_order_relaxed);
  };
  host.after_fork = [this] { leave_agent(streams_); };
  host.log = [this](contracts::LogLevel level, const std::string& text) {
    voice_.say(contracts::Log{level, contracts::clip(text)});
  };
  host.event = [this](contracts::Event event) {
    event.text = contracts::clip(event.text);
    voice_.say(std::move(event));
  };
  host.give_up = [this](const workloads::Failure& failure) { ::_exit(fail(failure, phase_)); };
  host.telemetry_fd = is_open(streams_.telemetry) ? streams_.telemetry : -1;
  return host;
}

int Conversation::run() {
  const std::int64_t rendezvous_by =
      base::now_ns() + std::int64_t{plan_.rendezvous_timeout_ms} * 1'000'000;
  // The workload may fork: the control thread comes after that.
  if (MayFail failure = workload_->prepare(host())) return fail(*failure, Phase::preparing);
  control_ = std::make_unique<Control>(std::move(reader_));
  control_->hear_moves([this](const contracts::GiveMove& move) {
    if (const auto why = workload_->move(move)) {
      voice_.say(contracts::Event{
          "move.refused", contracts::clip("move " + std::to_string(move.number) + ": " + *why), 0});
    }
  });
  stopped_.store(&control_->stopped(), std::memory_order_relaxed);
  control_->set_deadline(rendezvous_by);

  voice_.say(workload_->prepared());
  const auto peers = control_->wait_for_peers();
  if (!peers) return fail(out_of_time(Phase::preparing), Phase::preparing);
  if (MayFail failure = workload_->connect(peers->endpoints, rendezvous_by)) {
    return fail(*failure, Phase::preparing);
  }
  phase_ = Phase::ready;
  voice_.say(contracts::Ready{});
  if (!control_->wait_for_start()) return fail(out_of_time(Phase::ready), Phase::ready);

  control_->set_deadline(base::now_ns() + std::int64_t{plan_.run_timeout_s} * 1'000'000'000);
  phase_ = Phase::running;
  if (MayFail failure = workload_->run([this] { voice_.say(contracts::Running{}); })) {
    return fail(*failure, Phase::running);
  }
  phase_ = Phase::collecting;
  contracts::WorkerResult result;
  if (MayFail failure = workload_->check(result)) return fail(*failure, Phase::collecting);
  workload_->metrics(result);
  const std::lock_guard lock(ending_);
  voice_.say(contracts::Result{std::move(result)});
  exit_ = exit_done;
  return exit_done;
}

int Conversation::fail(const workloads::Failure& failure, Phase phase) {
  const std::lock_guard lock(ending_);
  if (!exit_) exit_ = tell(failure, phase);
  return *exit_;
}

int Conversation::tell(const workloads::Failure& failure, Phase phase) {
  const StopCause cause = control_ ? control_->cause() : StopCause::none;
  switch (cause) {
    case StopCause::asked:
    case StopCause::signal:
    case StopCause::agent_gone:
      return exit_stopped;
    case StopCause::deadline:
      voice_.say(said(out_of_time(phase), phase));
      return exit_failed;
    case StopCause::nonsense:
      voice_.say(
          said({"protocol", "control", control_->why(), "run agent and worker of the same version"},
               phase));
      return exit_failed;
    case StopCause::none:
      break;
  }
  voice_.say(said(failure, phase));
  return failure.code == "bad_plan" ? exit_bad_plan : exit_failed;
}

workloads::Failure Conversation::out_of_time(Phase phase) const {
  if (phase == Phase::preparing || phase == Phase::ready) {
    return {"rendezvous_timeout", "universe manager",
            "the run did not start within rendezvous_timeout_ms = " +
                std::to_string(plan_.rendezvous_timeout_ms),
            "look at the other nodes: one is slow to prepare or cannot be reached"};
  }
  return {"run_timeout", "universe manager",
          "the run did not end within run_timeout_s = " + std::to_string(plan_.run_timeout_s),
          "ask for fewer steps or entities, or raise the run's time limit"};
}

}  // namespace

int run(const RunStreams& streams) {
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTERM);
  sigaddset(&stops, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stops, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  Voice voice(streams.out);
  LineReader reader(streams.in);
  const auto bad_plan = [&voice](const std::string& message, const std::string& remedy) {
    voice.say(said({"bad_plan", "worker", message, remedy}, Phase::preparing));
    return exit_bad_plan;
  };
  std::string line;
  switch (reader.next(line)) {
    case LineReader::Got::line:
      break;
    case LineReader::Got::too_long:
      return bad_plan("the plan's line is longer than 8 MiB", "send a plan of this version");
    default:
      return exit_stopped;  // the agent went without a word
  }
  try {
    auto first = contracts::read_text<contracts::AgentSays>(line);
    if (std::holds_alternative<contracts::Stop>(first)) return exit_stopped;
    const auto* given = std::get_if<contracts::GivePlan>(&first);
    if (given == nullptr) {
      return bad_plan("the first line is not a plan", "send a line of kind `plan` first");
    }
    return Conversation(streams, voice, reader, given->plan).run();
  } catch (const contracts::ContractError& error) {
    return bad_plan(error.what(), "correct this field; contracts/ describes the plan");
  } catch (const std::exception& error) {
    voice.say(said({"internal", "worker", error.what(), "report this with the run's log"},
                   Phase::running));
    return exit_failed;
  }
}

}  // namespace orrery::worker
