// The part of Parser for constraints: an expression becomes terms in postfix order.
#include <charconv>

#include "parser.hpp"

namespace orrery::model {

namespace {

TermCode comparison_of(Token token) {
  switch (token) {
    case Token::equals:
      return TermCode::equal;
    case Token::not_equal:
      return TermCode::not_equal;
    case Token::less:
      return TermCode::less;
    case Token::less_equal:
      return TermCode::less_equal;
    case Token::greater:
      return TermCode::greater;
    case Token::greater_equal:
      return TermCode::greater_equal;
    default:
      return TermCode::number;  // no comparison
  }
}

std::string_view span_of(std::string_view first, std::string_view last) {
  return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

}  // namespace

bool Parser::constraint(DraftNode& node) {
  if (!expect(Token::equals, "'='", "write CONSTRAINT name = condition;")) return false;
  first_term_ = static_cast<std::uint32_t>(draft_.terms.size());
  parentheses_ = 0;
  if (!disjunction()) return false;
  node.first_term = first_term_;
  node.terms = static_cast<std::uint32_t>(draft_.terms.size()) - first_term_;
  return true;
}

bool Parser::add_term(const DraftTerm& term) {
  if (draft_.terms.size() - first_term_ >= limits_.constraint_terms) {
    complaints_.at(term.place, "a constraint of more than " +
                                   std::to_string(limits_.constraint_terms) +
                                   " values and operators: that is the limit, write it shorter");
    return false;
  }
  draft_.terms.push_back(term);
  return true;
}

bool Parser::disjunction() {
  if (!conjunction()) return false;
  while (token_ == Token::kw_or) {
    const std::string_view place = spelling_;
    advance();
    if (!conjunction() || !add_term({TermCode::either, 0, 0, 0, place})) return false;
  }
  return true;
}

bool Parser::conjunction() {
  if (!negation()) return false;
  while (token_ == Token::kw_and) {
    const std::string_view place = spelling_;
    advance();
    if (!negation() || !add_term({TermCode::both, 0, 0, 0, place})) return false;
  }
  return true;
}

bool Parser::negation() {
  std::string_view place;
  std::uint32_t times = 0;
  for (; token_ == Token::kw_not; ++times) {
    place = spelling_;
    advance();
  }
  if (!comparison()) return false;
  for (; times > 0; --times) {
    if (!add_term({TermCode::invert, 0, 0, 0, place})) return false;
  }
  return true;
}

bool Parser::comparison() {
  if (!sum()) return false;
  const TermCode code = comparison_of(token_);
  if (code == TermCode::number) return true;
  const std::string_view place = spelling_;
  advance();
  if (!sum() || !add_term({code, 0, 0, 0, place})) return false;
  if (comparison_of(token_) == TermCode::number) return true;
  return complain_here("AND, OR, ')' or ';'",
                       "compare two values at a time, for example a < b AND b < c");
}

bool Parser::sum() {
  if (!product()) return false;
  while (token_ == Token::plus || token_ == Token::minus) {
    const TermCode code = token_ == Token::plus ? TermCode::add : TermCode::subtract;
    const std::string_view place = spelling_;
    advance();
    if (!product() || !add_term({code, 0, 0, 0, place})) return false;
  }
  return true;
}

bool Parser::product() {
  if (!factor()) return false;
  while (token_ == Token::star || token_ == Token::slash) {
    const TermCode code = token_ == Token::star ? TermCode::multiply : TermCode::divide;
    const std::string_view place = spelling_;
    advance();
    if (!factor() || !add_term({code, 0, 0, 0, place})) return false;
  }
  return true;
}

// An operand with signs before it. The signs before a number are a part of the number.
bool Parser::factor() {
  const std::string_view first = spelling_;
  std::string_view place;
  std::uint32_t signs = 0;
  for (; token_ == Token::minus; ++signs) {
    place = spelling_;
    advance();
  }
  const std::size_t before = draft_.terms.size();
  if (!operand()) return false;
  DraftTerm& only = draft_.terms[before];
  if (only.code == TermCode::number && draft_.terms.size() == before + 1) {
    if (signs % 2 == 1) only.number = -only.number;
    if (signs > 0) only.place = first;
    return true;
  }
  for (; signs > 0; --signs) {
    if (!add_term({TermCode::negate, 0, 0, 0, place})) return false;
  }
  return true;
}

bool Parser::operand() {
  const std::string_view place = spelling_;
  switch (token_) {
    case Token::integer:
    case Token::real:
      return real_number();
    case Token::kw_true:
    case Token::kw_false: {
      const double flag = token_ == Token::kw_true ? 1 : 0;
      advance();
      return add_term({TermCode::truth, flag, 0, 0, place});
    }
    case Token::name:
      return reference();
    case Token::open_paren:
      return nested();
    case Token::string:
      complaints_.at(place, "a text in a constraint: compare numbers and booleans only");
      return false;
    default:
      return complain_here("a value", "write a number, TRUE, FALSE, a property, a constant or '('");
  }
}

bool Parser::nested() {
  if (parentheses_ == most_parentheses) {
    complaints_.at(spelling_, "more than " + std::to_string(most_parentheses) +
                                  " parentheses inside each other: that is the limit, use fewer");
    return false;
  }
  ++parentheses_;
  advance();
  if (!disjunction()) return false;
  --parentheses_;
  return expect(Token::close_paren, "an operator or ')'", "close the parenthesis with it");
}

bool Parser::real_number() {
  const std::string_view place = spelling_;
  double number = 0;
  const char* const end = spelling_.data() + spelling_.size();
  if (std::from_chars(spelling_.data(), end, number).ec != std::errc{}) {
    complaints_.at(place, "the number is out of range: DOUBLE is the widest");
    return false;
  }
  advance();
  return add_term({TermCode::number, number, 0, 0, place});
}

bool Parser::reference() {
  DraftTerm term;
  term.code = TermCode::property;
  term.first_step = static_cast<std::uint32_t>(draft_.steps.size());
  const std::string_view first = spelling_;
  std::string_view last = spelling_;
  do {
    if (token_ != Token::name) return complain_here("a name", "");
    DraftStep step;
    step.name = last = spelling_;
    advance();
    if (token_ == Token::open_bracket) {
      advance();
      if (!index(step)) return false;
      last = spelling_;
      if (!expect(Token::close_bracket, "']'", "an index is one number or constant")) return false;
    }
    draft_.steps.push_back(step);
    ++term.steps;
  } while (accept(Token::dot));
  if (term.steps > limits_.type_depth + 2) {
    complaints_.at(first, "a path of " + std::to_string(term.steps) + " names: at most " +
                              std::to_string(limits_.type_depth + 2) + " are allowed");
    return false;
  }
  term.place = span_of(first, last);
  return add_term(term);
}

bool Parser::index(DraftStep& step) {
  step.indexed = true;
  step.index_place = spelling_;
  if (token_ == Token::name) {
    if (!dotted(step.index_name)) return false;
    step.index_place = step.index_name;
    return true;
  }
  if (token_ != Token::integer) {
    return complain_here("an index", "write a whole number from 0 on, or the name of a constant");
  }
  if (!number(false, spelling_.data())) return false;
  const std::int64_t value = draft_.literals.back().integer;
  draft_.literals.pop_back();
  if (value >= limits_.array_length) {
    complaints_.at(step.index_place, "an index of " + std::to_string(value) +
                                         ": arrays have at most " +
                                         std::to_string(limits_.array_length) + " values");
    return false;
  }
  step.index = static_cast<std::uint32_t>(value);
  return true;
}

}  // namespace orrery::model
