#include "history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery::rti::testing {

namespace {

struct Group {
  Service first;
  Service last;
};
constexpr Group groups[] = {
    {Service::create_federation_execution, Service::synchronization_point_achieved},
    {Service::publish_object_class_attributes, Service::unsubscribe_interaction_class},
    {Service::reserve_object_instance_name, Service::query_interaction_transportation_type},
    {Service::unconditional_attribute_ownership_divestiture,
     Service::is_attribute_owned_by_federate},
    {Service::create_region, Service::set_range_bounds},
    {Service::enable_object_class_relevance_advisory_switch,
     Service::disable_interaction_relevance_advisory_switch},
    {Service::enable_time_regulation, Service::retract},
    {Service::reserve_multiple_object_instance_names, Service::disable_callbacks},
    {Service::request_federation_save, Service::query_federation_restore_status},
    {Service::subscribe_management_objects, Service::send_request},
};

}  // namespace

// All services, whose arguments and states are seldom legal together.
void History::weigh_groups(bool manages) {
  for (int each = 0; each < 3; ++each) refusing_.push_back(any_service());
  // Half of the histories are mostly about one group of services: that of a service whose refusals they look for.
  std::size_t theme = chance(50) ? std::size(groups) : 0;
  while (theme < std::size(groups) && refusing_.front() > groups[theme].last) ++theme;
  for (const Group& group : groups) {
    const bool is_theme = &group == groups + theme;
    const int weight = is_theme ? 80 : static_cast<int>(1 + below(10) * below(4));
    for (auto each = static_cast<std::size_t>(group.first);
         each <= static_cast<std::size_t>(group.last); ++each) {
      weights_[each] = weight * (chance(25) ? 3 : 2);
    }
  }
  manages_ = manages && (theme == std::size(groups) - 1 || chance(10));
  if (!manages_) {
    for (auto each = static_cast<std::size_t>(Service::subscribe_management_objects);
         each < weights_.size(); ++each) {
      weights_[each] = 0;
    }
  }
}

// Few services, each called often: other ones in each history.
void History::weigh_exchange() {
  using enum Service;
  const auto some = [&](int percent, int weight, std::initializer_list<Service> services) {
    for (const Service each : services)
      if (chance(percent)) weights_[static_cast<std::size_t>(each)] = weight;
  };
  some(90, 40, {register_object_instance});
  some(70, 60,
       {update_attribute_values_timed, send_interaction_timed, delete_object_instance_timed});
  some(70, 15,
       {subscribe_object_class_attributes, unsubscribe_object_class_attributes,
        time_advance_request, time_advance_request_available, next_message_request,
        next_message_request_available, flush_queue_request});
  some(30, 10,
       {publish_object_class_attributes, update_attribute_values, subscribe_interaction_class,
        unsubscribe_interaction_class, delete_object_instance, send_interaction, retract,
        local_delete_object_instance, enable_time_regulation, disable_time_regulation,
        enable_time_constrained, disable_time_constrained, modify_lookahead,
        enable_asynchronous_delivery, disable_asynchronous_delivery});
  some(15, 10,
       {unconditional_attribute_ownership_divestiture, negotiated_attribute_ownership_divestiture,
        confirm_divestiture, attribute_ownership_acquisition,
        attribute_ownership_acquisition_if_available, change_attribute_order_type,
        change_interaction_order_type, request_attribute_transportation_type_change,
        request_interaction_transportation_type_change, request_attribute_value_update});
}

