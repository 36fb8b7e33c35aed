// One change of a definition: it makes the components of a draft, displaces those that they replace, resolves names, and
// computes sizes. Nothing is final until finish(): a failure before that leaves the definition unchanged.
//
// One Change serves all changes of a definition; in the steady state it allocates nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "orrery/model/limits.hpp"

#include "complaints.hpp"
#include "definition.hpp"
#include "draft.hpp"
#include "sizes.hpp"

namespace orrery::model {

class Change {
 public:
  Change(Definition& definition, const Limits& limits)
      : definition_(definition), limits_(limits), sizes_(definition, limits) {}

  enum class Mode : std::uint8_t {
    insert,    // all definitions are new
    replace,   // one definition, which replaces `old`
    redefine,  // each is new, or replaces the component of the same name
  };
  // Returns false, with complaints, if the change is not possible; the definition is then unchanged. After true, finish()
  // must follow.
  bool apply(const Draft& draft, Mode mode, ComponentId into, ComponentId old,
             Complaints& complaints);
  bool remove(ComponentId id, Complaints& complaints);

  // Valid between apply() or remove() and finish():
  struct Top {
    ComponentId created = no_component;
    ComponentId displaced = no_component;
    ComponentId before = no_component;  // the next sibling
  };
  [[nodiscard]] const std::vector<Top>& tops() const { return tops_; }
  // Containers whose instances have another layout now.
  [[nodiscard]] const std::vector<ComponentId>& affected() const { return affected_; }
  // Properties and constraints that use what has changed.
  [[nodiscard]] const std::vector<ComponentId>& users() const { return users_; }
  // The component that replaces a displaced one, or no_component.
  [[nodiscard]] ComponentId counterpart(ComponentId displaced) const;

  // Makes the change final, and frees the displaced components.
  void finish();

 private:
  struct Created {
    ComponentId id = no_component;
    DraftIndex node = no_draft;
  };
  struct Retargeted {
    EdgeId edge = nothing;
    ComponentId target = no_component;  // target before the change
  };

  void begin();
  bool make_tops(Mode mode, ComponentId into, ComponentId old);
  bool displace_namesake(Mode mode, ComponentId namesake, ComponentId old, const DraftNode& node,
                         Top& top);
  void displace(ComponentId id, Top& top);
  // Takes over one use of `name`, which has been counted already.
  ComponentId create(DraftIndex index, NameId name, ComponentId parent, ComponentId before);
  void undo();
  void release_subtree(ComponentId id);
  void clear_flags();

  bool resolve_all();
  bool resolve_universe(Created created);
  bool resolve_types(Created created);
  EdgeId edge_to_element(std::string_view name, ComponentId user);
  bool resolve_length(Component& component, Created created);
  bool store_values(Component& component, const DraftNode& node, std::uint32_t length);
  bool store_value(Type type, const DraftLiteral& literal, ValueId to);
  // Constraints (change_constraints.cpp).
  bool resolve_constraint(Created created);
  bool resolve_reference(const DraftTerm& term, ComponentId user);
  bool resolve_path(const DraftTerm& term, std::uint32_t first, ComponentId property,
                    ComponentId user);
  bool write_step(const DraftStep& draft, ComponentId target, ComponentId user);
  [[nodiscard]] std::string dotted_of(const DraftTerm& term, std::uint32_t steps) const;
  bool verify_constraint(ComponentId id);
  bool verify_constraints();
  void wrong_kind(std::string_view place, ComponentId found, std::string_view wanted);
  [[nodiscard]] bool is_length(ComponentId constant) const;

  bool retarget_users();
  bool retarget(ComponentId old);
  bool verify();
  bool verify_top(const Top& top);
  // Checks that an entity and its universe have no property of the same name: the entity's state has the properties of
  // both.
  bool check_names(ComponentId entity);
  bool check_sizes();
  void complain(const Sizes::Problem& problem);

  Definition& definition_;
  const Limits& limits_;
  Sizes sizes_;
  const Draft* draft_ = nullptr;
  Complaints* complaints_ = nullptr;
  std::vector<Top> tops_;
  std::vector<Created> created_;
  std::vector<Retargeted> retargeted_;
  std::vector<ComponentId> affected_;
  std::vector<ComponentId> users_;
  // Of the constraint that is resolved: its stored terms, and its edges.
  std::vector<std::uint32_t> words_;
  std::vector<EdgeId> uses_;
};

}  // namespace orrery::model
