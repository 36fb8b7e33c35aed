#include "membership/membership.hpp"

#include <algorithm>
#include <utility>

#include "management/mom.hpp"
#include "saving/snapshots.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {
namespace {

bool named(const Federation& federation, const std::string& federate) {
  return std::ranges::any_of(federation.members,
                             [&](const auto& each) { return each.second.name == federate; });
}

// A scaffold of the object model has got its attributes with a joining federate's modules: nobody owns them yet.
void grow_objects(Federation& federation) {
  for (auto& [id, object] : federation.objects) {
    const auto& attributes = federation.model[ObjectClassHandle{object.object_class}].attributes;
    for (std::size_t i = object.owners.size(); i < attributes.size(); ++i) {
      object.owners.push_back(0);
      object.ways.push_back(way_of(attributes[i]));
    }
  }
}

}  // namespace

Result<std::vector<FomModule>> modules_of(const Operation& operation, std::size_t first) {
  std::vector<FomModule> modules;
  for (std::size_t i = first; i + 1 < operation.texts.size(); i += 2) {
    auto module = parse_fom(operation.texts[i + 1], operation.texts[i]);
    if (!module) return module.error();
    modules.push_back(std::move(*module));
  }
  return modules;
}

Status Membership::join(Federation& federation, const Operation& operation, std::uint32_t origin) {
  if (federation.snapshots->active()) {
    return error(
        federation.snapshots->restores() ? ErrorCode::RestoreInProgress : ErrorCode::SaveInProgress,
        "'" + operation.text + "' is being saved or restored: join it afterwards");
  }
  std::string name = operation.texts[0];
  if (!name.empty() && named(federation, name)) {
    return error(ErrorCode::FederateNameAlreadyInUse,
                 "a federate '" + name + "' has joined already: choose another name");
  }
  if (operation.texts.size() > 2) {
    auto modules = modules_of(operation, 2);
    if (!modules) return modules.error();
    auto model = federation.model.with(*modules);
    if (!model) return model.error();
    federation.model = std::move(*model);
    federation.module_counts.push_back(
        static_cast<std::uint32_t>(federation.model.modules().size()));
    grow_objects(federation);
    federation.mom->learn_model();
    federation.mom->objects().change_of_model();
    ++federation.declarations;
  }
  Member member;
  // Designators and texts, in turn. 11.2: of identical modules the first is listed.
  std::set<std::pair<std::string, std::string>> listed;
  for (std::size_t i = 2; i + 1 < operation.texts.size(); i += 2) {
    if (!listed.emplace(operation.texts[i], operation.texts[i + 1]).second) continue;
    member.modules.push_back(operation.texts[i]);
  }
  member.handle = federation.next_member++;
  for (std::uint32_t number = member.handle; name.empty() || named(federation, name); ++number) {
    name = "HLAfederate-" + std::to_string(number);
  }
  member.name = std::move(name);
  member.type = operation.texts[1];
  member.node = origin;
  member.automatic_resign = federation.model.automatic_resign();
  const std::uint32_t handle = member.handle;
  const Member& joined = federation.members.emplace(handle, std::move(member)).first->second;
  ++federation.declarations;
  if (origin == net_.self() && joining_ != nullptr) {
    joined_as_ = handle;
    joining_->federation = &federation;
    joining_->handle = handle;
    joining_->rules.as = federation.as;
    joining_->advisories.object_class_relevance =
        federation.model.switched_on("objectClassRelevanceAdvisory", true);
    joining_->advisories.interaction_relevance =
        federation.model.switched_on("interactionRelevanceAdvisory", true);
    joining_->advisories.attribute_relevance =
        federation.model.switched_on("attributeRelevanceAdvisory");
    joining_->advisories.attribute_scope = federation.model.switched_on("attributeScopeAdvisory");
    joining_->conveys.region_designator_sets =
        federation.model.switched_on("conveyRegionDesignatorSets");
    joining_->conveys.producing_federate =
        federation.model.switched_on("conveyProducingFederate", true);
    joining_->automatic_resign = joined.automatic_resign;
    joining_->rules.time = joining_->told_time = zero(federation.as);
    joining_->rules.lookahead = zero(federation.as);
    joining_->since_ns = federation.clock.now_ns();
    federation.locals.push_back(joining_);
  }
  federation.mom->objects().add_federate_object(joined);
  federation.mom->objects().change_of_members();
  points_.joined(federation, handle);
  return {};
}

