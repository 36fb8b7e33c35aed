// The object model of all histories, in numbers: small, with inheritance, and attributes that differ in order,
// transportation and dimensions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "orrery/rti/object_model.hpp"

namespace orrery::rti::testing::fom {

struct ClassRow {
  std::string name;          // without the root's
  int parent;                // of the root: unknown
  std::vector<int> members;  // attributes or parameters of its own
};
struct AttributeRow {
  std::string name;
  TransportationType transportation;
  OrderType order;
  std::set<int> dimensions;
};
struct InteractionRow {
  TransportationType transportation;
  OrderType order;
  std::set<int> dimensions;
};

const std::vector<ClassRow>& object_classes();
const std::vector<AttributeRow>& attributes();  // 0: HLAprivilegeToDeleteObject
const std::vector<ClassRow>& interaction_classes();
const std::vector<InteractionRow>& interactions();
const std::vector<std::string>& parameters();
const std::vector<std::string>& dimensions();
const std::vector<std::uint64_t>& upper_bounds();
const std::vector<std::string>& update_rates();
const std::vector<double>& update_rate_values();

inline constexpr int privilege_to_delete = 0;

// Full names, with the root's.
std::string object_class_name(int row);
std::string interaction_class_name(int row);

// Does class `row` of this list have it, inherited ones included?
bool has_member(const std::vector<ClassRow>& classes, int row, int member);
std::set<int> members(const std::vector<ClassRow>& classes, int row);
// Is `below` this class or one of its subclasses?
bool is_a(const std::vector<ClassRow>& classes, int below, int above);

// The module of these.
const std::vector<FomModule>& modules();

// Choices of a call that creates a federation or joins it.
inline constexpr int no_modules = 1;
inline constexpr int conflicting_module = 2;
// That module, and one that contradicts it.
const std::vector<FomModule>& conflicting_modules();

}  // namespace orrery::rti::testing::fom
