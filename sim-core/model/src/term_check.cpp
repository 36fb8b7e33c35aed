#include "term_check.hpp"

#include <vector>

#include "stored_terms.hpp"

namespace orrery::model {

namespace {

using Found = std::optional<TermProblem>;

std::string_view sign_of(TermCode code) {
  switch (code) {
    case TermCode::negate:
    case TermCode::subtract:
      return "'-'";
    case TermCode::add:
      return "'+'";
    case TermCode::multiply:
      return "'*'";
    case TermCode::divide:
      return "'/'";
    case TermCode::both:
      return "AND";
    case TermCode::either:
      return "OR";
    case TermCode::invert:
      return "NOT";
    default:
      return "a comparison";
  }
}

class TermCheck {
 public:
  TermCheck(const Definition& definition, ComponentId constraint)
      : definition_(definition),
        entity_(definition.components[constraint].parent),
        terms_(definition.values, definition.components[constraint]) {}

  Found run() {
    for (; const auto term = terms_.next(); ++at_) {
      if (auto problem = take(*term)) return problem;
    }
    if (operands_.back().is_boolean) return {};
    return wrong(operands_.back(),
                 "a constraint is a condition, and this is a number: compare it, for example with "
                 "> 0");
  }

 private:
  struct Operand {
    bool is_boolean = false;
    std::uint32_t term = 0;  // its first term
  };

  static Found wrong(const Operand& operand, std::string message) {
    return TermProblem{operand.term, 0, false, std::move(message)};
  }
  [[nodiscard]] Found wrong_step(std::uint32_t step, bool at_index, std::string message) const {
    return TermProblem{at_, steps_ - step, at_index, std::move(message)};
  }

  Found take(const StoredTerm& term) {
    steps_ = term.steps;
    switch (term.code) {
      case TermCode::number:
        operands_.push_back({false, at_});
        return {};
      case TermCode::truth:
        operands_.push_back({true, at_});
        return {};
      case TermCode::constant:
        return constant(term);
      case TermCode::property:
        return property(term);
      case TermCode::negate:
        return expect(operands_.back(), false, term.code);
      case TermCode::invert:
        return expect(operands_.back(), true, term.code);
      default:
        return binary(term.code);
    }
  }

  static Found expect(const Operand& operand, bool is_boolean, TermCode code) {
    if (operand.is_boolean == is_boolean) return {};
    const std::string sign(sign_of(code));
    return wrong(operand, is_boolean
                              ? sign +
                                    " joins conditions, and this is a number: compare it, for "
                                    "example with > 0"
                              : sign + " needs numbers, and this is a boolean: leave it out");
  }

  Found binary(TermCode code) {
    const Operand right = operands_.back();
    operands_.pop_back();
    Operand& left = operands_.back();
    const bool joins = code == TermCode::both || code == TermCode::either;
    const bool computes = code >= TermCode::add && code <= TermCode::divide;
    if (joins || computes) {
      if (auto problem = expect(left, joins, code)) return problem;
      return expect(right, joins, code);
    }
    if (left.is_boolean != right.is_boolean) {
      return wrong(right, std::string("a ") + (left.is_boolean ? "boolean" : "number") +
                              " is compared with a " + (right.is_boolean ? "boolean" : "number") +
                              ": compare values of one kind");
    }
    if (left.is_boolean && code != TermCode::equal && code != TermCode::not_equal) {
      return wrong(left, "booleans have no order: compare them with = or <>");
    }
    left.is_boolean = true;
    return {};
  }

  // Checks the type of the value that a reference ends at, and takes it as an operand.
  Found end(Type type, std::uint32_t step, const std::string& called_it) {
    if (type == Type::string) {
      return wrong_step(step, false,
                        called_it + " is a STRING: a constraint is about numbers and booleans");
    }
    if (type == Type::element) {
      return wrong_step(step, false,
                        called_it + " holds several values: name one of its properties");
    }
    operands_.push_back({type == Type::boolean, at_});
    return {};
  }

  Found constant(const StoredTerm& term) {
    const StoredStep step = terms_.step(term, 0);
    const ComponentId id = definition_.edges[step.edge].target;
    const Component& component = definition_.components[id];
    const bool is_list = component.has(Component::is_list);
    if (auto problem = check_index(step, 0, is_list ? component.extra : 0, called(definition_, id)))
      return problem;
    return end(component.type, 0, called(definition_, id));
  }

  Found property(const StoredTerm& term) {
    ComponentId container = entity_;
    for (std::uint32_t i = 0; i < term.steps; ++i) {
      const StoredStep step = terms_.step(term, i);
      const ComponentId id = definition_.edges[step.edge].target;
      const std::string called_it = called(definition_, id);
      const ComponentId parent = definition_.components[id].parent;
      const bool inherited = i == 0 && parent == definition_.universe_of(entity_);
      if (parent != container && !inherited) {
        return wrong_step(i, false, called_it + " is no part of what stands before it");
      }
      if (auto problem = check_index(step, i, definition_.length_of(id), called_it)) return problem;
      const Type type = definition_.components[id].type;
      if (i + 1 == term.steps) return end(type, i, called_it);
      if (type != Type::element) {
        return wrong_step(i + 1, false,
                          called_it + " has no properties of its own: end the path there");
      }
      container = definition_.element_of(id);
    }
    return {};
  }

  // `length`: of the array; 0 for a single value.
  [[nodiscard]] Found check_index(const StoredStep& step, std::uint32_t number,
                                  std::uint32_t length, const std::string& called_it) const {
    if (length == 0) {
      if (!step.indexed) return {};
      return wrong_step(number, true, called_it + " is a single value: leave the index out");
    }
    if (!step.indexed) {
      return wrong_step(number, false,
                        called_it + " has " + std::to_string(length) +
                            " values: give the index of one, for example [0]");
    }
    std::int64_t index = step.index;
    if (step.index_edge != nothing) {
      const ComponentId id = definition_.edges[step.index_edge].target;
      const Component& constant = definition_.components[id];
      if (constant.has(Component::is_list) ||
          (constant.type != Type::integer && constant.type != Type::long_integer)) {
        return wrong_step(number, true,
                          called(definition_, id) + " is no index: it must be one whole number");
      }
      index = definition_.integer_of(id);
    }
    if (index >= 0 && index < length) return {};
    return wrong_step(number, true,
                      "there is no index " + std::to_string(index) + ": " + called_it + " has " +
                          std::to_string(length) + " values, give 0 to " +
                          std::to_string(length - 1));
  }

  const Definition& definition_;
  const ComponentId entity_;
  StoredTerms terms_;
  std::vector<Operand> operands_;
  std::uint32_t at_ = 0;     // number of the term
  std::uint32_t steps_ = 0;  // of the term
};

}  // namespace

std::optional<TermProblem> check_terms(const Definition& definition, ComponentId constraint) {
  return TermCheck(definition, constraint).run();
}

}  // namespace orrery::model
