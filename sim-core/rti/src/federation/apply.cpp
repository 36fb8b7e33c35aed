// Operations: what happens at every node, in one order.
#include <algorithm>
#include <limits>
#include <utility>

#include "orrery/base/clock.hpp"

#include "core/core.hpp"
#include "federation/names.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {
namespace {

// Done at once where it was asked for; its order matters to nobody but its own federate.
bool applied_at_once(OperationKind kind) {
  switch (kind) {
    case OperationKind::publish:
    case OperationKind::unpublish:
    case OperationKind::subscribe:
    case OperationKind::unsubscribe:
    case OperationKind::publish_interaction:
    case OperationKind::subscribe_interaction:
    case OperationKind::register_object:
    case OperationKind::delete_object:
    case OperationKind::commit_regions:
    case OperationKind::delete_region:
    case OperationKind::associate:
    case OperationKind::subscribe_regions:
    case OperationKind::subscribe_interaction_regions:
    case OperationKind::change_attribute_transportation:
    case OperationKind::change_interaction_transportation:
      return true;
    default:
      return false;
  }
}

Result<std::vector<FomModule>> modules_of(const Operation& operation, std::size_t first) {
  std::vector<FomModule> modules;
  for (std::size_t i = first; i + 1 < operation.texts.size(); i += 2) {
    auto module = parse_fom(operation.texts[i + 1], operation.texts[i]);
    if (!module) return module.error();
    modules.push_back(std::move(*module));
  }
  return modules;
}

bool named(const Federation& federation, const std::string& federate) {
  return std::ranges::any_of(federation.members,
                             [&](const auto& each) { return each.second.name == federate; });
}

}  // namespace

void Core::apply(std::uint32_t origin, std::uint64_t sequence, const Operation& operation) {
  if (origin == net_.self() && applied_at_once(operation.kind)) {
    if (operation.kind == OperationKind::delete_object) free_deleted_name(operation);
    return;
  }
  Status outcome = apply(origin, operation);
  if (origin == net_.self() && sequence == awaited_) outcome_ = std::move(outcome);
}

