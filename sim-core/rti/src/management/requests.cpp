#include "management/requests.hpp"

#include <algorithm>
#include <utility>

#include "orrery/rti/encoding.hpp"

namespace orrery::rti {
namespace {

// The federate in parameter HLAfederate; 0: it is missing, malformed or no handle of a federate.
std::uint32_t named_federate(const Values& values) {
  const auto named = values.find("HLAfederate");
  if (named == values.end()) return 0;
  Decoder in(named->second);
  const std::uint64_t handle = in.handle();
  return in.ok() && handle <= UINT32_MAX ? static_cast<std::uint32_t>(handle) : 0;
}

// 11.4: the federate that an interaction is about must be joined.
std::optional<Error> wrong_federate(const Federation& federation, const Values& values) {
  if (federation.members.contains(named_federate(values))) return {};
  return error(ErrorCode::RTIinternalError,
               values.contains("HLAfederate") ? "HLAfederate is not the handle of a joined federate"
                                              : "HLAfederate is missing");
}

}  // namespace

void Requests::learn_model() {
  const ObjectModel& model = rti_.federation.model;
  meanings_.assign(model.interaction_classes().size(), nullptr);
  for (const auto& meanings :
       {adjustments(), requested_reports(), module_texts(), invoked_services()}) {
    for (const Meaning& each : meanings)
      meanings_[model.interaction_class(each.name)->value] = &each;
  }
  // A subclass means what its superclass means.
  for (const InteractionClass& each : model.interaction_classes()) {
    auto& meaning = meanings_[each.handle.value];
    if (meaning == nullptr) meaning = meanings_[each.parent.value];
  }
}

void Requests::take(const DataHead& head, Bytes message) {
  if (taken_.size() >= most_waiting) {
    rti_.reports.count_dropped();
    return;
  }
  const auto& parameters =
      rti_.federation.model[InteractionClassHandle{static_cast<std::uint16_t>(head.target)}]
          .parameters;
  Taken taken{static_cast<std::uint16_t>(head.target), {}};
  Bytes tag;
  if (!for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
        if (handle < parameters.size()) {
          taken.values[parameters[handle]] = {value.begin(), value.end()};
        }
      })) {
    return;
  }
  // The federate may resign before other nodes get the interaction, or because of it.
  if (!meanings_[taken.interaction_class]->is_of_federation() &&
      rti_.federation.find_local(head.federate) != nullptr) {
    taken.wrong = wrong_federate(rti_.federation, taken.values);
  }
  taken_.push_back(std::move(taken));
}

void Requests::follow_all() {
  while (!taken_.empty()) {
    const Taken taken = std::move(taken_.front());
    taken_.pop_front();
    follow(taken);
  }
}

void Requests::follow_in_save() {
  std::deque<Taken> later;
  while (!taken_.empty()) {
    Taken taken = std::move(taken_.front());
    taken_.pop_front();
    if (takes_in_saves(taken.interaction_class)) {
      follow(taken);
    } else {
      later.push_back(std::move(taken));
    }
  }
  taken_ = std::move(later);
}

void Requests::follow(const Taken& taken) {
  const Meaning& meaning = *meanings_[taken.interaction_class];
  // With the name of the root: 11.4, HLAreportMOMexception.
  const std::string& sent =
      rti_.federation.model[InteractionClassHandle{taken.interaction_class}].name;
  Local* local = nullptr;
  if (meaning.is_of_federation()) {
    if (!rti_.objects.speaks_for(federation_object)) return;
    local = rti_.federation.locals.front();
  } else {
    if (taken.wrong) return rti_.reports.refuse(0, sent, *taken.wrong, true);
    local = rti_.federation.find_local(named_federate(taken.values));
    if (local == nullptr) return;  // another node's, or it has resigned
  }
  if (const Status done = meaning.follow(rti_, *local, taken.values); !done) {
    rti_.reports.refuse(local->handle, sent, done.error(),
                        done.error().code == ErrorCode::RTIinternalError);
  }
}

}  // namespace orrery::rti
