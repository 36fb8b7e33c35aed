// Starts and ends parties: processes and threads.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "hosted_parties.hpp"
#include "migration_wire.hpp"

namespace orrery::universe {

namespace {

constexpr int exit_lost = 70;

// `carried`: size of the state that an entity's party may be sent; 0 if entities do not migrate.
transport::ChannelOptions channel_options(const System& system, PartyRole role,
                                          std::size_t carried) {
  std::size_t greatest = std::max(sizeof(PartyReport), sizeof(MessageHeader) + system.state_bytes);
  if (role == PartyRole::entity && carried > 0) {
    greatest = std::max(greatest, sizeof(EntityStateHead) + carried);
  }
  if (role == PartyRole::resources) greatest = std::max(greatest, load_report_bytes);
  transport::ChannelOptions options;
  options.max_message_bytes = static_cast<std::uint32_t>(greatest);
  // An entity has at most one step's messages under way; a manager gets those of all entities.
  options.buffer_bytes = role == PartyRole::entity ? 4 * 1024 : 64 * 1024;
  return options;
}

}  // namespace

std::variant<std::unique_ptr<HostedParties>, Failure> HostedParties::create(
    const System& system, NodeIndex node, const EntityClass& entity_class, Options options,
    const std::shared_ptr<base::Doorbell>& bell, transport::WaitSet& wait_set) {
  const auto lacking = [](const base::Error& error) {
    return Failure{"out_of_resources", "universe manager", error.message,
                   "check the limit of open files (ulimit -n) and /dev/shm"};
  };
  std::unique_ptr<StepGate> gate;
  if (system.control != StepControl::messages) {
    auto made = StepGate::create(system.entities_by_node[node],
                                 system.control == StepControl::deadline, bell);
    if (!made) return lacking(made.error());
    gate = std::move(*made);
    if (auto added = wait_set.add(*gate, gate_tag); !added) return lacking(added.error());
  }
  std::unique_ptr<StateCast> cast;
  if (system.state_flow == StateFlow::by_name && system.hosts_managers(node)) {
    auto made = StateCast::create(system, system.managers_by_node[node]);
    if (!made) return lacking(made.error());
    cast = std::move(*made);
  }
  std::unique_ptr<HostedParties> hosted(new HostedParties(
      system, node, entity_class, std::move(options), wait_set, std::move(gate), std::move(cast)));
  std::vector<PartyIdentity> identities;
  identities.reserve(hosted->entity_count_ + hosted->manager_count_);
  for (std::uint64_t i = 0; i < hosted->entity_count_; ++i) {
    identities.push_back(
        {PartyRole::entity, system.first_entity(node) + static_cast<std::uint32_t>(i), i});
  }
  for (std::uint64_t i = 0; i < hosted->manager_count_; ++i) {
    identities.push_back(
        {PartyRole::manager, system.first_manager(node) + static_cast<std::uint32_t>(i), i});
  }
  if (MayFail failure = hosted->start_all(identities, bell)) return *failure;
  return hosted;
}

MayFail HostedParties::start_all(std::span<const PartyIdentity> identities,
                                 const std::shared_ptr<base::Doorbell>& bell) {
  // Each party costs the universe manager's process a few open descriptors.
  constexpr std::uint64_t descriptors_each = 6;
  constexpr std::uint64_t descriptors_besides = 256;
  (void)base::raise_open_files_limit(identities.size() * descriptors_each + descriptors_besides);

  parties_.resize(identities.size());
  for (std::size_t number = 0; number < identities.size(); ++number) {
    Party& party = parties_[number];
    party.identity = identities[number];
    if (auto started = start(party, number, bell); !started) {
      return Failure{
          "too_many_parties", party.identity.name(),
          "could not be started as a " + std::string(options_.processes ? "process" : "thread") +
              " (" + std::to_string(number) + " of " + std::to_string(identities.size()) +
              " were): " + started.error().message,
          "ask for fewer entities on this node, raise its limits of processes (ulimit -u) and open "
          "files (ulimit -n), or choose workload.process_model pooled"};
    }
    if (auto added = wait_set_.add(*party.channel, number); !added) {
      return Failure{"too_many_parties", party.identity.name(), added.error().message,
                     "raise the limit of open files (ulimit -n)"};
    }
  }
  return {};
}

base::Status HostedParties::start(Party& party, std::size_t number,
                                  const std::shared_ptr<base::Doorbell>& bell) {
  auto far_bell = base::Doorbell::create(options_.kind == transport::Kind::thread
                                             ? base::Doorbell::Scope::local
                                             : base::Doorbell::Scope::shared);
  if (!far_bell) return far_bell.error();
  party.far_bell = std::move(*far_bell);
  if (cast_ && party.identity.role == PartyRole::manager) {
    cast_->set_bell(party.identity.number, party.far_bell);
  }
  const std::size_t carried = options_.migrating != nullptr ? common_.entity_class.state_size() : 0;
  auto pair = transport::Transport::make_pair(
      options_.kind, channel_options(system_, party.identity.role, carried), bell, party.far_bell);
  if (!pair) return pair.error();
  return options_.processes ? start_process(party, number, std::move(*pair))
                            : start_thread(party, number, std::move(*pair));
}

base::Status HostedParties::start_process(Party& party, std::size_t number,
                                          transport::ChannelPair pair) {
  const int parent = ::getpid();
  const int pid = ::fork();
  if (pid < 0) return base::error_from_errno("fork", errno);
  if (pid == 0) {
    // The child must not return or unwind: it must not end what the parent owns. The channels of parties forked before stay
    // mapped, unused, until this process ends; it ends with its parent.
    if (options_.after_fork) options_.after_fork();
    if (!base::die_with_parent(parent, SIGKILL)) ::_exit(exit_lost);
    (void)base::set_thread_name(party.identity.name());
    pair.a->forget();
    if (!pair.b->adopt()) ::_exit(exit_lost);
    if (options_.on_start) options_.on_start(number);
    const bool finished = run_party(common_, party.identity, *pair.b, party.far_bell);
    if (finished) pair.b->close();
    ::_exit(finished ? 0 : exit_lost);
  }
  party.pid = party.first_pid = pid;
  pair.b->forget();
  party.channel = std::move(pair.a);
  return party.channel->adopt();
}

base::Status HostedParties::start_thread(Party& party, std::size_t number,
                                         transport::ChannelPair pair) {
  party.channel = std::move(pair.a);
  party.far_end = std::move(pair.b);
  party.first_pid = ::getpid();
  try {
    // The identity of a place changes when an entity comes, which may be before the thread runs.
    party.thread = std::thread([this, &party, number, identity = party.identity] {
      (void)base::set_thread_name(identity.name());
      if (options_.on_start) options_.on_start(number);
      (void)run_party(common_, identity, *party.far_end, party.far_bell);
      party.far_end->close();
    });
  } catch (const std::system_error& error) {
    return base::Error{base::ErrorCode::exhausted, error.what()};
  }
  return {};
}

// Sets the failure of a party whose channel has ended or is broken. Returns false.
bool HostedParties::went(Party& party) {
  if (failure_) return false;
  // The channel may report that the process has died before the kernel does.
  for (int tries = 0; tries < 100 && party.pid > 0; ++tries) {
    if (!alive()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!failure_) {
    failure_ =
        Failure{"party_lost", party.identity.name(),
                "its channel has ended: " + party.channel->why(), "report this with the run's log"};
  }
  return false;
}

bool HostedParties::alive() {
  if (failure_) return false;
  for (Party& party : parties_) {
    if (party.pid <= 0 || party.reported) continue;
    siginfo_t info{};
    const auto pid = static_cast<id_t>(party.pid);
    if (::waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) {
      continue;
    }
    // A party ends like this after its report, which may still be on its way. If there is no report, the channel will tell.
    if (info.si_code == CLD_EXITED && info.si_status == 0) continue;
    (void)::waitid(P_PID, pid, &info, WEXITED | WNOHANG);
    party.pid = 0;
    const bool killed = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
    const std::string how = killed ? "was killed by signal " + std::to_string(info.si_status) +
                                         " (" + ::strsignal(info.si_status) + ")"
                                   : "ended with status " + std::to_string(info.si_status);
    failure_ = Failure{
        "process_died", party.identity.name(),
        "its process " + std::to_string(party.first_pid) + " " + how,
        killed && info.si_status == SIGKILL
            ? "if nobody killed it, the machine may be out of memory: see dmesg, ask for fewer "
              "entities"
            : "report this with the run's log"};
    return false;
  }
  return true;
}

// Waits for a party that has reported.
void HostedParties::await_end(Party& party) {
  if (party.thread.joinable()) party.thread.join();
  if (party.pid <= 0) return;
  int status = 0;
  while (::waitpid(party.pid, &status, 0) < 0 && errno == EINTR) {
  }
  party.pid = 0;
}

void HostedParties::stop_all() {
  if (gate_) {
    gate_->abandon();
    wait_set_.remove(*gate_);
  }
  for (Party& party : parties_) {
    if (party.pid > 0) ::kill(party.pid, SIGKILL);
    if (party.channel) {
      wait_set_.remove(*party.channel);
      party.channel->close();
    }
  }
  for (Party& party : parties_) await_end(party);
}

}  // namespace orrery::universe
