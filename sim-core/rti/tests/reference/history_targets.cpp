// Calls whose answers this history looks for: from its seed some of all services and their errors.
#include <algorithm>
#include <limits>

#include "exceptions.hpp"
#include "history.hpp"

namespace orrery::rti::testing {

namespace {

constexpr int targets = 10;
constexpr int targets_of_saves = 20;  // a save or restore meets several of them at once
constexpr int meetings = 4;           // with each
constexpr int attempts = 40;

bool is_about_saves(Service service, std::optional<ErrorCode> error) {
  return is_snapshot_service(service) || error == ErrorCode::SaveInProgress ||
         error == ErrorCode::RestoreInProgress;
}

bool is_about_end(Service service, std::optional<ErrorCode> error) {
  return service == Service::create_federation_execution ||
         service == Service::destroy_federation_execution ||
         error == ErrorCode::FederationExecutionDoesNotExist;
}

// Those that need several federates in a certain state.
const std::vector<ServiceAnswer>& hard_answers() {
  using enum Service;
  using enum ErrorCode;
  static const std::vector<ServiceAnswer> all{
      {resign_federation_execution, OwnershipAcquisitionPending},
      {unpublish_object_class, OwnershipAcquisitionPending},
      {unpublish_object_class_attributes, OwnershipAcquisitionPending},
      {local_delete_object_instance, OwnershipAcquisitionPending},  // likewise
      {local_delete_object_instance, OwnershipAcquisitionPending},
      {register_object_instance, ObjectInstanceNameInUse},
      {register_object_instance_with_regions, ObjectInstanceNameInUse},  // seldom even so
      {register_object_instance_with_regions, ObjectInstanceNameInUse},
      {update_attribute_values_timed, InvalidLogicalTime},
      {retract, MessageCanNoLongerBeRetracted},
      {get_object_instance_handle, {}},
      {query_interaction_transportation_type, FederateHandleNotKnown},
      {request_attribute_transportation_type_change, AttributeAlreadyBeingChanged},
      {negotiated_attribute_ownership_divestiture, AttributeNotDefined},
      {confirm_divestiture, {}},
      {confirm_divestiture, NoAcquisitionPending},
      {attribute_ownership_acquisition, ObjectClassNotPublished},
      {attribute_ownership_acquisition, AttributeNotPublished},
      {attribute_ownership_acquisition_if_available, ObjectClassNotPublished},
      {attribute_ownership_acquisition_if_available,
       AttributeAlreadyBeingAcquired},  // seldom even so
      {attribute_ownership_acquisition_if_available, AttributeAlreadyBeingAcquired},
      {cancel_attribute_ownership_acquisition, {}},
      {cancel_attribute_ownership_acquisition, AttributeAlreadyOwned},
      {cancel_negotiated_attribute_ownership_divestiture, AttributeNotOwned},
      {associate_regions_for_updates, InvalidRegionContext},
      {associate_regions_for_updates, RegionNotCreatedByThisFederate},
      {unassociate_regions_for_updates, AttributeNotDefined},
      {unassociate_regions_for_updates, RegionNotCreatedByThisFederate},
      {next_message_request, RequestForTimeRegulationPending},
      {time_advance_request, LogicalTimeAlreadyPassed},
      {time_advance_request_available, LogicalTimeAlreadyPassed},
      {join_federation_execution, RestoreInProgress},
      {negotiated_attribute_ownership_divestiture, RestoreInProgress},
      {time_advance_request, RestoreInProgress},
      {disable_callbacks, RestoreInProgress},
      {abort_federation_restore, {}}};
  return all;
}

// The answer that a save or restore in progress brings; none of both.
std::optional<ErrorCode> in_progress(const Model& model) {
  if (model.saving().running) return ErrorCode::SaveInProgress;
  if (model.restoring().running) return ErrorCode::RestoreInProgress;
  return {};
}

// Services that bring about the states in which others have all their answers.
std::vector<Service> stage_of(Service service) {
  using enum Service;
  if (service >= enable_time_regulation && service <= query_lookahead)
    return {enable_time_regulation, enable_time_constrained, time_advance_request,
            next_message_request, evoke_multiple_callbacks};
  if (service == retract || service == send_interaction_timed)
    return {enable_time_regulation, publish_interaction_class, send_interaction_timed, retract,
            evoke_multiple_callbacks};
  std::vector<Service> stage{publish_object_class_attributes, subscribe_object_class_attributes,
                             register_object_instance,        register_object_instance,
                             evoke_multiple_callbacks,        evoke_multiple_callbacks,
                             attribute_ownership_acquisition};
  if (service >= unconditional_attribute_ownership_divestiture &&
      service <= is_attribute_owned_by_federate) {
    stage.insert(stage.end(), {attribute_ownership_acquisition, attribute_ownership_acquisition,
                               negotiated_attribute_ownership_divestiture,
                               negotiated_attribute_ownership_divestiture});
  } else if (service >= create_region && service <= set_range_bounds) {
    stage.insert(stage.end(), {create_region, create_region, set_range_bounds,
                               commit_region_modifications, associate_regions_for_updates});
  } else if (service == reserve_object_instance_name || service == release_object_instance_name ||
             service == reserve_multiple_object_instance_names ||
             service == release_multiple_object_instance_names ||
             service == get_object_instance_handle) {
    stage.insert(stage.end(), {reserve_object_instance_name, reserve_object_instance_name});
  } else if (service == request_attribute_transportation_type_change) {
    stage.insert(stage.end(), 3, service);
  } else if (service >= publish_interaction_class && service <= send_interaction_timed) {
    stage.insert(stage.end(), {publish_interaction_class, subscribe_interaction_class});
  }
  return stage;
}

}  // namespace

// Histories with saves are mostly about those, others never.
void History::pick_targets() {
  const std::size_t count = saves_ ? targets_of_saves : targets;
  while (targets_.size() < count) {
    const auto [service, error] = chance(30) ? pick(hard_answers()) : pick(answers_to_meet());
    const bool of_saves = is_about_saves(service, error);
    if (is_management(service) != manages_ && (!manages_ || chance(70))) continue;
    if (of_saves != saves_ && (!saves_ || chance(85))) continue;
    // A restore is met only after a save.
    if (error == ErrorCode::SaveInProgress && chance(95)) continue;
    targets_.push_back({service, error, meetings});
    ends_ |= is_about_end(service, error);
  }
}

bool History::has_target_of_save(const Model& model) const {
  const auto busy = in_progress(model);
  return busy &&
         std::ranges::any_of(targets_, [&](const Target& each) { return each.error == *busy; });
}

// A call that has one of the answers in the present state, or else one that brings such a state nearer.
std::optional<Call> History::propose_target(Model& model) {
  std::vector<std::size_t>
      apt;  // while a save or restore is in progress, what it refuses or serves
  for (std::size_t each = 0; each < targets_.size(); ++each) {
    const auto& [service, error, left] = targets_[each];
    if (!has_target_of_save(model) || error == in_progress(model) ||
        (is_snapshot_service(service) && !error)) {
      apt.push_back(each);
    }
  }
  if (apt.empty()) return {};
  const auto target = targets_.begin() + static_cast<std::ptrdiff_t>(pick(apt));
  const auto [service, error, left] = *target;
  std::vector<Call> candidates = aims(model);
  std::erase_if(candidates, [&](const Call& each) { return each.service != service; });
  const int usual = std::exchange(odd_, error ? 20 : usual_oddness);
  std::optional<Call> chosen;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Call call;
    if (!candidates.empty() && chance(50)) {
      call = pick(candidates);
    } else {
      call.federate = bystander_ && chance(15) ? *bystander_ : static_cast<int>(below(places_));
      call.service = service;
      fill(call, model);
      if (error && chance(60)) make_wrong(call, model, *error);
    }
    const Verdict verdict = model.judge(call);
    const bool fits = error ? verdict.errors.contains(*error) : verdict.errors.empty();
    if (!fits) continue;
    chosen = call;
    // Of several errors the RTI may answer with another.
    if (error && (verdict.errors.size() > 1 || verdict.may_succeed)) continue;
    if (--target->left == 0) targets_.erase(target);
    break;
  }
  odd_ = usual;
  return chosen ? chosen : set_stage(model, service, error);
}

