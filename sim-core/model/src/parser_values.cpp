// The part of Parser for values: numbers, booleans, strings and lists of them.
#include <charconv>

#include "parser.hpp"

namespace orrery::model {

bool Parser::value(DraftNode& node) {
  node.first_literal = static_cast<std::uint32_t>(draft_.literals.size());
  if (!accept(Token::open_brace)) return literal(node);
  node.listed = true;
  do {
    if (!literal(node)) return false;
  } while (accept(Token::comma));
  return expect(Token::close_brace, "',' or '}'", "");
}

bool Parser::literal(DraftNode& node) {
  ++node.literals;
  const char* const begin = spelling_.data();
  const bool negative = accept(Token::minus);
  if (token_ == Token::integer || token_ == Token::real) return number(negative, begin);
  if (negative) return complain_here("a number", "");
  if (token_ == Token::string) return text_literal();
  if (token_ != Token::kw_true && token_ != Token::kw_false) {
    return complain_here("a value", "write a number, TRUE, FALSE, \"text\", or a list in braces");
  }
  DraftLiteral literal;
  literal.form = DraftLiteral::Form::boolean;
  literal.flag = token_ == Token::kw_true;
  literal.place = spelling_;
  draft_.literals.push_back(literal);
  advance();
  return true;
}

bool Parser::number(bool negative, const char* begin) {
  const char* const end = spelling_.data() + spelling_.size();
  DraftLiteral literal;
  literal.place = std::string_view(begin, static_cast<std::size_t>(end - begin));
  std::errc error{};
  if (token_ == Token::integer) {
    std::uint64_t magnitude = 0;
    error = std::from_chars(spelling_.data(), end, magnitude).ec;
    constexpr std::uint64_t greatest = std::uint64_t{1} << 63;
    if (magnitude > greatest - (negative ? 0 : 1)) error = std::errc::result_out_of_range;
    literal.form = DraftLiteral::Form::integer;
    literal.integer = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
  } else {
    double magnitude = 0;
    error = std::from_chars(spelling_.data(), end, magnitude).ec;
    literal.form = DraftLiteral::Form::real;
    literal.real = negative ? -magnitude : magnitude;
  }
  if (error != std::errc{}) {
    complaints_.at(literal.place,
                   "the number is out of range: 64-bit integers and DOUBLE are the widest");
    return false;
  }
  draft_.literals.push_back(literal);
  advance();
  return true;
}

bool Parser::text_literal() {
  const std::string_view inside = spelling_.substr(1, spelling_.size() - 2);
  DraftLiteral literal;
  literal.form = DraftLiteral::Form::string;
  literal.place = spelling_;
  literal.string_begin = static_cast<std::uint32_t>(draft_.strings.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] != '\\') {
      draft_.strings += inside[i];
      continue;
    }
    ++i;
    const char escaped = i < inside.size() ? inside[i] : '\0';
    if (escaped == '"' || escaped == '\\') {
      draft_.strings += escaped;
    } else if (escaped == 'n') {
      draft_.strings += '\n';
    } else if (escaped == 't') {
      draft_.strings += '\t';
    } else {
      complaints_.at(inside.substr(i - 1), R"(an unknown escape: \" \\ \n and \t are known)");
      return false;
    }
  }
  literal.string_length = static_cast<std::uint32_t>(draft_.strings.size()) - literal.string_begin;
  if (literal.string_length > limits_.string_bytes) {
    complaints_.at(spelling_, "a string of " + std::to_string(literal.string_length) +
                                  " bytes: at most " + std::to_string(limits_.string_bytes) +
                                  " are allowed, shorten it");
    return false;
  }
  draft_.literals.push_back(literal);
  advance();
  return true;
}

}  // namespace orrery::model
