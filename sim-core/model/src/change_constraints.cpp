// The part of Change for constraints: it resolves their references, and checks those that a change reaches.
#include "change.hpp"
#include "stored_terms.hpp"
#include "term_check.hpp"

namespace orrery::model {

bool Change::resolve_constraint(Created created) {
  const DraftNode& node = draft_->nodes[created.node];
  words_.clear();
  uses_.clear();
  bool good = true;
  for (std::uint32_t i = 0; i < node.terms && good; ++i) {
    const DraftTerm& term = draft_->terms[node.first_term + i];
    if (term.code == TermCode::property) {
      good = resolve_reference(term, created.id);
    } else if (term.code == TermCode::number) {
      StoredTerms::write_number(words_, term.number);
    } else {
      StoredTerms::write(words_, term.code, static_cast<std::uint32_t>(term.number));
    }
  }
  if (!good) {
    for (const EdgeId edge : uses_) definition_.edges.remove(edge);
    return false;
  }
  Component& component = definition_.components[created.id];
  component.type = Type::boolean;
  component.extra = static_cast<std::uint32_t>(words_.size());
  component.last = static_cast<std::uint32_t>(uses_.size());
  component.first = definition_.values.add(component.extra);
  for (std::uint32_t i = 0; i < component.extra; ++i) {
    definition_.values.word(component.first + i) = words_[i];
  }
  const auto problem = check_terms(definition_, created.id);
  if (!problem) return true;
  const DraftTerm& term = draft_->terms[node.first_term + problem->term];
  if (problem->step_from_end == 0) {
    complaints_->at(term.place, problem->message);
  } else {
    const DraftStep& step = draft_->steps[term.first_step + term.steps - problem->step_from_end];
    complaints_->at(problem->at_index ? step.index_place : step.name, problem->message);
  }
  return false;
}

std::string Change::dotted_of(const DraftTerm& term, std::uint32_t steps) const {
  std::string path;
  for (std::uint32_t i = 0; i < steps; ++i) {
    if (i > 0) path += '.';
    path += draft_->steps[term.first_step + i].name;
  }
  return path;
}

bool Change::resolve_reference(const DraftTerm& term, ComponentId user) {
  const ComponentId entity = definition_.components[user].parent;
  const DraftStep* const steps = &draft_->steps[term.first_step];
  // A property of the entity or of its universe, which may be named before it.
  for (std::uint32_t names = 1; names <= 2 && names <= term.steps; ++names) {
    if (names == 2 && steps[0].indexed) break;
    const ComponentId found = definition_.resolve(dotted_of(term, names), entity);
    if (found == no_component) continue;
    const Component& component = definition_.components[found];
    if (component.kind != Kind::property) continue;
    if (component.parent != entity && component.parent != definition_.universe_of(entity)) continue;
    return resolve_path(term, names - 1, found, user);
  }
  std::uint32_t plain = 0;  // names before the first index
  while (plain + 1 < term.steps && !steps[plain].indexed) ++plain;
  const std::string path = dotted_of(term, plain + 1);
  const ComponentId found = definition_.resolve(path, entity);
  if (found != no_component && definition_.components[found].kind == Kind::constant &&
      plain + 1 == term.steps) {
    StoredTerms::write(words_, TermCode::constant, 1);
    return write_step(steps[plain], found, user);
  }
  const std::string_view place = steps[0].name;
  complaints_->at(place, found == no_component
                             ? "there is no property or CONSTANT '" + path +
                                   "' here: define it, or correct the name"
                             : "'" + path + "' is " + called(definition_, found) +
                                   ", and a property of the entity or a CONSTANT is needed here");
  return false;
}

bool Change::resolve_path(const DraftTerm& term, std::uint32_t first, ComponentId property,
                          ComponentId user) {
  const DraftStep* const steps = &draft_->steps[term.first_step];
  StoredTerms::write(words_, TermCode::property, term.steps - first);
  for (std::uint32_t i = first;;) {
    if (!write_step(steps[i], property, user)) return false;
    if (++i == term.steps) return true;
    const std::string_view name = steps[i].name;
    const ComponentId element = definition_.element_of(property);
    if (element == no_component) {
      complaints_->at(name, called(definition_, property) +
                                " has no properties of its own: end the path there");
      return false;
    }
    const ComponentId part = definition_.components.child(element, definition_.names.find(name));
    if (part == no_component || definition_.components[part].kind != Kind::property) {
      complaints_->at(name, "there is no PROPERTY '" + std::string(name) + "' in " +
                                called(definition_, element) + ": define it, or correct the name");
      return false;
    }
    property = part;
  }
}

bool Change::write_step(const DraftStep& draft, ComponentId target, ComponentId user) {
  StoredStep step;
  step.indexed = draft.indexed;
  step.index = draft.index;
  step.edge = definition_.edges.add(target, user);
  uses_.push_back(step.edge);
  if (!draft.index_name.empty()) {
    const ComponentId constant =
        definition_.resolve(draft.index_name, definition_.components[user].parent);
    if (constant == no_component) {
      complaints_->at(draft.index_name, "there is no CONSTANT '" + std::string(draft.index_name) +
                                            "' here: define it, or write a number");
      return false;
    }
    if (definition_.components[constant].kind != Kind::constant) {
      wrong_kind(draft.index_name, constant, "a CONSTANT");
      return false;
    }
    step.index_edge = definition_.edges.add(constant, user);
    uses_.push_back(step.index_edge);
  }
  StoredTerms::write_step(words_, step);
  return true;
}

bool Change::verify_constraint(ComponentId id) {
  if (definition_.components[id].has(Component::displaced)) return true;
  users_.push_back(id);
  const auto problem = check_terms(definition_, id);
  if (!problem) return true;
  complain({id, called(definition_, id) + " would not fit any more: " + problem->message +
                    "; or change the constraint first"});
  return false;
}

// Checks the constraints that use a component whose type, length or value has changed: directly, or through a property.
bool Change::verify_constraints() {
  const auto is_constraint = [&](ComponentId id) {
    return definition_.components[id].kind == Kind::constraint;
  };
  for (const Retargeted& one : retargeted_) {
    const ComponentId user = definition_.edges[one.edge].user;
    if (is_constraint(user) && !verify_constraint(user)) return false;
    if (definition_.components[user].kind != Kind::property) continue;
    EdgeId edge = definition_.components[user].dependents;
    for (; edge != nothing; edge = definition_.edges[edge].next) {
      const Edge& each = definition_.edges[edge];
      if (each.is_explicit() || !is_constraint(each.user)) continue;
      if (!verify_constraint(each.user)) return false;
    }
  }
  return true;
}

}  // namespace orrery::model
