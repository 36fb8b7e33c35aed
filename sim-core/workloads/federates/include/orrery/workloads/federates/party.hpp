// A federate of a workload: it joins, declares, warms up, works when all are ready, reports to federate 0, and resigns.
//
// A state machine, so that a thread can serve one party or many: step() does what can be done now, and waits only in services
// that wait themselves. Belongs to the thread of its node. All parties of a run synchronize three times: `declared`, `go`
// (after begin() at federate 0) and `over`. After a failure trouble() describes it, and the party does nothing more.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "orrery/base/process.hpp"
#include "orrery/rti/basic_node.hpp"

namespace orrery::workloads::federates {

class ReceiverBoard;

// Data that all parties of a run share.
struct Cast {
  int federates = 2;
  std::vector<rti::FomModule> modules;
  const ReceiverBoard* receivers = nullptr;  // null: no live figures of receivers
};

// The common part of a federate's report. The workload's part follows.
struct ReportHead {
  std::int32_t number = 0;
  std::int32_t pid = 0;
  base::ResourceUsage usage;   // of its process, over the measured part
  rti::NodeCounters counters;  // of its node, over its life
};
struct Report {
  ReportHead head;
  std::vector<std::byte> own;

  // The workload's part as a value. `own` must have at least sizeof(Value) bytes.
  template <class Value>
  [[nodiscard]] Value as() const {
    Value value;
    std::memcpy(static_cast<void*>(&value), own.data(), sizeof value);
    return value;
  }
};

template <class Value>
std::vector<std::byte> bytes_of(const Value& value) {
  const auto raw = std::as_bytes(std::span(&value, 1));
  return {raw.begin(), raw.end()};
}

class Party : public rti::FederateAmbassador {
 public:
  Party(rti::BasicNode& node, const Cast& cast, int number);
  ~Party() override;

  // Does what can be done now. Returns whether anything was done.
  bool step();
  // The time (base::now_ns()) at which step() must be called again even if nothing arrives.
  [[nodiscard]] std::int64_t wake_ns() const { return wake_ns_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool ready() const { return stage_ >= Stage::ready; }
  [[nodiscard]] bool worked() const { return stage_ >= Stage::reporting; }
  [[nodiscard]] bool over() const { return stage_ == Stage::over; }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void begin() { begun_ = true; }  // federate 0 only
  // At federate 0: the reports of the others, complete once it is over.
  [[nodiscard]] const std::vector<Report>& reports() const { return reports_; }
  [[nodiscard]] rti::NodeCounters counters() const;
  // Resource use of its process over the measured part. Valid once worked() is true.
  [[nodiscard]] const base::ResourceUsage& usage() const { return usage_; }

  void announce_synchronization_point(const std::string& label, rti::Bytes tag) final;
  void federation_synchronized(const std::string& label,
                               std::span<const rti::FederateHandle> failed) final;
  void receive_interaction(rti::InteractionClassHandle of,
                           std::span<const rti::ParameterValue> values, rti::Bytes tag,
                           const rti::Delivery& delivery) final;
  void federate_lost(rti::FederateHandle federate, const std::string& name) final;
  void connection_lost(const std::string& why) final;

 protected:
  // The workload's part, called in this order. declare() publishes, subscribes and registers. declared() is called until it
  // returns true.
  virtual rti::Status declare() = 0;
  [[nodiscard]] virtual bool declared() const { return true; }
  // Called repeatedly from warm-up to the end of work. Returns whether anything was done. Calls warmed_up() and finish().
  virtual bool work() = 0;
  // All parties are ready: the measured part begins.
  virtual void began() {}
  [[nodiscard]] virtual std::vector<std::byte> own_words() const { return {}; }
  // A control message from federate 0, an answer to federate 0, and data that arrives as an interaction.
  virtual void on_control(rti::Bytes) {}
  virtual void on_answer(rti::Bytes) {}
  virtual void on_interaction(rti::InteractionClassHandle, std::span<const rti::ParameterValue>) {}

  void warmed_up() { warm_ = true; }
  // Excludes messages that arrive over ports from now on from counters(): other federates repeat values after their reports.
  void arrivals_end() { at_end_ = node_.counters(); }
  void finish() { finished_ = true; }
  [[nodiscard]] bool measuring() const { return stage_ == Stage::measuring; }
  [[nodiscard]] const Cast& cast() const { return cast_; }
  [[nodiscard]] rti::BasicServices& rti() { return *rti_; }
  void wake_at(std::int64_t ns) { wake_ns_ = ns; }
  // Returns whether `status` is ok. If not, sets trouble().
  bool must(const rti::Status& status, const char* doing);
  // False: not sent. Try again, unless trouble() is set.
  bool control(rti::Bytes words) { return send(control_, Word::own, words); }
  bool answer(rti::Bytes words) { return send(answer_, Word::own, words); }

 private:
  enum class Stage : std::uint8_t {
    entering,
    gathering,
    declaring,
    declared,
    warming,
    ready,
    measuring,
    reporting,
    leaving,
    over,
  };
  enum class Word : std::uint8_t { own, report };

  bool advance();
  bool enter();
  bool meet();
  bool gather();
  bool report();
  bool leave();
  bool synchronize(const char* label, Stage next);
  bool all_others(bool joined);
  bool send(rti::InteractionClassHandle of, Word word, rti::Bytes words);
  [[nodiscard]] bool first() const { return number_ == 0; }

  rti::BasicNode& node_;
  const Cast& cast_;
  const int number_;
  std::unique_ptr<rti::BasicServices> rti_;
  Stage stage_ = Stage::entering;
  bool warm_ = false;
  bool begun_ = false;
  bool finished_ = false;
  std::string trouble_;
  std::int64_t wake_ns_ = std::numeric_limits<std::int64_t>::max();
  std::set<std::string> announced_;
  std::set<std::string> synchronized_;
  rti::InteractionClassHandle control_;
  rti::InteractionClassHandle answer_;
  base::ResourceUsage usage_;
  std::optional<rti::NodeCounters> at_end_;  // when arrivals_end() was called
  std::vector<Report> reports_;
};

// The object model of a run: the classes that parties need, and the workload's classes and routing spaces, which are given in
// the syntax of a .fed file.
rti::Result<std::vector<rti::FomModule>> object_model(const std::string& object_classes,
                                                      const std::string& interaction_classes,
                                                      const std::string& spaces);

}  // namespace orrery::workloads::federates