History::History(std::uint64_t seed, std::size_t places, std::size_t length, bool manages,
                 About about)
    : random_(seed), about_(about), places_(places), length_(length), weights_(service_count, 0) {
  const bool exchange = about == About::exchange;
  exchange ? weigh_exchange() : weigh_groups(manages);
  const auto rare = [&](Service service) {
    weights_[static_cast<std::size_t>(service)] = exchange && chance(70) ? 0 : 1;
  };
  rare(Service::create_federation_execution);
  rare(Service::destroy_federation_execution);
  rare(Service::list_federation_executions);
  rare(Service::resign_federation_execution);
  rare(Service::disconnect);
  rare(Service::disable_callbacks);
  ends_ = chance(exchange ? 3 : 15);
  // What the management object model says of a restored federation is not modelled.
  saves_ = chance(exchange ? 10 : 35) && !manages_;
  rates_ = chance(exchange ? 5 : 25);
  for (auto each = static_cast<std::size_t>(Service::request_federation_save);
       each <= static_cast<std::size_t>(Service::query_federation_restore_status); ++each) {
    if (!saves_) weights_[each] = 0;
  }
  if (!exchange) pick_targets();
  favourite_ = static_cast<int>(1 + below(fom::object_classes().size() - 1));
  for (std::size_t place = 0; place < places; ++place)
    evoke_weights_.push_back(chance(40) ? 3 : 40);

  const auto open = [&](int place, Service service) -> Call& {
    Call& made = opening_.emplace_back();
    made.federate = place;
    made.service = service;
    return made;
  };
  const bool regional =
      weights_[static_cast<std::size_t>(Service::create_region)] > 3 || (rates_ && chance(50));
  if (chance(5))
    open(0, Service::create_federation_execution).choice =
        chance(50) ? fom::no_modules : fom::conflicting_module;
  open(0, Service::create_federation_execution);
  if (places > 2 && chance(50)) bystander_ = static_cast<int>(places) - 1;
  for (int place = 0; place < static_cast<int>(places); ++place) {
    if (place != bystander_) open(place, Service::join_federation_execution).name = place;
  }
  // Most federates exchange something, and many take part in time management.
  for (int place = 0; place < static_cast<int>(places); ++place) {
    if (place == bystander_) continue;
    for (const Service service :
         {Service::publish_object_class_attributes,
          rates_ ? Service::subscribe_object_class_attributes_with_rate
                 : Service::subscribe_object_class_attributes,
          Service::publish_interaction_class, Service::subscribe_interaction_class}) {
      if (chance(60)) open(place, service).subject = -2;
    }
    if (regional && chance(70)) {
      for (int regions = rates_ ? 3 : 1; regions > 0; --regions) {
        open(place, Service::create_region).subject = -2;
        open(place, Service::set_range_bounds).subject = -2;
        open(place, Service::commit_region_modifications).subject = -2;
      }
      if (chance(60)) {
        open(place, rates_ ? Service::subscribe_object_class_attributes_with_regions_and_rate
                           : Service::subscribe_object_class_attributes_with_regions)
            .subject = -2;
        open(place, Service::subscribe_interaction_class_with_regions).subject = -2;
      }
    }
    if (chance(50))
      open(place, Service::enable_time_regulation).time = static_cast<double>(below(3));
    if (chance(exchange ? 75 : 50)) open(place, Service::enable_time_constrained);
    if (chance(50)) open(place, Service::enable_attribute_relevance_advisory_switch);
    if (manages_) open_management(place);
    open(place, Service::evoke_multiple_callbacks);
  }
  if (bystander_ && chance(65)) open(*bystander_, Service::disconnect);
  std::ranges::reverse(opening_);
}

// But `connect`: who is connected has no face to be refused at. Histories have management or saves.
Service History::any_service() {
  const auto each = static_cast<Service>(below(service_count));
  const bool left_out = each == Service::connect || (is_management(each) && !manages_) ||
                        (is_snapshot_service(each) && manages_);
  return left_out ? Service::evoke_callback : each;
}

Service History::pick_service() {
  int sum = 0;
  for (const int each : weights_) sum += each;
  auto left = static_cast<int>(below(static_cast<std::size_t>(sum)));
  for (std::size_t each = 0; each < weights_.size(); ++each) {
    left -= weights_[each];
    if (left < 0) return static_cast<Service>(each);
  }
  return Service::evoke_multiple_callbacks;
}

int History::pick_object(const Model& model, int place) {
  const Joined* const me = model.joined_at(place);
  if (about_ == About::exchange && me != nullptr && chance(60)) {
    std::vector<int> own;
    for (const auto& [object, as] : me->known)
      if (model.federation().objects.at(object).producer == me->id) own.push_back(object);
    if (!own.empty()) return pick(own);
  }
  if (me != nullptr && !me->known.empty() && chance(85)) return pick(me->known).first;
  return objects_.empty() || chance(10) ? unknown : pick(objects_);
}

