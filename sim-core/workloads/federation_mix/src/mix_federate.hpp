// A federate of the mix: it registers its objects, updates them by its schedule, and changes its groups.
//
// Every update contains its time, its group, and whether it belongs to the measured part. After the measured part, each
// federate that sends adds an interaction behind its last update. A federate is done when it has received this interaction
// from all other senders: a message that is still missing was lost. With best effort it also waits until nothing can be under
// way. All times of messages are by the clock of federate 0; the first federate of every other node asks for it.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/federates/party.hpp"
#include "orrery/workloads/federates/receiver_board.hpp"

#include "federation_clock.hpp"
#include "memberships.hpp"
#include "mix_report.hpp"
#include "schedule.hpp"

namespace orrery::workloads::federation_mix {

// Limits of the mix for an RTI (rti-s-reliable-multicast, section 2.4).
inline constexpr std::int64_t most_latency_ns = 300'000'000;  // "a few hundred milliseconds"
inline constexpr std::int64_t most_join_ns = 1'000'000'000;
// An update that is sent later than this after its due time counts as missed.
inline constexpr std::int64_t most_late_ns = 100'000'000;
// Updates that are due for longer than this are not sent: a federate that cannot keep up does not fall further behind.
inline constexpr std::int64_t dropped_after_ns = 1'000'000'000;

class MixFederate final : public federates::Party {
 public:
  // `clock`: shared by all federates of the node. `asks`: whether this federate asks for the time.
  MixFederate(rti::BasicNode& node, const federates::Cast& cast, int number, const MixShape& shape,
              std::shared_ptr<FederationClock> clock, bool asks, std::atomic<std::uint64_t>* done);

  [[nodiscard]] const MixReport& report() const { return report_; }

 protected:
  rti::Status declare() override;
  bool work() override;
  void began() override;
  [[nodiscard]] std::vector<std::byte> own_words() const override { return write_report(report_); }
  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override;
  void provide_attribute_value_update(rti::ObjectInstanceHandle object,
                                      std::span<const rti::AttributeHandle>, rti::Bytes) override;
  void on_interaction(rti::InteractionClassHandle, std::span<const rti::ParameterValue>) override;
  void on_answer(rti::Bytes words) override;
  void on_control(rti::Bytes words) override;

 private:
  struct Stamp {
    std::int64_t sent_ns = 0;
    Group group = 0;
    std::uint32_t measured = 0;
  };
  struct Question {
    std::int32_t federate = 0;
    ClockAnswer times;
  };
  enum class Doing : std::uint8_t { registering, sending, ending, waiting };

  bool ask_time();
  bool tell_time();
  void note_uncertainty();
  bool register_some();
  // Begins the warm-up or the measured part.
  void start(std::int64_t now_ns);
  void end(std::int64_t now_ns);
  bool send_due(std::int64_t now_ns);
  bool answer_some();
  bool change_groups(std::int64_t now_ns);
  bool say_last();
  bool await_lasts();
  // Whether no best-effort message can be under way any more.
  bool settled();
  // False: the update was not sent.
  bool update(std::size_t object);
  [[nodiscard]] bool sends() const { return !groups_.empty(); }
  void plan_wake(std::int64_t ends_ns);

  rti::RtiAmbassador& services_;  // all services: the basic ones lack regions
  const MixShape shape_;
  std::atomic<std::uint64_t>* done_;
  federates::ReceiverLine* const line_;  // null: no live figures
  const std::shared_ptr<FederationClock> clock_;
  const bool asks_;
  const bool best_effort_;
  const std::int64_t settling_ns_;
  const std::vector<Group> groups_;  // of its objects
  const int others_that_send_;
  MixHandles handles_;
  Memberships memberships_;
  base::Random random_;
  std::vector<std::byte> block_;
  std::vector<rti::ObjectInstanceHandle> objects_;
  std::unordered_map<rti::ObjectInstanceHandle, std::size_t> numbers_;
  std::unordered_map<Group, rti::RegionHandle> regions_;  // of its objects
  std::deque<std::size_t> to_answer_;
  std::optional<Schedule> schedule_;
  double mean_between_changes_ns_ = 0;
  std::int64_t next_change_ns_ = never;
  std::int64_t began_ns_ = 0;  // of the warm-up or the measured part
  Doing doing_ = Doing::registering;
  bool measured_ = false;
  int lasts_ = 0;
  std::int64_t arrived_ns_ = 0;  // when the last message arrived
  std::deque<Question> to_tell_;
  MixReport report_;
};

}  // namespace orrery::workloads::federation_mix
