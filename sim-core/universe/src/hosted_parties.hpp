// A node's entities and managers as operating-system processes or threads, each with a channel of its own to the
// universe manager.
//
// Belongs to the universe manager's thread. A step allocates nothing. The destructor ends all processes and threads.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <variant>
#include <vector>

#include "orrery/transport/transport.hpp"
#include "orrery/universe/activity.hpp"
#include "orrery/universe/checksum.hpp"
#include "orrery/universe/node.hpp"

#include "node_links.hpp"
#include "party.hpp"
#include "state_cast.hpp"
#include "step_gate.hpp"
#include "step_slot.hpp"

namespace orrery::universe {

class HostedParties {
 public:
  static constexpr bool migrates = false;
  struct Options {
    transport::Kind kind = transport::Kind::shm;
    base::WaitStrategy wait = base::WaitStrategy::yield;
    base::CpuWork work;
    base::CycleClock clock;
    std::uint64_t prefix_steps = 0;
    bool measure = true;
    bool processes = true;                      // false: threads
    std::function<void(std::size_t)> on_start;  // called first in each party, with its number
    std::function<void()> after_fork;           // called in each process, before on_start
    // If entities migrate: the node's configuration (not owned). PlacedParties alone sets it.
    const NodeConfig* migrating = nullptr;
  };
  // Starts all parties. Their channels are bound to `bell`, the universe manager's, and `wait_set` watches them, with the
  // numbers of the parties as tags. Processes are forked, so no other thread may exist.
  static std::variant<std::unique_ptr<HostedParties>, Failure> create(
      const System& system, NodeIndex node, const EntityClass& entity_class, Options options,
      const std::shared_ptr<base::Doorbell>& bell, transport::WaitSet& wait_set);
  HostedParties(const HostedParties&) = delete;
  HostedParties& operator=(const HostedParties&) = delete;
  virtual ~HostedParties();

  // The interface that UniverseManager expects (universe_manager.hpp says what each call means).
  bool notify(StepSlot& slot);
  template <bool timed>
  bool update(StepSlot&, NodeLinks&, Laps<timed>& laps) {
    laps.lap(Activity::update);
    return !failure_;
  }
  [[nodiscard]] bool entities_complete() const {
    return entities_pending_ == 0 && updates_taken_ >= updates_announced_;
  }
  bool take(const transport::Event& event, StepSlot& slot, NodeLinks& links, bool& state);
  bool deliver(std::span<const std::byte> message, StepSlot& slot);
  bool process(StepSlot& slot, std::uint64_t expected_updates);
  [[nodiscard]] bool managers_complete() const { return managers_pending_ == 0; }
  [[nodiscard]] bool quiet() const { return entities_complete() && managers_pending_ == 0; }
  bool flush();
  // 0: entities and managers sum their own contributions, and report them at the end.
  [[nodiscard]] static std::uint64_t contribution() { return 0; }
  [[nodiscard]] std::uint64_t manager_mismatches() const { return manager_mismatches_; }
  [[nodiscard]] const MayFail& failure() const { return failure_; }

  [[nodiscard]] const EntityClass& entity_class() const { return common_.entity_class; }
  [[nodiscard]] std::uint64_t entities() const { return entity_count_; }
  template <class Each>
  bool each_entity(Each&& each) const {
    return each_of_node(system_, node_, each);
  }

  // Returns false if a party has died; failure() then names it.
  bool alive();
  // Tells all parties to finish, takes their reports, and waits for their end.
  bool finish(RunningChecksum& checksum);
  [[nodiscard]] EntityCosts entity_costs() const { return costs_; }
  [[nodiscard]] ManagerCosts manager_costs() const { return manager_costs_; }
  [[nodiscard]] ResourceCosts resource_costs() const { return resource_costs_; }
  [[nodiscard]] std::int64_t measured_cpu_ns() const { return measured_cpu_ns_; }
  [[nodiscard]] std::vector<PartyUse> uses() const;
  [[nodiscard]] std::vector<int> child_pids() const;