Status Core::apply(std::uint32_t origin, const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::create:
      return apply_create(operation);
    case OperationKind::destroy:
      return apply_destroy(operation);
    case OperationKind::join:
      return apply_join(origin, operation);
    case OperationKind::node_lost:
      if (operation.number < 0 || operation.number >= net_.nodes()) {
        ++counters_.malformed;
        return error(ErrorCode::RTIinternalError,
                     "there is no node " + std::to_string(operation.number));
      }
      apply_node_lost(static_cast<std::uint32_t>(operation.number));
      return {};
    default:
      break;
  }
  const auto found = federations_.find(operation.federation);
  if (found == federations_.end()) {
    return error(ErrorCode::FederationExecutionDoesNotExist, "the federation is no more");
  }
  Federation& federation = *found->second;
  if (operation.kind == OperationKind::snapshot_ready) {
    federation.snapshots->ready(origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::save_time_reached) {
    federation.snapshots->time_reached(origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::deletions_passed) {
    apply_deletions_passed(federation, origin, operation);
    return {};
  }
  if (operation.kind == OperationKind::federate_lost) {
    apply_federate_lost(federation, operation, origin);
    return {};
  }
  const auto member = federation.members.find(operation.federate);
  // Of a federate that has gone meanwhile, or in another's name.
  if (member == federation.members.end() || member->second.node != origin) {
    return error(ErrorCode::FederateNotExecutionMember, "the federate has resigned");
  }
  Local* const asker = origin == net_.self() ? federation.find_local(operation.federate) : nullptr;
  switch (operation.kind) {
    case OperationKind::resign:
      remove_member(federation, operation.federate, static_cast<ResignAction>(operation.flag));
      break;
    case OperationKind::register_point:
    case OperationKind::achieve_point:
      sync_points_.apply(federation, operation, asker);
      break;
    case OperationKind::reserve_names:
    case OperationKind::release_names:
      apply_names(federation, operation, asker, inboxes_);
      break;
    case OperationKind::register_object:
      apply_register(federation, operation);
      break;
    case OperationKind::delete_object:
      apply_deletion(federation, operation, origin);
      break;
    case OperationKind::divest:
    case OperationKind::divest_objects:
    case OperationKind::acquire:
    case OperationKind::set_owner:
      federation.ownership->apply(operation);
      break;
    case OperationKind::request_save:
    case OperationKind::request_restore:
      federation.snapshots->request(operation, operation.kind == OperationKind::request_save);
      break;
    case OperationKind::snapshot_step:
      federation.snapshots->step(operation);
      break;
    case OperationKind::commit_regions:
    case OperationKind::delete_region:
    case OperationKind::associate:
    case OperationKind::subscribe_regions:
    case OperationKind::subscribe_interaction_regions:
      apply_regions(federation, member->second, operation);
      break;
    case OperationKind::change_attribute_transportation:
    case OperationKind::change_interaction_transportation:
      transportations_.apply(federation, member->second, operation);
      break;
    case OperationKind::set_auto_provide:
      federation.auto_provide = operation.flag != 0;
      break;
    case OperationKind::automatic_resign:
      if (operation.flag <= static_cast<std::uint8_t>(last_resign_action)) {
        member->second.automatic_resign = static_cast<ResignAction>(operation.flag);
      }
      break;
    case OperationKind::time_switches: {
      const bool regulating = (operation.flag & 1) != 0;
      const bool began = regulating && !member->second.regulating;
      const bool constrained = (operation.flag & 2) != 0;
      if (constrained && !member->second.constrained) {
        federation.snapshots->constrained_at(origin);
        // It may be before the time of a deletion that its node was beyond.
        for (auto& [key, deletion] : federation.deletions) {
          if (deletion.awaited == 0) continue;
          deletion.awaited |= only(origin);
          if (origin == net_.self()) deletion.said = false;
        }
        federation.deletions_passed = std::numeric_limits<std::int64_t>::min();
      }
      member->second.regulating = regulating;
      member->second.constrained = constrained;
      if (Local* local = federation.find_local(operation.federate)) {
        if (regulating && local->rules.regulation_asked) {
          local->rules.regulation_asked = false;
          local->rules.regulation_pending = true;
        }
      }
      if (began) {
        begin_epoch(federation);
        if (origin != net_.self()) await_regulator(federation, operation);
      }
      want_computation(federation);
      break;
    }
    default:
      apply_declaration(federation, member->second, operation);
  }
  return {};
}

Status Core::apply_create(const Operation& operation) {
  if (find(operation.text) != nullptr) {
    return error(
        ErrorCode::FederationExecutionAlreadyExists,
        "there is a federation '" + operation.text + "' already: join it, or choose another name");
  }
  auto modules = modules_of(operation, 0);
  if (!modules) return modules.error();
  std::optional<FomModule> own_mim;
  if ((operation.flag & create_mim_bit) != 0 && !modules->empty()) {
    own_mim = std::move(modules->front());
    modules->erase(modules->begin());
  }
  auto model = own_mim ? ObjectModel::merge(*modules, *own_mim) : ObjectModel::merge(*modules);
  if (!model) return model.error();
  auto federation = std::make_unique<Federation>();
  federation->id = next_federation_++;
  federation->name = operation.text;
  federation->as = static_cast<TimeRepresentation>(operation.flag & create_time_bit);
  federation->model = std::move(*model);
  federation->auto_provide = federation->model.switched_on("autoProvide");
  federation->time.markers.resize(net_.nodes());
  federation->time.receivable.resize(net_.nodes(), std::numeric_limits<std::int64_t>::min());
  federation->newest = Newest(options_.repeat_ns, options_.digest_ns);
  federation->snapshots = std::make_unique<Snapshots>(*this, inboxes_, net_, options_, *federation);
  federation->ownership = std::make_unique<Ownership>(*this, inboxes_, *federation);
  federation->mom = std::make_unique<Mom>(*this, net_, *federation);
  federation->mom->learn_model();
  federation->mom->add_federation_object();
  federations_.emplace(federation->id, std::move(federation));
  return {};
}

Status Core::apply_destroy(const Operation& operation) {
  Federation* federation = find(operation.text);
  if (federation == nullptr) {
    return error(ErrorCode::FederationExecutionDoesNotExist,
                 "there is no federation '" + operation.text + "'");
  }
  if (!federation->members.empty()) {
    return error(ErrorCode::FederatesCurrentlyJoined,
                 std::to_string(federation->members.size()) + " federates are joined to '" +
                     operation.text + "': they must resign first");
  }
  federation->destroyed = destroyed_ = true;
  return {};
}

Status Core::apply_join(std::uint32_t origin, const Operation& operation) {
  Federation* federation = find(operation.text);
  if (federation == nullptr || operation.texts.size() < 2) {
    return error(ErrorCode::FederationExecutionDoesNotExist,
                 "there is no federation '" + operation.text + "': create it first");
  }
  if (federation->snapshots->active()) {
    return error(federation->snapshots->restores() ? ErrorCode::RestoreInProgress
                                                   : ErrorCode::SaveInProgress,
                 "'" + operation.text + "' is being saved or restored: join it afterwards");
  }
  std::string name = operation.texts[0];
  if (!name.empty() && named(*federation, name)) {
    return error(ErrorCode::FederateNameAlreadyInUse,
                 "a federate '" + name + "' has joined already: choose another name");
  }
  if (operation.texts.size() > 2) {
    auto modules = modules_of(operation, 2);
    if (!modules) return modules.error();
    auto model = federation->model.with(*modules);
    if (!model) return model.error();
    federation->model = std::move(*model);
    grow_objects(*federation);
    federation->mom->learn_model();
    federation->mom->change_of_model();
    ++federation->declarations;
  }
  Member member;
  for (std::size_t i = 2; i < operation.texts.size(); i += 2) {
    member.modules.push_back(operation.texts[i]);
  }
  member.handle = federation->next_member++;
  for (std::uint32_t number = member.handle; name.empty() || named(*federation, name); ++number) {
    name = "HLAfederate-" + std::to_string(number);
  }
  member.name = std::move(name);
  member.type = operation.texts[1];
  member.node = origin;
  member.automatic_resign = federation->model.automatic_resign();
  const std::uint32_t handle = member.handle;
  const Member& joined = federation->members.emplace(handle, std::move(member)).first->second;
  ++federation->declarations;
  if (origin == net_.self() && joining != nullptr) {
    joined_as = handle;
    joining->federation = federation;
    joining->handle = handle;
    joining->rules.as = federation->as;
    joining->advisories.object_class_relevance =
        federation->model.switched_on("objectClassRelevanceAdvisory", true);
    joining->advisories.interaction_relevance =
        federation->model.switched_on("interactionRelevanceAdvisory", true);
    joining->advisories.attribute_relevance =
        federation->model.switched_on("attributeRelevanceAdvisory");
    joining->advisories.attribute_scope = federation->model.switched_on("attributeScopeAdvisory");
    joining->conveys.region_designator_sets =
        federation->model.switched_on("conveyRegionDesignatorSets");
    joining->conveys.producing_federate =
        federation->model.switched_on("conveyProducingFederate", true);
    joining->automatic_resign = joined.automatic_resign;
    joining->rules.time = joining->told_time = zero(federation->as);
    joining->rules.lookahead = zero(federation->as);
    joining->since_ns = base::now_ns();
    federation->locals.push_back(joining);
  }
  federation->mom->add_federate_object(joined);
  federation->mom->change_of_members();
  sync_points_.joined(*federation, handle);
  return {};
}

// A scaffold of the object model has got its attributes with a joining federate's modules: nobody owns them yet.
void Core::grow_objects(Federation& federation) {
  for (auto& [id, object] : federation.objects) {
    const auto& attributes = federation.model[ObjectClassHandle{object.of}].attributes;
    for (std::size_t i = object.owners.size(); i < attributes.size(); ++i) {
      object.owners.push_back(0);
      object.ways.push_back(way_of(attributes[i]));
    }
  }
}

void Core::remove_member(Federation& federation, std::uint32_t handle, ResignAction action) {
  // That a save or restore has ended comes before all else that follows.
  federation.snapshots->lost(handle);
  const bool deletes = action == ResignAction::delete_objects ||
                       action == ResignAction::delete_objects_then_divest ||
                       action == ResignAction::cancel_then_delete_then_divest;
  std::vector<std::uint64_t> deleted;
  for (auto& [id, object] : federation.objects) {
    if (object.deleted) continue;
    if (id == federate_object(handle) ||
        (deletes && object.owners[0] == handle && !deletes_later(federation, id, handle))) {
      deleted.push_back(id);
    } else {
      federation.ownership->release_all(object, handle, AttributeSet().set());
    }
  }
  for (const std::uint64_t id : deleted) {
    for (const View& view : federation.objects.at(id).views) {
      if (view.local->handle != handle) queue_removal(federation, *view.local, id, handle);
    }
    apply_delete(federation, id);
  }
  forget_regions(federation, handle);
  std::erase_if(federation.reserved_names, [&](const auto& each) { return each.second == handle; });
  federation.members.erase(handle);
  federation.deletions_passed = std::numeric_limits<std::int64_t>::min();
  ++federation.declarations;
  if (Local* local = federation.find_local(handle)) {
    local->stamped = {};
    for (auto& [id, object] : federation.objects) forget_view(federation, object, *local);
    std::erase(federation.locals, local);
    Local not_joined;
    not_joined.services = local->services;
    not_joined.callbacks_enabled = local->callbacks_enabled;
    not_joined.federate = not_joined.ambassador = local->federate;
    not_joined.reporter = std::move(local->reporter);
    not_joined.model = local->model;
    *local = std::move(not_joined);
  }
  sync_points_.left(federation, handle);
  federation.mom->change_of_members();
  want_computation(federation);
  federation.advisories_due = true;
}

// As if its producer had deleted it: what that had sent before is still seen.
void Core::queue_removal(const Federation& federation, Local& to, std::uint64_t object,
                         std::uint32_t producer) {
  DataHead head;
  head.head.detail = static_cast<std::uint8_t>(DataKind::remove);
  head.head.federation = federation.id;
  head.federate = producer;
  head.target = object;
  inboxes_.push(to, std::as_bytes(std::span(&head, 1)));
}

}  // namespace orrery::rti
