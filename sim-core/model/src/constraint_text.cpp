#include "constraint_text.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <vector>

#include "stored_terms.hpp"

namespace orrery::model {

namespace {

// How tightly an expression binds, from OR to a single value.
enum Binding : int { or_level, and_level, not_level, comparison, sum, product, sign, value };

struct Operator {
  const char* text;
  Binding binding;
};

Operator operator_of(TermCode code) {
  switch (code) {
    case TermCode::add:
      return {" + ", sum};
    case TermCode::subtract:
      return {" - ", sum};
    case TermCode::multiply:
      return {" * ", product};
    case TermCode::divide:
      return {" / ", product};
    case TermCode::equal:
      return {" = ", comparison};
    case TermCode::not_equal:
      return {" <> ", comparison};
    case TermCode::less:
      return {" < ", comparison};
    case TermCode::less_equal:
      return {" <= ", comparison};
    case TermCode::greater:
      return {" > ", comparison};
    case TermCode::greater_equal:
      return {" >= ", comparison};
    case TermCode::both:
      return {" AND ", and_level};
    case TermCode::either:
      return {" OR ", or_level};
    case TermCode::negate:
      return {"-", sign};
    case TermCode::invert:
      return {"NOT ", not_level};
    default:
      return {"", value};
  }
}

// The shortest digits that read back as the same number.
std::string number_text(double number) {
  std::array<char, 40> digits{};
  constexpr double exact = 1e15;  // whole numbers below are written without an exponent
  const bool whole = std::abs(number) < exact && std::trunc(number) == number;
  const auto done = whole ? std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                          std::chars_format::fixed)
                          : std::to_chars(digits.data(), digits.data() + digits.size(), number);
  std::string text(digits.data(), done.ptr);
  if (!whole && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

double constant_value(const Definition& definition, ComponentId constant, std::uint32_t index) {
  const Component& component = definition.components[constant];
  const ValueId at = component.first + index * ValuePool::words_of(component.type);
  switch (component.type) {
    case Type::integer:
      return static_cast<std::int32_t>(definition.values.word(at));
    case Type::long_integer:
      return static_cast<double>(static_cast<std::int64_t>(definition.values.wide(at)));
    case Type::real:
      return static_cast<double>(std::bit_cast<float>(definition.values.word(at)));
    case Type::double_real:
      return std::bit_cast<double>(definition.values.wide(at));
    default:
      return definition.values.word(at);  // a boolean
  }
}

class ConstraintWriter {
 public:
  // `flat`: properties are named by their places in an instance, constants by their values.
  ConstraintWriter(const Definition& definition, ComponentId constraint, bool flat)
      : definition_(definition),
        entity_(definition.components[constraint].parent),
        terms_(definition.values, definition.components[constraint]),
        flat_(flat) {}

  std::string write() {
    while (const auto term = terms_.next()) take(*term);
    return std::move(pieces_.back().text);
  }

  // Of a step of a constant or of a path.
  [[nodiscard]] std::uint32_t index_of(const StoredStep& step) const {
    if (step.index_edge == nothing) return step.index;
    return static_cast<std::uint32_t>(
        definition_.integer_of(definition_.edges[step.index_edge].target));
  }
  [[nodiscard]] std::string path_of(const StoredTerm& term) const {
    std::string path;
    for (std::uint32_t i = 0; i < term.steps; ++i) {
      const StoredStep step = terms_.step(term, i);
      const ComponentId target = definition_.edges[step.edge].target;
      if (i > 0) path += '.';
      path += i > 0 || flat_ ? std::string(definition_.name_of(target))
                             : definition_.reference(target, entity_);
      if (!step.indexed) continue;
      const bool by_name = !flat_ && step.index_edge != nothing;
      path += "[" +
              (by_name ? definition_.reference(definition_.edges[step.index_edge].target, entity_)
                       : std::to_string(index_of(step))) +
              "]";
    }
    return path;
  }
  [[nodiscard]] double constant_of(const StoredTerm& term) const {
    const StoredStep step = terms_.step(term, 0);
    return constant_value(definition_, definition_.edges[step.edge].target, index_of(step));
  }
  [[nodiscard]] bool is_boolean(const StoredTerm& constant) const {
    const EdgeId edge = terms_.step(constant, 0).edge;
    return definition_.components[definition_.edges[edge].target].type == Type::boolean;
  }

 private:
  struct Piece {
    std::string text;
    Binding binding = value;
  };

  void push_number(double number) {
    pieces_.push_back({number_text(number), std::signbit(number) ? sign : value});
  }
  void push_truth(bool flag) { pieces_.push_back({flag ? "TRUE" : "FALSE", value}); }

  void take(const StoredTerm& term) {
    switch (term.code) {
      case TermCode::number:
        return push_number(term.number);
      case TermCode::truth:
        return push_truth(term.number != 0);
      case TermCode::constant:
        if (!flat_) break;
        return is_boolean(term) ? push_truth(constant_of(term) != 0)
                                : push_number(constant_of(term));
      case TermCode::property:
        break;
      case TermCode::negate:
      case TermCode::invert: {
        const Operator one = operator_of(term.code);
        pieces_.back() = {one.text + within(pieces_.back(), one.binding), one.binding};
        return;
      }
      default: {
        const Operator one = operator_of(term.code);
        const std::string right = within(pieces_.back(), one.binding + 1);
        pieces_.pop_back();
        // A comparison of a comparison needs parentheses on both sides; the others join from the left.
        const int left = one.binding == comparison ? sum : one.binding;
        pieces_.back() = {within(pieces_.back(), left) + one.text + right, one.binding};
        return;
      }
    }
    pieces_.push_back({path_of(term), value});
  }

  static std::string within(const Piece& piece, int least) {
    return piece.binding >= least ? piece.text : "(" + piece.text + ")";
  }

  const Definition& definition_;
  const ComponentId entity_;
  StoredTerms terms_;
  const bool flat_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string constraint_text(const Definition& definition, ComponentId constraint) {
  return ConstraintWriter(definition, constraint, false).write();
}

Condition compile(const Definition& definition, ComponentId constraint, const Layout& layout) {
  const ConstraintWriter words(definition, constraint, true);
  StoredTerms terms(definition.values, definition.components[constraint]);
  std::vector<Condition::Step> steps;
  while (const auto term = terms.next()) {
    Condition::Step step{term->code, Type::none, 0, term->number};
    if (term->code == TermCode::constant) step.number = words.constant_of(*term);
    if (term->code == TermCode::property) {
      const Layout::Place place = layout.place(words.path_of(*term)).value();
      step.type = place.type;
      step.offset = place.offset;
    }
    steps.push_back(step);
  }
  return {std::move(steps), ConstraintWriter(definition, constraint, true).write()};
}

}  // namespace orrery::model