 protected:
  struct Party {
    PartyIdentity identity;
    std::unique_ptr<transport::Channel> channel;
    std::unique_ptr<transport::Channel> far_end;  // for a thread
    std::shared_ptr<base::Doorbell> far_bell;
    std::thread thread;
    int pid = 0;  // of a process, until it has been waited for
    int first_pid = 0;
    bool reported = false;
    PartyReport report;
  };

  // Tag of the gate in the wait set. Parties have their numbers as tags, below it; links to nodes have tags above it.
  static constexpr std::uint64_t gate_tag = NodeLinks::tag_base - 1;

  HostedParties(const System& system, NodeIndex node, const EntityClass& entity_class,
                Options options, transport::WaitSet& wait_set, std::unique_ptr<StepGate> gate,
                std::unique_ptr<StateCast> cast);
  // Starts one party for each identity. Empty: all were started.
  MayFail start_all(std::span<const PartyIdentity> identities,
                    const std::shared_ptr<base::Doorbell>& bell);
  base::Status start(Party& party, std::size_t number, const std::shared_ptr<base::Doorbell>& bell);
  base::Status start_process(Party& party, std::size_t number, transport::ChannelPair pair);
  base::Status start_thread(Party& party, std::size_t number, transport::ChannelPair pair);

  virtual bool take_from_entity(Party& party, const MessageHeader& header,
                                std::span<const std::byte> message, StepSlot& slot,
                                NodeLinks& links, bool& state);
  // Takes a message of the resource manager, which only PlacedParties has.
  virtual bool take_from_resources(Party& party, const MessageHeader& header,
                                   std::span<const std::byte> message, StepSlot& slot);
  bool take_state(Party& party, std::span<const std::byte> message, StepSlot& slot,
                  NodeLinks& links, bool& state);
  bool take_from_manager(Party& party, const MessageHeader& header,
                         std::span<const std::byte> message, StepSlot& slot);
  // Sends a message to a party, with its kind replaced by `as` if not null. Waits while the channel is full.
  bool tell(Party& party, std::span<const std::byte> message, const MessageKind* as = nullptr);
  // Sends a message to a party and flushes its channel.
  bool tell_now(Party& party, std::span<const std::byte> message);
  // Puts a message into the cast. Waits while the cast is full because a manager has not read its messages.
  bool cast(std::span<const std::byte> message);
  // Called while a receiver's channel is full. Returns false if a party has died.
  bool wait_for_receiver(std::int64_t& checked_ns);
  bool take_report(Party& party);
  bool went(Party& party);
  bool broken(const Party& party, const std::string& what);
  void await_end(Party& party);
  void stop_all();

  [[nodiscard]] std::span<Party> managers() {
    return std::span(parties_).subspan(entity_count_, manager_count_);
  }

  const System system_;
  const NodeIndex node_;
  const std::uint64_t entity_count_;  // parties that are entities; if entities migrate, places
  const std::uint64_t manager_count_;
  const std::size_t update_bytes_;
  const Options options_;
  const std::unique_ptr<StepGate> gate_;   // if entities get no notices
  const std::unique_ptr<StateCast> cast_;  // if state goes to all managers at once
  const PartyCommon common_;
  transport::WaitSet& wait_set_;
  std::vector<Party> parties_;  // entities, managers, then the resource manager if there is one
  bool managers_unflushed_ = false;
  std::uint64_t entities_pending_ = 0;
  // Counts of this step, used only if entities send no completion.
  std::uint64_t updates_taken_ = 0;
  std::uint64_t updates_announced_ = 0;
  std::uint64_t managers_pending_ = 0;
  std::uint64_t expected_updates_ = 0;
  std::uint64_t manager_mismatches_ = 0;
  EntityCosts costs_;
  ManagerCosts manager_costs_;
  ResourceCosts resource_costs_;
  std::int64_t measured_cpu_ns_ = 0;
  MayFail failure_;
};

}  // namespace orrery::universe