void Membership::remove(Federation& federation, std::uint32_t handle, ResignAction action) {
  // That a save or restore has ended comes before all else that follows.
  federation.snapshots->lost(handle);
  const bool deletes = action == ResignAction::delete_objects ||
                       action == ResignAction::delete_objects_then_divest ||
                       action == ResignAction::cancel_then_delete_then_divest;
  std::vector<std::uint64_t> deleted;
  for (auto& [id, object] : federation.objects) {
    if (object.deleted) continue;
    if (id == federate_object(handle) || (deletes && object.owners[0] == handle &&
                                          !Deletions::deletes_later(federation, id, handle))) {
      deleted.push_back(id);
    } else {
      std::erase_if(object.announced,
                    [&](const AnnouncedClass& each) { return each.federate == handle; });
      federation.ownership->release_all(object, handle, AttributeSet().set());
    }
  }
  for (const std::uint64_t id : deleted) {
    for (const View& view : federation.objects.at(id).views) {
      if (view.local->handle != handle)
        deletions_.queue_removal(federation, *view.local, id, handle);
    }
    deletions_.delete_object(federation, id);
  }
  for (auto& [id, object] : federation.objects) {
    if (object.deleted) Ownership::forget_resigned(object, handle);
  }
  forget_regions(federation, handle);
  std::erase_if(federation.reserved_names, [&](const auto& each) { return each.second == handle; });
  federation.members.erase(handle);
  federation.deletions_passed = unknown;
  ++federation.declarations;
  if (Local* local = federation.find_local(handle)) {
    local->stamped = {};
    for (auto& [id, object] : federation.objects)
      discovery_.forget_view(federation, object, *local);
    std::erase(federation.locals, local);
    Local not_joined;
    not_joined.services = local->services;
    not_joined.callbacks_enabled = local->callbacks_enabled;
    not_joined.federate = not_joined.ambassador = local->federate;
    not_joined.reporter = std::move(local->reporter);
    not_joined.model = local->model;
    *local = std::move(not_joined);
  }
  points_.left(federation, handle);
  federation.mom->objects().change_of_members();
  federation.time.wanted = true;
  federation.advisories_due = true;
}

void Membership::begin_epochs(
    const std::unordered_map<std::uint32_t, std::unique_ptr<Federation>>& all) {
  for (const auto& [id, federation] : all) {
    if (federation->time.epoch > 0) bounds_.begin_epoch(*federation);
  }
}

void Membership::lose_node(Federation& federation, std::uint32_t node) {
  std::vector<std::pair<std::uint32_t, std::string>> lost;
  for (const auto& [handle, member] : federation.members) {
    if (member.node == node) lost.emplace_back(handle, member.name);
  }
  for (const auto& [handle, name] : lost) {
    lose(federation, handle, name, "its node of the RTI has gone without a word");
  }
  deletions_.await_no_more(federation, node);
  federation.snapshots->lost_node(node);
  if (federation.time.lbts) bounds_.begin_epoch(federation);
}

void Membership::lose(Federation& federation, std::uint32_t handle, const std::string& name,
                      const std::string& why) {
  remove(federation, handle, federation.members.at(handle).automatic_resign);
  for (Local* local : federation.locals) {
    inboxes_.post(
        *local,
        [handle, name](FederateAmbassador& ambassador) {
          ambassador.federate_lost({handle}, name);
        },
        name.size());
  }
  federation.mom->report_lost(handle, name, why);
}

void Membership::lose_the_overfull(std::span<Local* const> locals) {
  for (Local* local : locals) {
    if (!local->overfull || local->federation == nullptr || std::exchange(local->lost, true)) {
      continue;
    }
    Operation lost{.kind = OperationKind::federate_lost};
    lost.federation = local->federation->id;
    lost.text = local->federation->members.at(local->handle).name;
    lost.texts = {"it did not evoke its callbacks: more than " +
                  std::to_string(memory_.federate_bytes) +
                  " bytes waited for it (MemoryBounds::federate_bytes)"};
    (void)net_.submit(lost, SubmitPermit::of_the_rti());
  }
}

// By its name: a restore, since its node said so, may have given it another handle.
void Membership::lose_federate(Federation& federation, const Operation& operation,
                               std::uint32_t origin) {
  const auto member = std::ranges::find_if(federation.members, [&](const auto& each) {
    return each.second.node == origin && each.second.name == operation.text;
  });
  if (member == federation.members.end()) return;  // it has resigned meanwhile
  const std::uint32_t handle = member->first;
  const std::string why = operation.texts.empty() ? std::string() : operation.texts.front();
  Local* const local = origin == net_.self() ? federation.find_local(handle) : nullptr;
  lose(federation, handle, operation.text, why);
  if (local == nullptr) return;
  local->lost = true;
  inboxes_.post(
      *local, [why](FederateAmbassador& ambassador) { ambassador.connection_lost(why); },
      why.size());
}

}  // namespace orrery::rti
