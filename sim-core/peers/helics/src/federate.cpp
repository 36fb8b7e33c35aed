#include "federate.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <thread>
#include <tuple>

#include "orrery/base/clock.hpp"

namespace orrery::peers::helics {

namespace {

// Numbers of HELICS' interface.
constexpr int restrictive_time_policy = 11;
constexpr int time_output_delay = 150;
constexpr int log_level = 271;
constexpr int errors_alone = 0;
constexpr double end_of_time = 9223372036.854775807;  // granted when nobody has anything to do

// A federate may wake another that has asked for the end of time: only the restrictive policy takes that into account
// (HELICS' own ring benchmark sets it too). With it a federate is granted what is at most two output delays ahead, as
// what it sends could come back by then; `apart` fits in. Where logical time advances, the policy would never grant
// what all ask for alike: there federates that wait ask for the next time, over and over.
constexpr double output_delay = 3e-9;
// Logical time 0: later than all that is said before the first advance.
constexpr double origin = 1.0;
// Beyond it HELICS' nanoseconds are no longer exact in a double.
constexpr double latest = 4e6;
// With a nearer deadline a time request could end too late.
constexpr std::int64_t near_ns = 100'000'000;

rti::Error wrong(rti::ErrorCode code, std::string message) { return {code, std::move(message)}; }

// "o/3/0/17": class 3, federate 0, its object 17.
struct Name {
  char kind = 0;
  std::vector<unsigned> numbers;
};
Name parse(const std::string& text) {
  Name name{text.empty() ? '\0' : text.front(), {}};
  for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
    unsigned number = 0;
    std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
    name.numbers.push_back(number);
  }
  return name;
}

}  // namespace

Federate::Federate(const Shared& shared, Meeting meeting, int number,
                   rti::FederateAmbassador& ambassador, rti::NodeCounters& counters)
    : shared_(shared),
      meeting_(std::move(meeting)),
      api_(shared.api),
      number_(number),
      ambassador_(ambassador),
      counters_(counters) {}

Federate::~Federate() {
  if (federate_ == nullptr) return;
  // One that waits for nobody any more takes the others of the process along.
  if (stage_ != Stage::gone) api_.Abort(-1, "a federate has left without resigning");
  api_.FederateFree(federate_);
}

void Federate::forget() { broken_ = "was forgotten"; }

void Federate::lost(const rti::Status& why) {
  if (!broken_.empty()) return;
  broken_ = why.error().message;
  later([this] { ambassador_.connection_lost(broken_); });
}

rti::Status Federate::must_declare() const {
  if (stage_ == Stage::alone)
    return wrong(rti::ErrorCode::FederateNotExecutionMember, "join first");
  if (stage_ == Stage::declaring) return {};
  return wrong(rti::ErrorCode::RTIinternalError,
               "HELICS takes no declarations once the federation runs; declare before waiting");
}

rti::Status Federate::must_execute() const {
  if (!broken_.empty()) return wrong(rti::ErrorCode::RTIinternalError, broken_);
  if (stage_ == Stage::executing) return {};
  return wrong(rti::ErrorCode::FederateNotExecutionMember, "the federation does not run yet");
}

rti::Status Federate::create_federation_execution(const std::string&,
                                                  const std::vector<rti::FomModule>&,
                                                  rti::TimeRepresentation) {
  return {};  // the broker stands for it; the object model is that of the options
}

rti::Result<std::vector<rti::FederationInformation>> Federate::list_federation_executions() {
  return std::vector<rti::FederationInformation>{{shared_.options.name, {}}};
}

