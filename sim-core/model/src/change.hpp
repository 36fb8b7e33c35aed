// One change of a definition: a draft's components are made, what they replace is set aside, names are looked up, sizes
// worked out. Nothing is final until finish(); whatever fails before leaves everything as it was.
//
// Used again for every change: in the steady state it allocates nothing.
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
    insert,    // all are new
    replace,   // one, in the place of `old`
    redefine,  // new, or in the place of what has the name
  };
  // False, with complaints, if it cannot be; then all is as before. True: finish() must follow.
  bool apply(const Draft& draft, Mode mode, ComponentId into, ComponentId old,
             Complaints& complaints);
  bool remove(ComponentId id, Complaints& complaints);

  // Between apply() or remove() and finish():
  struct Top {
    ComponentId created = no_component;
    ComponentId displaced = no_component;
    ComponentId before = no_component;  // sibling behind it
  };
  [[nodiscard]] const std::vector<Top>& tops() const { return tops_; }
  // Containers whose instances look different now.
  [[nodiscard]] const std::vector<ComponentId>& affected() const { return affected_; }
  // Properties whose element has changed.
  [[nodiscard]] const std::vector<ComponentId>& users() const { return users_; }
  // What stands in the place of a displaced component, or no_component.
  [[nodiscard]] ComponentId counterpart(ComponentId displaced) const;

  // Frees what was displaced.
  void finish();

 private:
  struct Created {
    ComponentId id = no_component;
    DraftIndex node = no_draft;
  };
  struct Retargeted {
    EdgeId edge = nothing;
    ComponentId target = no_component;  // before
  };

  void begin();
  bool make_tops(Mode mode, ComponentId into, ComponentId old);
  bool displace_namesake(Mode mode, ComponentId namesake, ComponentId old, const DraftNode& node,
                         Top& top);
  void displace(ComponentId id, Top& top);
  // Takes the name over, which is counted already.
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
  void wrong_kind(std::string_view place, ComponentId found, std::string_view wanted);
  [[nodiscard]] bool is_length(ComponentId constant) const;

  bool retarget_users();
  bool retarget(ComponentId old);
  bool verify();
  bool verify_top(const Top& top);
  // An entity's state is its universe's properties and its own: one name, one property.
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
};

}  // namespace orrery::model