void History::fill(Call& call, const Model& model) {
  const Joined* const me = model.joined_at(call.federate);
  const auto some = [&](const std::vector<int>& pool) {
    std::vector<int> chosen;
    for (const int each : pool)
      if (chance(50)) chosen.push_back(each);
    if (chosen.empty() && !pool.empty() && chance(90)) chosen.push_back(pick(pool));
    if (is_odd()) chosen.push_back(unknown);
    return chosen;
  };
  const auto members_of = [&](const std::vector<fom::ClassRow>& classes, int row) {
    std::vector<int> all;
    if (row != unknown) {
      const std::set<int> members = fom::members(classes, row);
      all.assign(members.begin(), members.end());
    }
    // Seldom the privilege to delete: most of what federates exchange are values.
    if (classes.data() == fom::object_classes().data() && !chance(5))
      std::erase(all, fom::privilege_to_delete);
    return all;
  };
  if (is_management(call.service)) {
    fill_management(call, model);
    return;
  }
  switch (subject_of(call.service)) {
    case Subject::object_class:
      call.subject =
          is_odd() ? unknown : static_cast<int>(1 + below(fom::object_classes().size() - 1));
      if (chance(about_ == About::exchange ? 85 : 40)) call.subject = favourite_;
      if ((call.service == Service::register_object_instance ||
           call.service == Service::register_object_instance_with_regions) &&
          me != nullptr && !me->published.empty() && chance(90)) {
        call.subject = pick(me->published).first;
      }
      call.attributes = some(members_of(fom::object_classes(), call.subject));
      if (is_odd())
        call.attributes.push_back(static_cast<int>(1 + below(fom::attributes().size() - 1)));
      break;
    case Subject::interaction:
      call.subject =
          is_odd() ? unknown : static_cast<int>(1 + below(fom::interaction_classes().size() - 1));
      if (me != nullptr && !me->interactions_published.empty() && chance(80) &&
          call.service >= Service::send_interaction) {
        call.subject = pick(me->interactions_published);
      }
      call.attributes = some(members_of(fom::interaction_classes(), call.subject));
      if (is_odd()) call.attributes.push_back(static_cast<int>(below(fom::parameters().size())));
      break;
    case Subject::object: {
      call.subject = pick_object(model, call.federate);
      if (call.subject == unknown) {
        call.attributes = {1};
        break;
      }
      const ObjectInstance& object = model.federation().objects.contains(call.subject)
                                         ? model.federation().objects.at(call.subject)
                                         : ObjectInstance{};
      std::vector<int> own;
      std::vector<int> all;
      for (const auto& [attribute, instance] : object.attributes) {
        if (attribute == fom::privilege_to_delete && !chance(3)) continue;
        all.push_back(attribute);
        if (me != nullptr && instance.owner == me->id) own.push_back(attribute);
      }
      call.attributes = some(!own.empty() && chance(80) ? own : all);
      if (is_odd())
        call.attributes.push_back(static_cast<int>(1 + below(fom::attributes().size() - 1)));
      break;
    }
    case Subject::message:
      call.subject = messages_.empty() || chance(10) ? unknown : pick(messages_);
      break;
    case Subject::none:
    case Subject::region:
      break;
  }
  std::ranges::sort(call.attributes);
  const auto duplicates = std::ranges::unique(call.attributes);
  call.attributes.erase(duplicates.begin(), duplicates.end());
  if (call.service >= Service::unconditional_attribute_ownership_divestiture &&
      call.service <= Service::is_attribute_owned_by_federate) {
    fill_ownership(call, model);
  }
  if (call.service >= Service::create_region && call.service <= Service::set_range_bounds)
    fill_regions(call, model);
  fill_saves(call, model);
  call.flag = chance(75);
  const double base = me == nullptr ? 0 : std::max(me->time, me->regulating ? me->floor.time : 0);
  call.time = std::max(0.0, base + static_cast<double>(below(4)) - (chance(20) ? 2 : 0));
  switch (call.service) {
    case Service::resign_federation_execution:
      call.choice = static_cast<int>(below(7));
      break;
    case Service::create_federation_execution:
      if (is_odd()) call.choice = chance(50) ? fom::no_modules : fom::conflicting_module;
      break;
    case Service::join_federation_execution:
      if (is_odd()) call.choice = fom::conflicting_module;
      call.name = chance(5) ? static_cast<int>(below(places_)) : call.federate;
      break;
    case Service::register_federation_synchronization_point:
      call.name = static_cast<int>(below(3));
      if (chance(40)) {
        for (int each = 0; each < static_cast<int>(places_); ++each)
          if (chance(40)) call.federates.push_back(each);
      }
      break;
    case Service::synchronization_point_achieved:
      call.name = static_cast<int>(below(3));
      break;
    case Service::reserve_object_instance_name:
    case Service::release_object_instance_name:
      call.name = static_cast<int>(below(4));
      break;
    case Service::register_object_instance:
    case Service::register_object_instance_with_regions:
      call.name = chance(70) ? unknown : static_cast<int>(1 + below(3));
      if (me != nullptr && !me->reserved.empty() && chance(50)) call.name = pick(me->reserved);
      break;
    case Service::change_attribute_order_type:
    case Service::change_interaction_order_type:
    case Service::request_attribute_transportation_type_change:
    case Service::request_interaction_transportation_type_change:
      call.choice = static_cast<int>(below(2));
      if (call.service >= Service::request_attribute_transportation_type_change && is_odd())
        call.choice = no_transportation;
      break;
    case Service::subscribe_object_class_attributes_with_rate:
    case Service::subscribe_object_class_attributes_with_regions_and_rate:
      call.choice =
          is_odd() ? no_update_rate : static_cast<int>(below(fom::update_rates().size() + 1));
      break;
    case Service::query_attribute_transportation_type:
      if (call.attributes.empty()) call.attributes = {1};
      call.attributes.resize(1);
      break;
    case Service::query_interaction_transportation_type:
      call.federates = {static_cast<int>(below(places_))};
      break;
    case Service::enable_time_regulation:
    case Service::modify_lookahead:
      call.time = static_cast<double>(below(3));
      break;
    case Service::time_advance_request:
    case Service::time_advance_request_available:
    case Service::next_message_request:
    case Service::next_message_request_available:
    case Service::flush_queue_request:
      call.time =
          (me == nullptr ? 0 : me->time) + static_cast<double>(below(5)) - (chance(5) ? 1 : 0);
      break;
    default:
      fill_support(call);
      break;
  }
  if (call.service == Service::request_federation_save_timed)
    call.time += static_cast<double>(1 + below(3));
  if (chance(2)) {
    const double odd[] = {std::numeric_limits<double>::quiet_NaN(), never, -never, -1};
    call.time = odd[below(4)];
    if (call.time != -1 && model.times() == TimeRepresentation::integer64) call.time = never;
  }
}