rti::Result<rti::FederateHandle> Federate::join_federation_execution(
    const std::string& federate_name, const std::string&, const std::string&,
    const std::vector<rti::FomModule>&) {
  if (stage_ != Stage::alone) {
    return wrong(rti::ErrorCode::FederateAlreadyExecutionMember, federate_name + " has joined");
  }
  const Object info = api_.CreateFederateInfo();
  Call call("joining");
  api_.FederateInfoSetCoreTypeFromString(info, meeting_.core_type.c_str(), call);
  api_.FederateInfoSetCoreName(info, meeting_.core_name.c_str(), call);
  api_.FederateInfoSetCoreInitString(info, meeting_.core_options.c_str(), call);
  federate_ = api_.CreateCombinationFederate(federate_name.c_str(), info, call);
  api_.FederateInfoFree(info);
  if (auto joined = call.status(); !joined) return joined.error();
  // With global time HELICS warns of each message of the start and the end: it comes a nanosecond after a grant.
  api_.FederateSetIntegerProperty(federate_, log_level, errors_alone, call);
  if (!shared_.options.advances_time) {
    api_.FederateSetFlagOption(federate_, restrictive_time_policy, 1, call);
    api_.FederateSetTimeProperty(federate_, time_output_delay, output_delay, call);
  }
  out_ = api_.FederateRegisterGlobalTargetedEndpoint(federate_, name_of("m", number_).c_str(), "",
                                                     call);
  in_ = api_.FederateRegisterGlobalTargetedEndpoint(federate_, name_of("n", number_).c_str(), "",
                                                    call);
  if (auto made = call.status(); !made) return made.error();
  stage_ = Stage::declaring;
  return rti::FederateHandle{static_cast<std::uint32_t>(number_) + 1};
}

rti::Status Federate::resign_federation_execution(rti::ResignAction) {
  if (auto executing = must_execute(); !executing) return executing;
  say(What::resigned, std::to_string(number_));
  while (!own_messages_.empty()) {
    if (auto granted = advance(granted_ + apart); !granted) return granted;
    flush_own();
  }
  stage_ = Stage::gone;
  Call call("leaving");
  api_.FederateDisconnect(federate_, call);
  return call.status();
}

// Between declaring and running: all have joined and declared, so that the names of what they publish can be asked for.
rti::Status Federate::execute() {
  {
    Call call("waiting for all to join");
    api_.FederateEnterInitializingModeIterative(federate_, call);
    if (auto met = call.status(); !met) return met;
  }
  auto publications = names("publications");
  if (!publications) return publications.error();
  if (auto linked = link(*publications); !linked) return linked;
  Call call("starting");
  api_.FederateEnterInitializingMode(federate_, call);
  if (auto entered = call.status(); !entered) return entered;
  api_.FederateEnterExecutingMode(federate_, call);
  if (auto entered = call.status(); !entered) return entered;
  if (number_ == 0 && meeting_.connected) meeting_.connected();
  for (int i = 0; i < shared_.options.federates; ++i) {
    federates_.emplace("federate " + std::to_string(i), static_cast<std::uint32_t>(i) + 1);
  }
  stage_ = Stage::executing;
  return {};
}

// HELICS answers with a list in JSON: ["a","b"]; our names have no quotes in them.
rti::Result<std::set<std::string>> Federate::names(const char* what) {
  const Object query = api_.CreateQuery("root", what);
  Call call("asking for names");
  const char* found = api_.QueryExecute(query, federate_, call);
  const std::string answer = found != nullptr ? found : "";
  api_.QueryFree(query);
  if (auto asked = call.status(); !asked) return asked.error();
  std::set<std::string> result;
  for (std::size_t open = answer.find('"'); open != std::string::npos;) {
    const std::size_t close = answer.find('"', open + 1);
    if (close == std::string::npos) break;
    result.insert(answer.substr(open + 1, close - open - 1));
    open = answer.find('"', close + 1);
  }
  return result;
}

rti::Status Federate::link(const std::set<std::string>& publications) {
  const auto self = static_cast<unsigned>(number_);
  std::set<unsigned> senders;  // whose messages are wanted: federate 0 coordinates
  for (int i = 0; i < shared_.options.federates; ++i) {
    if (i != number_ && (number_ == 0 || i == 0)) senders.insert(static_cast<unsigned>(i));
  }
  struct Known {
    Name name;
    std::string text;
  };
  std::vector<Known> objects;
  for (const std::string& text : publications) {
    Name name = parse(text);
    if (name.numbers.size() < 2 || name.numbers[1] == self) continue;
    const auto of = static_cast<std::uint16_t>(name.numbers[0]);
    if (name.kind == 'i' && wanted_interactions_.contains(of)) senders.insert(name.numbers[1]);
    if (name.kind == 'o' && name.numbers.size() == 3 && wanted_objects_.contains(of)) {
      objects.push_back({std::move(name), text});
    }
  }
  // In the order of their registration, as far as one federate's are concerned.
  std::sort(objects.begin(), objects.end(), [](const Known& a, const Known& b) {
    return std::tuple(a.name.numbers[1], a.name.numbers[2]) <
           std::tuple(b.name.numbers[1], b.name.numbers[2]);
  });
  Call call("linking");
  for (const unsigned sender : senders) {
    api_.EndpointAddSourceTarget(in_, name_of("m", static_cast<int>(sender)).c_str(), call);
  }
  for (const Known& known : objects) {
    const rti::ObjectInstanceHandle handle{(std::uint64_t{known.name.numbers[1]} << 32U) +
                                           known.name.numbers[2] + 1};
    const rti::ObjectClassHandle of{static_cast<std::uint16_t>(known.name.numbers[0])};
    discovered_.push_back(
        {api_.FederateRegisterSubscription(federate_, known.text.c_str(), "", call), handle, of});
    const rti::FederateHandle producer{known.name.numbers[1] + 1};
    later([this, handle, of, producer, name = known.text] {
      ambassador_.discover_object_instance(handle, of, name, producer);
    });
  }
  return call.status();
}

