// The part of Change that updates the rest of the model: the users of replaced components, and sizes.
#include <algorithm>

#include "change.hpp"

namespace orrery::model {

bool Change::retarget_users() {
  bool good = true;
  for (std::size_t i = 0; i < tops_.size(); ++i) {
    if (tops_[i].displaced == no_component) continue;
    definition_.for_subtree(tops_[i].displaced, [&](ComponentId old) {
      if (definition_.components[old].dependents != nothing) good = retarget(old) && good;
    });
  }
  return good;
}

// Makes components outside of the change that use a displaced component use its counterpart.
bool Change::retarget(ComponentId old) {
  const ComponentId instead = counterpart(old);
  EdgeId next = nothing;
  for (EdgeId edge = definition_.components[old].dependents; edge != nothing; edge = next) {
    next = definition_.edges[edge].next;
    if (definition_.edges[edge].is_explicit()) continue;
    const ComponentId user = definition_.edges[edge].user;
    const Component& component = definition_.components[user];
    if (component.has(Component::displaced)) continue;
    if (instead == no_component) {
      complaints_->about_all(called(definition_, old) + " is still used by " +
                             called(definition_, user) + ": remove or change that one first");
      return false;
    }
    if (definition_.components[instead].kind == Kind::constant &&
        component.kind != Kind::constraint) {
      if (!is_length(instead)) {
        complaints_->about_all(
            called(definition_, instead) + " is the length of " + called(definition_, user) +
            ": it must be one whole number from 1 to " + std::to_string(limits_.array_length));
        return false;
      }
      if (component.kind == Kind::property && component.extra != nothing && component.extra > 1 &&
          component.extra != definition_.integer_of(instead)) {
        complaints_->about_all(called(definition_, user) + " has " +
                               std::to_string(component.extra) +
                               " initial values: change it first");
        return false;
      }
    }
    retargeted_.push_back({edge, old});
    definition_.edges.retarget(edge, instead);
  }
  return true;
}

void Change::complain(const Sizes::Problem& problem) {
  for (const Created& created : created_) {
    if (created.id != problem.at) continue;
    const DraftNode& node = draft_->nodes[created.node];
    complaints_->at(node.type_name.empty() ? node.name : node.type_name, problem.message);
    return;
  }
  // The problem is elsewhere in the model: report it at the first definition of the text.
  if (draft_ != nullptr && draft_->first != no_draft) {
    complaints_->at(draft_->nodes[draft_->first].name, problem.message);
  } else {
    complaints_->about_all(problem.message);
  }
}

bool Change::check_names(ComponentId entity) {
  const ComponentId universe = definition_.universe_of(entity);
  if (universe == no_component) return true;
  ComponentId child = definition_.components[entity].first;
  for (; child != no_component; child = definition_.components[child].next) {
    const Component& own = definition_.components[child];
    if (own.kind != Kind::property) continue;
    const ComponentId same = definition_.components.child(universe, own.name);
    if (same == no_component || definition_.components[same].kind != Kind::property) continue;
    complain({child, called(definition_, child) + " has the name of " + called(definition_, same) +
                         ", which the entity has already: give it another name"});
    return false;
  }
  return true;
}

// Updates the size of the container that a top lies in, or marks it as unknown.
bool Change::verify_top(const Top& top) {
  const ComponentId either = top.created != no_component ? top.created : top.displaced;
  if (definition_.components[either].kind != Kind::property) return true;
  const ComponentId container = definition_.components[either].parent;
  Component& component = definition_.components[container];
  if (component.kind == Kind::entity && !check_names(container)) return false;
  if (component.kind == Kind::universe) {
    for (EdgeId edge = component.dependents; edge != nothing; edge = definition_.edges[edge].next) {
      const Edge& user = definition_.edges[edge];
      if (!user.is_explicit() && !check_names(user.user)) return false;
    }
  }
  const bool simple = component.dependents == nothing && component.last != size_unknown &&
                      component.last != size_in_work && retargeted_.empty() &&
                      (top.displaced == no_component || sizes_.shrink(container, top.displaced));
  if (!simple) {
    sizes_.invalidate(container, affected_, users_);
    return true;
  }
  if (!component.has(Component::affected)) {
    component.set(Component::affected);
    affected_.push_back(container);
  }
  Sizes::Problem problem;
  if (top.created == no_component || sizes_.extend(container, top.created, problem)) return true;
  complain(problem);
  return false;
}

bool Change::verify() {
  for (const Top& top : tops_) {
    if (!verify_top(top)) return false;
  }
  for (const Retargeted& one : retargeted_) {
    const ComponentId user = definition_.edges[one.edge].user;
    const Component& component = definition_.components[user];
    if (component.kind == Kind::property) {
      users_.push_back(user);
      sizes_.invalidate(component.parent, affected_, users_);
    } else if (component.kind == Kind::entity) {
      if (!check_names(user)) return false;
      sizes_.invalidate(user, affected_, users_);
    }
  }
  for (const Created& created : created_) {
    if (definition_.components[created.id].kind == Kind::entity && !check_names(created.id)) {
      return false;
    }
  }
  return check_sizes() && verify_constraints();
}

bool Change::check_sizes() {
  Sizes::Problem problem;
  bool good = true;
  const auto check = [&](ComponentId id) {
    const Kind kind = definition_.components[id].kind;
    if (!is_container(kind) || kind == Kind::model || complaints_->full()) return;
    if (sizes_.work_out(id, problem)) return;
    complain(problem);
    good = false;
  };
  for (const Created& created : created_) check(created.id);
  for (const ComponentId id : affected_) {
    if (!definition_.components[id].has(Component::displaced)) check(id);
  }
  return good;
}

}  // namespace orrery::model
