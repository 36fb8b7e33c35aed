// Parses a text into a draft. After an error it continues at the next definition, so that one reading finds several errors.
//
//   parse(Kind::universe, ...) reads the definitions that a universe may hold, and so on; Kind::model reads a whole model.
#pragma once

#include "orrery/model/limits.hpp"

#include "complaints.hpp"
#include "draft.hpp"
#include "lexer.hpp"

namespace orrery::model {

class Parser {
 public:
  Parser(const Limits& limits, Draft& draft, Complaints& complaints)
      : limits_(limits),
        draft_(draft),
        complaints_(complaints),
        lexer_(draft.text, limits, complaints) {}

  // Returns false, with complaints, if the text has errors; the draft is then of no use. `depth`: nesting of the container
  // that the definitions are for.
  bool parse(Kind container, std::uint32_t depth);

 private:
  void advance();
  bool accept(Token token);
  // Accepts the token, or complains if the next token is another.
  bool expect(Token token, std::string_view what, std::string_view remedy);
  bool complain_here(std::string_view expected, std::string_view remedy);
  void recover();

  void definitions(Kind container, DraftIndex parent, std::uint32_t depth);
  bool definition(Kind container, DraftIndex parent, std::uint32_t depth);
  bool body(DraftIndex node, std::uint32_t depth);
  bool name(DraftNode& node);
  bool property(DraftNode& node);
  bool constant(DraftNode& node);
  bool function(DraftNode& node);
  bool converter(DraftNode& node);
  bool entity(DraftNode& node);
  bool constraint(DraftNode& node);
  // The levels of an expression, from the loosest binding to the tightest.
  bool disjunction();
  bool conjunction();
  bool negation();
  bool comparison();
  bool sum();
  bool product();
  bool factor();
  bool operand();
  bool nested();
  bool reference();
  bool index(DraftStep& step);
  bool real_number();
  bool add_term(const DraftTerm& term);
  bool type(Type& type, std::string_view& name, bool elements);
  bool dotted(std::string_view& name);
  bool size(DraftNode& node);
  bool value(DraftNode& node);
  bool literal(DraftNode& node);
  bool number(bool negative, const char* begin);
  bool text_literal();
  DraftIndex add(const DraftNode& node, DraftIndex parent);

  const Limits& limits_;
  Draft& draft_;
  Complaints& complaints_;
  Lexer lexer_;
  Token token_ = Token::end;
  std::string_view spelling_;
  bool given_up_ = false;
  std::uint32_t first_term_ = 0;   // of the constraint that is read
  std::uint32_t parentheses_ = 0;  // open ones of it
};

}  // namespace orrery::model