// Of some calls that are refused the one whose error this history has met least. A call with a single error tells more
// than one with several, of which the RTI answers always the same.
std::optional<Call> History::propose_refused(Model& model) {
  std::optional<Call> chosen;
  constexpr int several = 1000;
  int fewest = 0;
  std::set<ErrorCode> errors;
  const Service service = pick(refusing_);
  for (int attempt = 0; attempt < 40; ++attempt) {
    Call call;
    call.federate = bystander_ && chance(10) ? *bystander_ : static_cast<int>(below(places_));
    call.service = service;
    fill(call, model);
    const Verdict verdict = model.judge(call);
    if (verdict.may_succeed) continue;
    int met = verdict.errors.size() > 1 ? several : 0;
    for (const ErrorCode each : verdict.errors) met += met_[{service, each}];
    if (chosen && met >= fewest) continue;
    chosen = call;
    fewest = met;
    errors = verdict.errors;
  }
  for (const ErrorCode each : errors) ++met_[{service, each}];
  return chosen;
}

// All resign, the federation is destroyed and perhaps created again; and what is refused in between.
std::optional<Call> History::propose_end(const Model& model) {
  const std::size_t begin = length_ / 2;
  if (!ends_ || step_ < begin || step_ > begin + 2 * places_ + 8) return {};
  Call call;
  const Federation& federation = model.federation();
  for (const auto& [join, each] : federation.joined) {
    call.federate = each.place;
    call.service = Service::resign_federation_execution;
    call.choice = static_cast<int>(ResignAction::cancel_then_delete_then_divest);
    return call;
  }
  const bool connected = model.is_connected(0);
  if (!connected) {
    call.service = Service::connect;
  } else if (federation.exists) {
    call.service =
        chance(70) ? Service::destroy_federation_execution : Service::join_federation_execution;
  } else {
    call.service = chance(30)   ? Service::create_federation_execution
                   : chance(50) ? Service::destroy_federation_execution
                                : Service::join_federation_execution;
  }
  fill(call, model);
  return call;
}

