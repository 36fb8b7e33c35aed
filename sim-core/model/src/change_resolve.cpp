// The part of Change that resolves names and checks values.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "change.hpp"
#include "lexer.hpp"

namespace orrery::model {

bool Change::resolve_all() {
  // The universes of entities and the constants first: the other definitions refer to them.
  for (const Created& created : created_) {
    const DraftNode& node = draft_->nodes[created.node];
    Component& component = definition_.components[created.id];
    if (node.kind == Kind::entity) {
      resolve_universe(created);
    } else if (node.kind == Kind::constant) {
      component.type = node.type;
      if (node.sized || node.listed) component.set(Component::is_list);
      if (node.count > 0 && node.count != node.literals) {
        complaints_->at(node.count_place, "a list of " + std::to_string(node.count) + ", but " +
                                              std::to_string(node.literals) +
                                              " values follow: make both the same");
        continue;
      }
      const bool list = component.has(Component::is_list);
      if (store_values(component, node, node.literals)) component.last = list ? node.literals : 0;
    }
  }
  if (!complaints_->none()) return false;
  for (const Created& created : created_) {
    const Kind kind = draft_->nodes[created.node].kind;
    if (kind == Kind::property || kind == Kind::function || kind == Kind::converter) {
      resolve_types(created);
    }
  }
  if (!complaints_->none()) return false;
  for (const Created& created : created_) {
    if (draft_->nodes[created.node].kind == Kind::constraint) resolve_constraint(created);
  }
  return complaints_->none();
}

bool Change::resolve_universe(Created created) {
  const std::string_view name = draft_->nodes[created.node].second_name;
  if (name.empty()) return true;
  const ComponentId universe = definition_.find(name);
  if (universe == no_component) {
    complaints_->at(
        name, "there is no UNIVERSE '" + std::string(name) + "': define it, or correct the name");
    return false;
  }
  if (definition_.components[universe].kind != Kind::universe) {
    wrong_kind(name, universe, "a UNIVERSE");
    return false;
  }
  definition_.components[created.id].extra = definition_.edges.add(universe, created.id);
  return true;
}

void Change::wrong_kind(std::string_view place, ComponentId found, std::string_view wanted) {
  complaints_->at(place, "'" + std::string(place) + "' is " + called(definition_, found) +
                             ", and " + std::string(wanted) + " is needed here");
}

EdgeId Change::edge_to_element(std::string_view name, ComponentId user) {
  const ComponentId found = definition_.resolve(name, definition_.components[user].parent);
  if (found == no_component) {
    const Token meant = nearest_keyword(name);
    complaints_->at(name, "there is no ELEMENT '" + std::string(name) + "' here: " +
                              (meant == Token::name
                                   ? "define it, or correct the name"
                                   : "did you mean " + std::string(keyword_text(meant)) + "?"));
    return nothing;
  }
  if (definition_.components[found].kind != Kind::element) {
    wrong_kind(name, found, "an ELEMENT or a primitive type");
    return nothing;
  }
  return definition_.edges.add(found, user);
}

bool Change::resolve_types(Created created) {
  const DraftNode& node = draft_->nodes[created.node];
  Component& component = definition_.components[created.id];
  component.type = node.type;
  if (node.type == Type::element) {
    component.first = edge_to_element(node.type_name, created.id);
    if (component.first == nothing) return false;
  }
  if (node.kind == Kind::converter) {
    component.second_type = node.second_type;
    if (node.second_type != Type::element) return true;
    component.last = edge_to_element(node.second_name, created.id);
    return component.last != nothing;
  }
  if (!resolve_length(component, created)) return false;
  if (node.kind != Kind::property || node.literals == 0) return true;
  return store_values(component, node, definition_.length_of(created.id));
}

bool Change::is_length(ComponentId constant) const {
  const Component& component = definition_.components[constant];
  if (component.has(Component::is_list)) return false;
  if (component.type != Type::integer && component.type != Type::long_integer) return false;
  const std::int64_t value = definition_.integer_of(constant);
  return value >= 1 && value <= limits_.array_length;
}

bool Change::resolve_length(Component& component, Created created) {
  const DraftNode& node = draft_->nodes[created.node];
  component.last = node.sized ? static_cast<std::uint32_t>(node.count) : 0;
  if (node.count_name.empty()) return true;
  const ComponentId constant = definition_.resolve(node.count_name, component.parent);
  if (constant == no_component) {
    complaints_->at(node.count_name, "there is no CONSTANT '" + std::string(node.count_name) +
                                         "' here: define it, or write a number");
    return false;
  }
  if (definition_.components[constant].kind != Kind::constant) {
    wrong_kind(node.count_name, constant, "a CONSTANT");
    return false;
  }
  if (!is_length(constant)) {
    complaints_->at(node.count_name,
                    called(definition_, constant) +
                        " is no array length: it must be one whole number from 1 to " +
                        std::to_string(limits_.array_length));
    return false;
  }
  component.set(Component::counted_by_constant);
  component.last = definition_.edges.add(constant, created.id);
  return true;
}

bool Change::store_values(Component& component, const DraftNode& node, std::uint32_t length) {
  const DraftLiteral* literal = &draft_->literals[node.first_literal];
  if (node.kind == Kind::property && node.listed && node.literals != length) {
    complaints_->at(
        literal->place,
        std::to_string(node.literals) + " values for " +
            (length == 0 ? "a single property" : "an array of " + std::to_string(length)) +
            ": give as many as there are, or one for all without braces");
    return false;
  }
  const std::uint32_t words = ValuePool::words_of(component.type);
  const ValueId values = definition_.values.add(node.literals * words);
  for (std::uint32_t i = 0; i < node.literals; ++i) {
    if (store_value(component.type, literal[i], values + i * words)) continue;
    if (component.type == Type::string) {
      for (std::uint32_t k = 0; k < i; ++k) {
        definition_.names.release(definition_.values.word(values + k));
      }
    }
    definition_.values.free(values, node.literals * words);
    return false;
  }
  component.first = values;
  component.extra = node.literals;
  return true;
}

bool Change::store_value(Type type, const DraftLiteral& literal, ValueId to) {
  using Form = DraftLiteral::Form;
  const bool number = literal.form == Form::integer || literal.form == Form::real;
  const double real =
      literal.form == Form::real ? literal.real : static_cast<double>(literal.integer);
  bool fits = false;
  std::string_view remedy;
  switch (type) {
    case Type::integer:
      fits = literal.form == Form::integer &&
             literal.integer >= std::numeric_limits<std::int32_t>::min() &&
             literal.integer <= std::numeric_limits<std::int32_t>::max();
      remedy = "give a whole number from -2147483648 to 2147483647";
      if (fits) {
        definition_.values.word(to) =
            static_cast<std::uint32_t>(static_cast<std::int32_t>(literal.integer));
      }
      break;
    case Type::long_integer:
      fits = literal.form == Form::integer;
      remedy = "give a whole number";
      if (fits) definition_.values.set_wide(to, static_cast<std::uint64_t>(literal.integer));
      break;
    case Type::real:
      fits = number && std::abs(real) <= static_cast<double>(std::numeric_limits<float>::max());
      remedy = "give a number of at most 3.4e38, or make it DOUBLE";
      if (fits)
        definition_.values.word(to) = std::bit_cast<std::uint32_t>(static_cast<float>(real));
      break;
    case Type::double_real:
      fits = number;
      remedy = "give a number";
      if (fits) definition_.values.set_wide(to, std::bit_cast<std::uint64_t>(real));
      break;
    case Type::boolean:
      fits = literal.form == Form::boolean;
      remedy = "give TRUE or FALSE";
      if (fits) definition_.values.word(to) = literal.flag ? 1 : 0;
      break;
    case Type::string:
      fits = literal.form == Form::string;
      remedy = "give a text in quotes";
      if (fits) definition_.values.word(to) = definition_.names.intern(draft_->string_of(literal));
      break;
    default:
      break;
  }
  if (!fits) {
    complaints_->at(literal.place, "this is no value of " + std::string(keyword_of(type)) + ": " +
                                       std::string(remedy));
  }
  return fits;
}

}  // namespace orrery::model
