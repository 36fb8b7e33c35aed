#include "change.hpp"

namespace orrery::model {

void Change::begin() {
  tops_.clear();
  created_.clear();
  retargeted_.clear();
  affected_.clear();
  users_.clear();
}

bool Change::apply(const Draft& draft, Mode mode, ComponentId into, ComponentId old,
                   Complaints& complaints) {
  begin();
  draft_ = &draft;
  complaints_ = &complaints;
  if (make_tops(mode, into, old) && resolve_all() && retarget_users() && verify()) return true;
  undo();
  return false;
}

bool Change::remove(ComponentId id, Complaints& complaints) {
  begin();
  draft_ = nullptr;
  complaints_ = &complaints;
  Top top;
  displace(id, top);
  tops_.push_back(top);
  if (retarget_users() && verify()) return true;
  undo();
  return false;
}

bool Change::make_tops(Mode mode, ComponentId into, ComponentId old) {
  if (definition_.components.size() + draft_->nodes.size() > limits_.components) {
    complaints_->about_all("more than " + std::to_string(limits_.components) +
                           " components: that is the limit, define less");
    return false;
  }
  for (DraftIndex index = draft_->first; index != no_draft; index = draft_->nodes[index].next) {
    Top top;
    const DraftNode& node = draft_->nodes[index];
    const NameId name = definition_.names.intern(node.name);
    if (!displace_namesake(mode, definition_.components.child(into, name), old, node, top)) {
      definition_.names.release(name);
      return false;
    }
    // Listed first, so that undo() also undoes a component that is half made.
    tops_.push_back(top);
    tops_.back().created = create(index, name, into, top.before);
  }
  return complaints_->none();
}

bool Change::displace_namesake(Mode mode, ComponentId namesake, ComponentId old,
                               const DraftNode& node, Top& top) {
  if (mode == Mode::replace) {
    if (!tops_.empty()) {
      complaints_->at(node.name, "a second definition: one replaces one");
      return false;
    }
    if (namesake != old) {
      complaints_->at(node.name, "'" + std::string(node.name) + "' is to replace " +
                                     called(definition_, old) + ": give it the same name");
      return false;
    }
  }
  if (namesake == no_component) return true;
  for (const Top& earlier : tops_) {
    if (earlier.created != namesake) continue;
    complaints_->at(node.name, "'" + std::string(node.name) +
                                   "' is already defined here: give it another name");
    return false;
  }
  if (mode == Mode::insert) {
    complaints_->at(node.name, "'" + std::string(node.name) + "' is already defined here, as " +
                                   called(definition_, namesake) +
                                   ": give it another name, or replace that one");
    return false;
  }
  if (definition_.components[namesake].kind != node.kind) {
    complaints_->at(node.name, called(definition_, namesake) + " cannot become " +
                                   std::string(keyword_of(node.kind)) +
                                   ": remove it, then define this one");
    return false;
  }
  displace(namesake, top);
  return true;
}

void Change::displace(ComponentId id, Top& top) {
  top.displaced = id;
  top.before = definition_.components[id].next;
  definition_.components.unlink(id);
  definition_.for_subtree(
      id, [&](ComponentId each) { definition_.components[each].set(Component::displaced); });
}

ComponentId Change::create(DraftIndex index, NameId name, ComponentId parent, ComponentId before) {
  const DraftNode& node = draft_->nodes[index];
  const ComponentId id = definition_.components.add();
  Component& component = definition_.components[id];
  component.kind = node.kind;
  component.parent = parent;
  component.name = name;
  if (is_container(node.kind)) component.last = size_unknown;
  definition_.components.link(id, before);
  created_.push_back({id, index});
  for (DraftIndex child = node.first_child; child != no_draft; child = draft_->nodes[child].next) {
    const std::string_view text = draft_->nodes[child].name;
    const NameId own = definition_.names.intern(text);
    if (definition_.components.child(id, own) != no_component) {
      complaints_->at(text, "'" + std::string(text) + "' is already defined in " +
                                called(definition_, id) + ": give it another name");
      definition_.names.release(own);
      continue;
    }
    create(child, own, id, no_component);
  }
  return id;
}

// Releases children first, the last one first: edges then leave the lists of dependents at their heads.
void Change::release_subtree(ComponentId id) {
  for (ComponentId first = definition_.components.first_child(id); first != no_component;
       first = definition_.components.first_child(id)) {
    const ComponentId last = definition_.components[first].prev;
    definition_.components.unlink(last);
    release_subtree(last);
  }
  definition_.release(id);
}

void Change::undo() {
  for (auto one = retargeted_.rbegin(); one != retargeted_.rend(); ++one) {
    definition_.edges.retarget(one->edge, one->target);
  }
  // Sizes may have been computed again. Mark them as unknown; the next use computes them.
  for (const ComponentId id : affected_) definition_.components[id].last = size_unknown;
  clear_flags();
  for (auto top = tops_.rbegin(); top != tops_.rend(); ++top) {
    if (top->created != no_component) {
      definition_.components.unlink(top->created);
      release_subtree(top->created);
    }
    if (top->displaced == no_component) continue;
    definition_.components.link(top->displaced, top->before);
    definition_.for_subtree(top->displaced, [&](ComponentId each) {
      definition_.components[each].clear(Component::displaced);
    });
  }
  begin();
}

void Change::clear_flags() {
  for (const ComponentId id : affected_) definition_.components[id].clear(Component::affected);
}

void Change::finish() {
  clear_flags();
  for (const Top& top : tops_) {
    if (top.displaced != no_component) release_subtree(top.displaced);
  }
  begin();
}

ComponentId Change::counterpart(ComponentId displaced) const {
  for (const Top& top : tops_) {
    if (top.displaced == displaced) return top.created;
  }
  const Component& component = definition_.components[displaced];
  const ComponentId parent = counterpart(component.parent);
  if (parent == no_component) return no_component;
  const ComponentId found = definition_.components.child(parent, component.name);
  if (found == no_component || definition_.components[found].kind != component.kind) {
    return no_component;
  }
  return found;
}

}  // namespace orrery::model