// Gives the call the arguments that are refused so.
void History::make_wrong(Call& call, const Model& model, ErrorCode error) {
  const Joined* const me = model.joined_at(call.federate);
  const Federation& federation = model.federation();
  // An attribute of the object that is such.
  const auto attribute = [&](const auto& is_such) {
    if (subject_of(call.service) != Subject::object || me == nullptr || me->known.empty()) return;
    const auto [object, object_class] = pick(me->known);
    std::vector<int> found;
    for (const auto& [each, instance] : federation.objects.at(object).attributes)
      if (is_such(each, instance, object_class)) found.push_back(each);
    call.subject = object;
    if (!found.empty()) call.attributes = {pick(found)};
  };
  const auto is_published = [&](int each, int object_class) {
    const auto published = me->published.find(object_class);
    return published != me->published.end() && published->second.contains(each);
  };
  switch (error) {
    case ErrorCode::AttributeNotDefined:
      if (subject_of(call.service) == Subject::object && me != nullptr && !me->known.empty())
        call.subject = pick(me->known).first;
      call.attributes = {static_cast<int>(1 + below(fom::attributes().size() - 1))};
      return;
    case ErrorCode::AttributeNotOwned:
      return attribute([&](int, const auto& instance, int) { return instance.owner != me->id; });
    case ErrorCode::FederateOwnsAttributes:
    case ErrorCode::AttributeAlreadyOwned:
    case ErrorCode::AttributeDivestitureWasNotRequested:
      return attribute([&](int, const auto& instance, int) { return owns(instance, *me); });
    case ErrorCode::AttributeNotPublished:
      return attribute([&](int each, const auto& instance, int object_class) {
        return instance.owner != me->id && me->published.contains(object_class) &&
               !is_published(each, object_class);
      });
    case ErrorCode::ObjectClassNotPublished:
    case ErrorCode::AttributeAcquisitionWasNotRequested:
      return attribute([&](int each, const auto& instance, int object_class) {
        return instance.owner != me->id && !is_published(each, object_class);
      });
    case ErrorCode::DeletePrivilegeNotHeld:
      return attribute([](int, const auto&, int) { return true; });
    case ErrorCode::InvalidLogicalTime:
      call.time = model.times() == TimeRepresentation::float64
                      ? std::numeric_limits<double>::quiet_NaN()
                      : never;
      return;
    case ErrorCode::ObjectInstanceNameInUse:
      if (!federation.names.empty()) call.name = pick(federation.names).first;
      return;
    case ErrorCode::InvalidLookahead:
      call.time = -1;
      return;
    case ErrorCode::InvalidUpdateRateDesignator:
      call.choice = no_update_rate;
      return;
    case ErrorCode::InvalidRegion:
      call.regions = {unknown};
      return;
    case ErrorCode::RegionNotCreatedByThisFederate:
    case ErrorCode::InvalidRegionContext:
      call.regions.clear();
      for (const auto& [number, region] : federation.regions) {
        const bool mine = me != nullptr && region.creator == me->id;
        if (mine == (error == ErrorCode::InvalidRegionContext) && chance(50))
          call.regions = {number};
      }
      if (subject_of(call.service) == Subject::region && !call.regions.empty())
        call.subject = call.regions.front();
      return;
    default:
      return;
  }
}

