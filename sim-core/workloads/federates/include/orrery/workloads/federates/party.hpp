// A federate of a workload: it joins, declares, warms up, works when all are ready, reports to federate 0, and resigns.
//
// A machine of stages, so that a thread can serve one or many: step() does what can be done now, and never waits but in
// services that do. Belongs to the thread of its node. All parties of a run synchronize three times: `declared`, `go`
// (when federate 0's owner says begin()), `over`. Whatever fails is told by trouble(), and the party does nothing more.
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

// What all parties of a run know.
struct Cast {
  int federates = 2;
  std::vector<rti::FomModule> modules;
};

// What a federate tells of itself at the end; its workload's own words follow.
struct ReportHead {
  std::int32_t number = 0;
  std::int32_t pid = 0;
  base::ResourceUsage usage;   // of its process, over the measured part
  rti::NodeCounters counters;  // of its node, over its life
};
struct Report {
  ReportHead head;
  std::vector<std::byte> own;

  // The words as a value; they must be that long.
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

  // True if something was done.
  bool step();
  // When it wants to be stepped again even if nothing comes (of base::now_ns()).
  [[nodiscard]] std::int64_t wake_ns() const { return wake_ns_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool ready() const { return stage_ >= Stage::ready; }
  [[nodiscard]] bool worked() const { return stage_ >= Stage::reporting; }
  [[nodiscard]] bool over() const { return stage_ == Stage::over; }
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void begin() { begun_ = true; }  // federate 0
  // What federate 0 was told by the others; whole when it is over.
  [[nodiscard]] const std::vector<Report>& reports() const { return reports_; }
  [[nodiscard]] rti::NodeCounters counters() const;
  // Of its process, over the measured part; once it has worked.
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
  // The workload's part, in this order. declare() publishes, subscribes, registers; declared() is asked until it holds.
  virtual rti::Status declare() = 0;
  [[nodiscard]] virtual bool declared() const { return true; }
  // From warm-up to the end of work, over and over; true if something was done. It says warmed_up() and finish().
  virtual bool work() = 0;
  // All are ready: the measured part begins now.
  virtual void began() {}
  [[nodiscard]] virtual std::vector<std::byte> own_words() const { return {}; }
  // From federate 0, and an answer to it; and data as interactions.
  virtual void on_control(rti::Bytes) {}
  virtual void on_answer(rti::Bytes) {}
  virtual void on_interaction(rti::InteractionClassHandle, std::span<const rti::ParameterValue>) {}

  void warmed_up() { warm_ = true; }
  // What comes over ports from now on is not counted in counters(): of what others go on to repeat after their reports.
  void arrivals_end() { at_end_ = node_.counters(); }
  void finish() { finished_ = true; }
  [[nodiscard]] bool measuring() const { return stage_ == Stage::measuring; }
  [[nodiscard]] const Cast& cast() const { return cast_; }
  [[nodiscard]] rti::BasicServices& rti() { return *rti_; }
  void wake_at(std::int64_t ns) { wake_ns_ = ns; }
  // False, with trouble, if it failed.
  bool must(const rti::Status& status, const char* doing);
  // False if there was no room; to be tried again.
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
  std::optional<rti::NodeCounters> at_end_;  // of arrivals
  std::vector<Report> reports_;
};

// The object model: these classes beside the workload's own, which are written as in a .fed file, as are routing spaces.
rti::Result<std::vector<rti::FomModule>> object_model(const std::string& object_classes,
                                                      const std::string& interaction_classes,
                                                      const std::string& spaces);

}  // namespace orrery::workloads::federates
