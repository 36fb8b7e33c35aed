#include "orrery/workloads/federates/party.hpp"

#include <unistd.h>

#include <utility>

namespace orrery::workloads::federates {

namespace {

constexpr const char* federation_name = "orrery";
constexpr const char* points[] = {"declared", "go", "over"};

std::string name_of(int number) { return "federate " + std::to_string(number); }

void count_as_of(const rti::PathCounters& then, rti::PathCounters& now) {
  now.received = then.received;
  now.elsewhere = then.elsewhere;
  now.lost = then.lost;
}

}  // namespace

rti::Result<std::vector<rti::FomModule>> object_model(const std::string& object_classes,
                                                      const std::string& interaction_classes,
                                                      const std::string& spaces) {
  auto module =
      rti::parse_fom("(FED (spaces " + spaces + ") (objects (class ObjectRoot " + object_classes +
                         ")) (interactions (class InteractionRoot reliable receive "
                         "(class Control reliable receive (parameter Words)) "
                         "(class Answer reliable receive (parameter Words)) " +
                         interaction_classes + ")))",
                     "workload.fed");
  if (!module) return module.error();
  return std::vector<rti::FomModule>{std::move(*module)};
}

Party::Party(rti::BasicNode& node, const Cast& cast, int number)
    : node_(node), cast_(cast), number_(number), rti_(node.connect_basic(*this)) {}

Party::~Party() = default;

bool Party::must(const rti::Status& status, const char* doing) {
  if (status.ok()) return true;
  if (trouble_.empty()) {
    trouble_ = name_of(number_) + ", " + doing + ": " +
               std::string(rti::to_string(status.error().code)) + ": " + status.error().message;
  }
  return false;
}

bool Party::step() {
  if (!trouble_.empty() || stage_ == Stage::over) return false;
  const Stage before = stage_;
  if (auto evoked = rti_->evoke_multiple_callbacks(0, 0); !evoked) {
    (void)must(evoked.error(), "evoking callbacks");
    return false;
  }
  if (!trouble_.empty()) return false;
  if (advance() || stage_ != before) return true;
  // No node leaves before all federates have reported. The loss of a node whose federates have not joined causes no callback,
  // so the counter is checked whenever there is nothing to do.
  if (trouble_.empty() && stage_ < Stage::leaving && node_.counters().nodes_lost > 0) {
    trouble_ = name_of(number_) + " found that another node of the RTI has ended";
  }
  return false;
}

bool Party::advance() {
  switch (stage_) {
    case Stage::entering:
      return enter();
    case Stage::gathering:
      return gather();
    case Stage::declaring:
      return declared() && synchronize("declared", Stage::declared);
    case Stage::declared:
      if (synchronized_.contains("declared")) stage_ = Stage::warming;
      return false;
    case Stage::warming: {
      const bool busy = work();
      if (warm_ && (first() || synchronize("go", Stage::ready))) stage_ = Stage::ready;
      return busy;
    }
    case Stage::ready: {
      // Federates that still warm up may need an answer.
      const bool busy = work();
      if (!first()) return busy;
      return std::exchange(begun_, false) && synchronize("go", Stage::ready);
    }
    case Stage::measuring: {
      const bool busy = work();
      if (finished_) {
        usage_ = base::process_usage().since(usage_);
        stage_ = Stage::reporting;
      }
      return busy;
    }
    case Stage::reporting:
      return report();
    case Stage::leaving:
      return leave();
    case Stage::over:
      break;
  }
  return false;
}

bool Party::enter() {
  if (first()) {
    if (!must(rti_->create_federation_execution(federation_name, cast_.modules), "creating")) {
      return false;
    }
  } else {
    auto there = rti_->list_federation_executions();
    if (!there) return must(there.error(), "listing federations");
    if (there->empty()) return false;
  }
  auto joined = rti_->join_federation_execution(name_of(number_), "workload", federation_name);
  if (!joined) return must(joined.error(), "joining");
  if (!meet() || !must(declare(), "declaring")) return false;
  stage_ = Stage::gathering;
  return true;
}

bool Party::meet() {
  auto control = rti_->get_interaction_class_handle("Control");
  if (!control) return must(control.error(), "finding Control");
  auto answer = rti_->get_interaction_class_handle("Answer");
  if (!answer) return must(answer.error(), "finding Answer");
  control_ = *control;
  answer_ = *answer;
  return must(rti_->publish_interaction_class(first() ? control_ : answer_), "publishing") &&
         must(rti_->subscribe_interaction_class(first() ? answer_ : control_), "subscribing");
}

bool Party::all_others(bool joined) {
  for (int other = 1; other < cast_.federates; ++other) {
    if (rti_->get_federate_handle(name_of(other)).ok() != joined) return false;
  }
  return true;
}

// A synchronization point is for the federates that have joined, so all must have joined before it is registered.
bool Party::gather() {
  if (first()) {
    if (!all_others(true)) return false;
    for (const char* point : points) {
      if (!must(rti_->register_federation_synchronization_point(point, {}), "registering")) {
        return false;
      }
    }
  }
  stage_ = Stage::declaring;
  return true;
}

bool Party::synchronize(const char* label, Stage next) {
  if (!announced_.contains(label)) return false;
  if (!must(rti_->synchronization_point_achieved(label), label)) return false;
  stage_ = next;
  return true;
}

rti::NodeCounters Party::counters() const {
  rti::NodeCounters counted = node_.counters();
  if (at_end_) {
    count_as_of(at_end_->best_effort, counted.best_effort);
    count_as_of(at_end_->reliable, counted.reliable);
  }
  return counted;
}

bool Party::report() {
  if (first()) {
    if (reports_.size() + 1 < static_cast<std::size_t>(cast_.federates)) return false;
    return synchronize("over", Stage::leaving);
  }
  ReportHead head;
  head.number = number_;
  head.pid = ::getpid();
  head.usage = usage_;
  head.counters = counters();
  std::vector<std::byte> words = bytes_of(head);
  const std::vector<std::byte> own = own_words();
  words.insert(words.end(), own.begin(), own.end());
  return send(answer_, Word::report, words) && synchronize("over", Stage::leaving);
}

// Federate 0's node is the sequencer. It leaves last, so that no view change is needed.
bool Party::leave() {
  if (!synchronized_.contains("over")) return false;
  if (first() && !all_others(false)) return false;
  // The federation ends, so a failure to resign does no harm.
  (void)rti_->resign_federation_execution(rti::ResignAction::delete_objects_then_divest);
  stage_ = Stage::over;
  return true;
}

bool Party::send(rti::InteractionClassHandle of, Word word, rti::Bytes words) {
  const auto parameter = rti_->get_parameter_handle(of, "Words");
  if (!parameter) return must(parameter.error(), "finding Words");
  const rti::ParameterValue value{*parameter, words};
  const std::byte tag{static_cast<std::uint8_t>(word)};
  const auto sent = rti_->send_interaction(of, std::span(&value, 1), std::span(&tag, 1));
  if (sent.ok()) return true;
  if (sent.error().code != rti::ErrorCode::Congested) (void)must(sent, "sending an interaction");
  return false;
}

void Party::announce_synchronization_point(const std::string& label, rti::Bytes /*tag*/) {
  announced_.insert(label);
}

void Party::federation_synchronized(const std::string& label,
                                    std::span<const rti::FederateHandle> /*failed*/) {
  synchronized_.insert(label);
  if (label != "go") return;
  stage_ = Stage::measuring;
  usage_ = base::process_usage();
  began();
}

void Party::receive_interaction(rti::InteractionClassHandle of,
                                std::span<const rti::ParameterValue> values, rti::Bytes tag,
                                const rti::Delivery& /*delivery*/) {
  if (of != control_ && of != answer_) return on_interaction(of, values);
  if (values.empty()) return;
  const rti::Bytes words = values.front().value;
  if (of == control_) return on_control(words);
  if (tag.empty() || tag.front() != std::byte{static_cast<std::uint8_t>(Word::report)}) {
    return on_answer(words);
  }
  if (words.size() < sizeof(ReportHead)) return;
  Report report;
  std::memcpy(static_cast<void*>(&report.head), words.data(), sizeof report.head);
  const rti::Bytes own = words.subspan(sizeof report.head);
  report.own.assign(own.begin(), own.end());
  reports_.push_back(std::move(report));
}

void Party::federate_lost(rti::FederateHandle /*federate*/, const std::string& name) {
  if (stage_ >= Stage::leaving || !trouble_.empty()) return;
  trouble_ = name_of(number_) + " was told that " + name + " is lost";
}

void Party::connection_lost(const std::string& why) {
  if (stage_ >= Stage::leaving || !trouble_.empty()) return;
  trouble_ = name_of(number_) + " lost its connection: " + why;
}

}  // namespace orrery::workloads::federates