std::optional<Call> History::set_stage(Model& model, Service service,
                                       std::optional<ErrorCode> error) {
  Call call;
  const auto& joined = model.federation().joined;
  if (error == ErrorCode::CallNotAllowedFromWithinCallback) {
    const auto nested = std::ranges::find(refused_within, service);
    for (const auto& [join, each] : joined) {
      if (each.pending.empty() || !model.has_callbacks(each.place)) continue;
      call.federate = each.place;
      call.choice = static_cast<int>(nested - std::begin(refused_within)) + 1;
      return call;
    }
    return {};
  }
  if (error == ErrorCode::NotConnected || error == ErrorCode::FederateNotExecutionMember) {
    const bool connected = bystander_ && model.is_connected(*bystander_);
    if (!bystander_ || connected == (error == ErrorCode::FederateNotExecutionMember)) return {};
    call.federate = *bystander_;
    call.service = connected ? Service::disconnect : Service::connect;
    return call;
  }
  if (in_progress(model) || joined.empty()) return {};
  call.federate =
      std::next(joined.begin(), static_cast<std::ptrdiff_t>(below(joined.size())))->second.place;
  if (is_about_saves(service, error)) {
    const bool restores =
        error == ErrorCode::RestoreInProgress ||
        (service >= Service::request_federation_restore && is_snapshot_service(service));
    call.service = restores && !model.saves().empty() ? Service::request_federation_restore
                                                      : Service::request_federation_save;
    fill(call, model);
    return call;
  }
  if (error == ErrorCode::FederateHandleNotKnown || error == ErrorCode::FederateNameAlreadyInUse) {
    if (joined.size() < 3) return {};
    call.service = Service::resign_federation_execution;
    call.choice = static_cast<int>(ResignAction::cancel_then_delete_then_divest);
    return call;
  }
  const bool needs_name = error == ErrorCode::ObjectInstanceNameInUse && chance(50);
  const bool needs_request = error == ErrorCode::OwnershipAcquisitionPending && chance(50);
  return prepare(model, needs_name      ? Service::reserve_object_instance_name
                        : needs_request ? Service::attribute_ownership_acquisition
                                        : service);
}

// A legal call of a service that brings such states about.
std::optional<Call> History::prepare(Model& model, Service service) {
  const Service chosen = pick(stage_of(service));
  for (int attempt = 0; attempt < attempts / 2; ++attempt) {
    Call call;
    call.federate = static_cast<int>(below(places_));
    call.service = chosen;
    fill(call, model);
    if (model.judge(call).errors.empty()) return call;
  }
  return {};
}

}  // namespace orrery::rti::testing