rti::Result<rti::FederateHandle> Federate::get_federate_handle(std::string_view name) {
  if (stage_ == Stage::declaring) {
    if (auto executing = execute(); !executing) return executing.error();
  }
  const auto found = federates_.find(name);
  if (found == federates_.end()) return wrong(rti::ErrorCode::NameNotFound, std::string(name));
  return rti::FederateHandle{found->second};
}

bool Federate::wait(std::int64_t deadline_ns) {
  if (!broken_.empty() || !callbacks_.empty() || stage_ == Stage::alone) return false;
  if (stage_ == Stage::declaring) {
    if (auto executing = execute(); !executing) lost(executing);
    return true;
  }
  if (stage_ == Stage::gone) return false;
  const std::int64_t left = deadline_ns - base::now_ns();
  const bool has_batch = batch_updates_ > 0 || batch_messages_ > 0;
  if (left < near_ns && !advancing_) {
    if (!has_batch) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(std::max<std::int64_t>(0, left)));
      return false;
    }
    if (auto granted = advance(granted_ + apart); !granted) lost(granted);
    return true;
  }
  double until = end_of_time;
  if (advancing_ && !full_ && own_messages_.empty()) {
    until = requested_;
  } else if (shared_.options.advances_time) {
    until = granted_ + least_step;
  } else if (full_ || !own_messages_.empty()) {
    until = granted_ + apart;
  }
  if (auto granted = advance(until); !granted) lost(granted);
  return true;
}

rti::Status Federate::advance(double time) {
  Call call("requesting time");
  const double got = api_.FederateRequestTime(federate_, time, call);
  batch_updates_ = 0;
  batch_messages_ = 0;
  full_ = false;
  evoked_ = 0;
  has_arrived_ = true;
  if (auto granted = call.status(); !granted) return granted;
  if (got > latest) {
    return wrong(rti::ErrorCode::RTIinternalError,
                 "HELICS granted the end of time: no federate has anything left to do");
  }
  granted_ = got;
  ++counters_.operations;
  if (advancing_ && got >= requested_ - least_step / 2) {
    advancing_ = false;
    // A grant that is not to the nanosecond what was asked for is told as it is.
    const bool exact = std::abs(got - requested_) < least_step;
    later([this, time = exact ? wanted_time_ : rti::float64_time(got - origin)] {
      ambassador_.time_advance_grant(time);
    });
  }
  return {};
}

rti::Status Federate::enable_time_regulation(rti::LogicalTimeInterval) {
  if (auto may = must_declare(); !may) return may;
  later([this] { ambassador_.time_regulation_enabled(rti::float64_time(0)); });
  return {};
}

rti::Status Federate::enable_time_constrained() {
  if (auto may = must_declare(); !may) return may;
  later([this] { ambassador_.time_constrained_enabled(rti::float64_time(0)); });
  return {};
}

rti::Status Federate::time_advance_request(rti::LogicalTime time) {
  if (auto executing = must_execute(); !executing) return executing;
  if (advancing_) return wrong(rti::ErrorCode::InTimeAdvancingState, "an advance is pending");
  const double requested = origin + rti::to_float64(time);
  if (requested <= granted_ || requested > latest) {
    return wrong(rti::ErrorCode::InvalidLogicalTime,
                 "HELICS cannot advance to " + std::to_string(requested - origin) + " from " +
                     std::to_string(granted_ - origin) + " (at most " + std::to_string(latest) +
                     "); use a smaller step or fewer advances");
  }
  wanted_time_ = time;
  requested_ = requested;
  advancing_ = true;
  return {};
}

}  // namespace orrery::peers::helics
