#include "fom/description.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "fom/entries.hpp"
#include "fom/reading.hpp"

namespace orrery::rti {
namespace {

constexpr std::string_view privilege = "HLAprivilegeToDeleteObject";

// Two statements of one item.
struct Pair {
  std::string item;
  std::string first;  // place
  std::string second;
};

Error differs(const Pair& pair, const EntryDifference& in) {
  return inconsistent(pair.second + ": " + pair.item + " has the " + in.column + " '" + in.second +
                      "', and '" + in.first + "' in " + pair.first +
                      ": it must be the same in all modules");
}

Error lacks(const std::string& definition, const std::string& item, const std::string& owner,
            const std::string& other) {
  return inconsistent(definition + ": " + owner + " has no " + item + ", which " + other +
                      " states: the definitions must be the same");
}

std::set<std::string> sorted(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

std::string list_of(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& each : sorted(names)) all += (all.empty() ? "" : ", ") + each;
  return all;
}

std::string_view transportation_of(const std::string& stated) {
  return stated.empty() || stated == "NA" ? to_string(TransportationType::reliable)
                                          : std::string_view(stated);
}

std::string_view name_of(OrderType order) {
  return order == OrderType::timestamp ? "TimeStamp" : "Receive";
}

template <class Item>
std::optional<EntryDifference> difference_in_sending(const Item& a, const Item& b) {
  if (transportation_of(a.transportation) != transportation_of(b.transportation)) {
    return EntryDifference{"transportation", std::string(transportation_of(a.transportation)),
                           std::string(transportation_of(b.transportation))};
  }
  if (a.order != b.order) {
    return EntryDifference{"order", std::string(name_of(a.order)), std::string(name_of(b.order))};
  }
  if (sorted(a.dimensions) != sorted(b.dimensions)) {
    return EntryDifference{"dimensions", list_of(a.dimensions), list_of(b.dimensions)};
  }
  return {};
}

std::optional<EntryDifference> difference_of(const FomAttribute& a, const FomAttribute& b) {
  if (!agree(a.datatype, b.datatype)) return EntryDifference{"dataType", a.datatype, b.datatype};
  if (auto found = difference_in_sending(a, b)) return found;
  return difference({.name = "attribute", .parts = a.columns},
                    {.name = "attribute", .parts = b.columns});
}

std::optional<EntryDifference> difference_of(const FomParameter& a, const FomParameter& b) {
  if (!agree(a.datatype, b.datatype)) return EntryDifference{"dataType", a.datatype, b.datatype};
  return {};
}

// An attribute or parameter of a class, in a message.
struct Wording {
  const char* owner;   // "object class"
  const char* member;  // "attribute"
};

template <class Member>
Status unique_names(const std::vector<Member>& members, const std::string& owner,
                    const Wording& wording, const std::string& designator) {
  std::map<std::string_view, unsigned> lines;
  for (const Member& each : members) {
    const auto [first, is_new] = lines.try_emplace(each.name, each.line);
    if (is_new) continue;
    return inconsistent(place_of(designator, each.line) + ": " + owner + " has the " +
                        wording.member + " '" + each.name + "' twice, first in line " +
                        std::to_string(first->second));
  }
  return {};
}

// Both modules define the class. The standard's classes may be repeated in part, and extended by a MIM alone.
template <class Class, class Member>
Status same_members(Stated<Class>& known, std::vector<Member>& members, const Class& stated,
                    const std::vector<Member>& others, const Wording& wording,
                    const std::string& designator, ModuleRole role) {
  const std::string owner = std::string(wording.owner) + " '" + stated.name + "'";
  for (const Member& each : others) {
    const std::string member = std::string(wording.member) + " '" + each.name + "'";
    const auto found = std::ranges::find(members, each.name, &Member::name);
    if (found == members.end()) {
      if (known.standard && role == ModuleRole::own_mim) {
        members.push_back(each);
        known.designator = designator;
        continue;
      }
      return lacks(place_of(known.designator, known.item.line), member, owner,
                   place_of(designator, each.line));
    }
    if (const auto in = difference_of(*found, each)) {
      return differs({owner + ": " + member, place_of(known.designator, found->line),
                      place_of(designator, each.line)},
                     *in);
    }
    if (found->datatype.empty()) found->datatype = each.datatype;
  }
  if (known.standard) return {};
  for (const Member& each : members) {
    if (std::ranges::find(others, each.name, &Member::name) != others.end()) continue;
    return lacks(place_of(designator, stated.line),
                 std::string(wording.member) + " '" + each.name + "'", owner,
                 place_of(known.designator, each.line));
  }
  return {};
}

std::string item_name(const FomRow& row) {
  static constexpr std::array<const char*, 8> tables = {
      "transportation",        "switch",   "update rate", "time", "tag",
      "synchronization point", "datatype", "note"};
  return std::string(tables[static_cast<std::size_t>(row.table)]) + " '" + row.key + "'";
}

}  // namespace

std::string place_of(const std::string& designator, unsigned line) {
  return line == 0 ? designator : designator + " line " + std::to_string(line);
}

Error inconsistent(const std::string& what) { return {ErrorCode::InconsistentFDD, what}; }

Status FederationDescription::add(const FomModule& module, ModuleRole role) {
  const auto add_all = [&](const auto& items) -> Status {
    for (const auto& each : items) {
      if (auto added = add(each, module.designator, role); !added) return added;
    }
    return {};
  };
  if (auto added = add_all(module.rows); !added) return added;
  if (auto added = add_all(module.dimensions); !added) return added;
  if (auto added = add_all(module.object_classes); !added) return added;
  return add_all(module.interaction_classes);
}

Status FederationDescription::add(const FomRow& stated, const std::string& designator,
                                  ModuleRole role) {
  const auto [at, is_new] = rows.try_emplace(
      {stated.table, stated.key},
      Stated<FomEntry>{stated.entry, designator, role == ModuleRole::standard_mim});
  if (is_new) return {};
  Stated<FomEntry>& known = at->second;
  if (const auto in = difference(known.item, stated.entry)) {
    return differs({item_name(stated), place_of(known.designator, known.item.line),
                    place_of(designator, stated.entry.line)},
                   *in);
  }
  complete(known.item, stated.entry);
  return {};
}

Status FederationDescription::add(const FomDimension& stated, const std::string& designator,
                                  ModuleRole role) {
  const auto [at, is_new] = dimensions.try_emplace(
      stated.name, Stated<FomDimension>{stated, designator, role == ModuleRole::standard_mim});
  if (is_new) return {};
  const Stated<FomDimension>& known = at->second;
  auto in = difference({.name = "dimension", .parts = known.item.columns},
                       {.name = "dimension", .parts = stated.columns});
  if (known.item.upper_bound != stated.upper_bound) {
    in = EntryDifference{"upper bound", std::to_string(known.item.upper_bound),
                         std::to_string(stated.upper_bound)};
  }
  if (!in) return {};
  return differs({"dimension '" + stated.name + "'", place_of(known.designator, known.item.line),
                  place_of(designator, stated.line)},
                 *in);
}

Status FederationDescription::add(const FomObjectClass& stated, const std::string& designator,
                                  ModuleRole role) {
  constexpr Wording wording{"object class", "attribute"};
  FomObjectClass added = stated;
  // The standard defines this attribute, in whichever words and at whichever class a module repeats it.
  if (role != ModuleRole::standard_mim) {
    std::erase_if(added.attributes,
                  [](const FomAttribute& each) { return each.name == privilege; });
  }
  if (auto status =
          unique_names(added.attributes, "object class '" + stated.name + "'", wording, designator);
      !status) {
    return status;
  }
  const auto [at, is_new] = object_classes.try_emplace(
      stated.name, Stated<FomObjectClass>{added, designator, role == ModuleRole::standard_mim});
  if (is_new || added.attributes.empty()) return {};
  Stated<FomObjectClass>& known = at->second;
  if (known.item.attributes.empty()) {
    known.item = std::move(added);
    known.designator = designator;
    return {};
  }
  return same_members(known, known.item.attributes, added, added.attributes, wording, designator,
                      role);
}

Status FederationDescription::add(const FomInteractionClass& stated, const std::string& designator,
                                  ModuleRole role) {
  constexpr Wording wording{"interaction class", "parameter"};
  const std::string item = "interaction class '" + stated.name + "'";
  if (auto status = unique_names(stated.parameters, item, wording, designator); !status)
    return status;
  const auto [at, is_new] = interaction_classes.try_emplace(
      stated.name,
      Stated<FomInteractionClass>{stated, designator, role == ModuleRole::standard_mim});
  if (is_new || stated.scaffold) return {};
  Stated<FomInteractionClass>& known = at->second;
  if (known.item.scaffold) {
    known.item = stated;
    known.designator = designator;
    return {};
  }
  // A module may say of the root how its own classes are sent.
  if (stated.name != interaction_root) {
    if (const auto in = difference_in_sending(known.item, stated)) {
      return differs(
          {item, place_of(known.designator, known.item.line), place_of(designator, stated.line)},
          *in);
    }
  }
  return same_members(known, known.item.parameters, stated, stated.parameters, wording, designator,
                      role);
}

FomModule FederationDescription::as_module(std::string designator) const {
  FomModule module{.designator = std::move(designator)};
  for (const auto& [name, stated] : object_classes) module.object_classes.push_back(stated.item);
  for (const auto& [name, stated] : interaction_classes) {
    module.interaction_classes.push_back(stated.item);
  }
  for (const auto& [name, stated] : dimensions) module.dimensions.push_back(stated.item);
  for (const auto& [key, stated] : rows) {
    module.rows.push_back({key.first, key.second, stated.item});
  }
  return module;
}

}  // namespace orrery::rti