Call History::propose(const Model& model) {
  if (const auto of_save = propose_of_save(model)) return *of_save;
  if (const auto of_rates = propose_of_rates(model)) return *of_rates;
  Call call;
  call.federate = static_cast<int>(below(places_));
  if (odd_ > usual_oddness && chance(30)) {
    // Any service as often as any other, also of one that is not a member.
    if (bystander_ && chance(50)) call.federate = *bystander_;
    call.service = any_service();
    const bool ends = call.service == Service::resign_federation_execution ||
                      call.service == Service::disconnect ||
                      call.service == Service::disable_callbacks;
    if (!ends || call.federate == bystander_) {
      fill(call, model);
      return call;
    }
  }
  if (static_cast<int>(below(100)) < evoke_weights_[static_cast<std::size_t>(call.federate)]) {
    call.service = chance(85) ? Service::evoke_multiple_callbacks : Service::evoke_callback;
    if (chance(3)) call.choice = static_cast<int>(1 + below(std::size(refused_within)));
    return call;
  }
  if (!model.is_connected(call.federate)) {
    call.service = chance(30) ? Service::connect : pick_service();
  } else if (!model.has_callbacks(call.federate) && chance(20)) {
    call.service = Service::enable_callbacks;
  } else if (model.joined_at(call.federate) == nullptr && call.federate != bystander_ &&
             chance(80)) {
    call.service = Service::join_federation_execution;
  } else {
    call.service = pick_service();
  }
  fill(call, model);
  return call;
}

std::optional<Call> History::next(Model& model) {
  if (step_++ >= length_) return {};
  Call call;
  if (!opening_.empty()) {
    call = opening_.back();
    opening_.pop_back();
    if (call.subject == -2) {
      fill(call, model);
      call.flag = true;
    }
  } else {
    const bool aside = bystander_ && chance(15);
    const bool legal = about_ == About::exchange || chance(80);
    odd_ = legal ? usual_oddness : 20;
    if (aside) {
      call.federate = *bystander_;
      call.service = any_service();
      fill(call, model);
    }
    std::optional<Call> refused;
    if (auto end = propose_end(model)) {
      refused = end;
    } else if (!aside && chance(has_target_of_save(model) ? 60 : 25)) {
      refused = propose_target(model);
    } else if (!aside && !legal && chance(50)) {
      refused = chance(30) ? propose_aimed(model) : propose_refused(model);
    }
    if (refused) call = *refused;
    for (int attempt = 0; !aside && !refused && attempt < 12; ++attempt) {
      call = propose(model);
      const Verdict verdict = model.judge(call);
      if (!legal || verdict.may_succeed) break;
    }
  }
  // Which comes first, the end of the save or this, would be open, and all that follows from it.
  const bool ends_save = call.service == Service::resign_federation_execution ||
                         call.service == Service::abort_federation_save ||
                         call.service == Service::abort_federation_restore;
  // And what another node answers from before a restore.
  const bool before = is_changed_by_restore(call.service);
  if ((ends_save && (model.may_begin_save() || model.is_snapshot_open())) ||
      (before && model.is_snapshot_open() && model.is_restore_coming(call.federate))) {
    call.service = Service::evoke_multiple_callbacks;
    call.choice = 0;
  }
  call.id = ++last_;
  // The RTI's objects are told apart by the names of their federates.
  if (manages_ && call.service == Service::join_federation_execution) call.name = 100 + call.id;
  if (call.service == Service::register_object_instance ||
      call.service == Service::register_object_instance_with_regions) {
    objects_.push_back(call.id);
  }
  if (call.service == Service::create_region) regions_.push_back(call.id);
  if (call.service == Service::send_interaction_timed ||
      call.service == Service::send_interaction_with_regions_timed ||
      call.service == Service::update_attribute_values_timed ||
      call.service == Service::delete_object_instance_timed) {
    messages_.push_back(call.id);
  }
  return call;
}

}  // namespace orrery::rti::testing
