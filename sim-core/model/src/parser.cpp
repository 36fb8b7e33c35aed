#include "parser.hpp"

#include <algorithm>

#include "utf8.hpp"

namespace orrery::model {

namespace {

Kind kind_of(Token token) {
  switch (token) {
    case Token::kw_universe:
      return Kind::universe;
    case Token::kw_entity:
      return Kind::entity;
    case Token::kw_element:
      return Kind::element;
    case Token::kw_property:
      return Kind::property;
    case Token::kw_constant:
      return Kind::constant;
    case Token::kw_function:
      return Kind::function;
    case Token::kw_converter:
      return Kind::converter;
    case Token::kw_constraint:
      return Kind::constraint;
    default:
      return Kind::none;
  }
}

Type primitive_of(Token token) {
  switch (token) {
    case Token::kw_integer:
      return Type::integer;
    case Token::kw_long:
      return Type::long_integer;
    case Token::kw_real:
      return Type::real;
    case Token::kw_double:
      return Type::double_real;
    case Token::kw_boolean:
      return Type::boolean;
    case Token::kw_string:
      return Type::string;
    default:
      return Type::none;
  }
}

std::string_view children_of(Kind container) {
  switch (container) {
    case Kind::universe:
    case Kind::element:
      return "ELEMENT, PROPERTY, CONSTANT, FUNCTION or CONVERTER";
    case Kind::entity:
      return "PROPERTY, CONSTANT, FUNCTION or CONSTRAINT";
    default:
      return "UNIVERSE or ENTITY";
  }
}

constexpr std::string_view primitives = "INTEGER, LONG, REAL, DOUBLE, BOOLEAN or STRING";

}  // namespace

void Parser::advance() {
  token_ = lexer_.next();
  spelling_ = lexer_.spelling();
}

bool Parser::accept(Token token) {
  if (token_ != token) return false;
  advance();
  return true;
}

bool Parser::complain_here(std::string_view expected, std::string_view remedy) {
  if (token_ == Token::wrong) return false;
  std::string found = "the end of the text";
  if (is_keyword(token_)) {
    found = std::string(keyword_text(token_));
  } else if (token_ != Token::end) {
    const std::size_t shown = std::min<std::size_t>(spelling_.size(), 30);
    std::size_t cut = shown;
    while (cut > 0 && cut < spelling_.size() && is_continuation(spelling_[cut])) --cut;
    found =
        "'" + std::string(spelling_.substr(0, cut)) + "'" + (cut < spelling_.size() ? "..." : "");
  }
  complaints_.at(spelling_, std::string(expected) + " is expected, not " + found +
                                (remedy.empty() ? "" : ": " + std::string(remedy)));
  return false;
}

bool Parser::expect(Token token, std::string_view what, std::string_view remedy) {
  if (accept(token)) return true;
  return complain_here(what, remedy);
}

// Continues where a definition may begin or a body may end. Skips the body of a wrong definition.
void Parser::recover() {
  std::uint32_t open = 0;
  for (;;) {
    switch (token_) {
      case Token::end:
        return;
      case Token::semicolon:
        advance();
        if (open == 0) return;
        break;
      case Token::open_brace:
        ++open;
        advance();
        break;
      case Token::close_brace:
        if (open == 0) return;
        --open;
        advance();
        if (open == 0) return;
        break;
      default:
        if (open == 0 && kind_of(token_) != Kind::none) return;
        advance();
    }
  }
}

bool Parser::parse(Kind container, std::uint32_t depth) {
  if (draft_.text.size() > limits_.text_bytes) {
    complaints_.about_all("the model is longer than " + std::to_string(limits_.text_bytes) +
                          " bytes: that is the limit, write it shorter");
    return false;
  }
  if (const auto bad = first_invalid(draft_.text)) {
    complaints_.at(*bad, "the byte here is not UTF-8: save the text in UTF-8");
    return false;
  }
  if (draft_.text.starts_with("\xef\xbb\xbf")) {
    complaints_.at(std::size_t{0}, "the text begins with a byte order mark: save it without");
    return false;
  }
  advance();
  definitions(container, no_draft, depth);
  // A closing brace too many: report it once, and continue after it.
  while (!given_up_ && token_ != Token::end && !complaints_.full()) {
    complain_here("a definition", "this brace closes nothing, remove it");
    advance();
    definitions(container, no_draft, depth);
  }
  return complaints_.none();
}

void Parser::definitions(Kind container, DraftIndex parent, std::uint32_t depth) {
  while (token_ != Token::end && token_ != Token::close_brace) {
    if (given_up_ || complaints_.full()) return;
    if (!definition(container, parent, depth)) recover();
  }
}

DraftIndex Parser::add(const DraftNode& node, DraftIndex parent) {
  const auto index = static_cast<DraftIndex>(draft_.nodes.size());
  draft_.nodes.push_back(node);
  draft_.nodes.back().parent = parent;
  DraftIndex& first = parent == no_draft ? draft_.first : draft_.nodes[parent].first_child;
  DraftIndex& last = parent == no_draft ? draft_.last : draft_.nodes[parent].last_child;
  if (first == no_draft) {
    first = index;
  } else {
    draft_.nodes[last].next = index;
  }
  last = index;
  return index;
}

bool Parser::definition(Kind container, DraftIndex parent, std::uint32_t depth) {
  const Kind kind = kind_of(token_);
  if (kind == Kind::none || !may_hold(container, kind)) {
    if (kind != Kind::none) {
      const std::string where = container == Kind::model
                                    ? "outside of a universe"
                                    : "in " + std::string(keyword_of(container));
      complaints_.at(spelling_, std::string(keyword_of(kind)) + " may not stand " + where +
                                    ": only " + std::string(children_of(container)) + " may");
      advance();  // so that recover() does not stop here again
      return false;
    }
    if (token_ == Token::name) {
      const Token meant = nearest_keyword(spelling_);
      if (kind_of(meant) != Kind::none) {
        const std::string text(keyword_text(meant));
        const bool whole =
            spelling_.size() == text.size() &&
            std::equal(text.begin(), text.end(), spelling_.begin(),
                       [](char c, char given) { return (c | 0x20) == (given | 0x20); });
        complain_here(children_of(container),
                      whole ? "write keywords in capitals: " + text : "did you mean " + text + "?");
        advance();
        return false;
      }
    }
    complain_here(children_of(container), "");
    if (token_ != Token::end && token_ != Token::close_brace) advance();
    return false;
  }
  if (draft_.nodes.size() >= limits_.components) {
    complaints_.at(spelling_, "more than " + std::to_string(limits_.components) +
                                  " components: that is the limit, define less");
    given_up_ = true;
    return true;
  }
  advance();
  DraftNode node;
  node.kind = kind;
  if (!name(node)) return false;
  switch (kind) {
    case Kind::property:
      if (!property(node)) return false;
      break;
    case Kind::constant:
      if (!constant(node)) return false;
      break;
    case Kind::function:
      if (!function(node)) return false;
      break;
    case Kind::converter:
      if (!converter(node)) return false;
      break;
    case Kind::constraint:
      if (!constraint(node)) return false;
      break;
    case Kind::entity:
      if (!entity(node)) return false;
      [[fallthrough]];
    default:
      return body(add(node, parent), depth + 1);
  }
  if (!expect(Token::semicolon, "';'", "end the definition with it")) return false;
  add(node, parent);
  return true;
}

bool Parser::name(DraftNode& node) {
  if (token_ != Token::name) {
    return complain_here("a name", is_keyword(token_) ? "keywords are no names" : "");
  }
  node.name = spelling_;
  advance();
  return true;
}

bool Parser::body(DraftIndex node, std::uint32_t depth) {
  const std::string_view opening = spelling_;
  if (token_ == Token::open_brace && depth > limits_.nesting) {
    complaints_.at(opening, "definitions are nested deeper than " +
                                std::to_string(limits_.nesting) +
                                ": that is the limit, define the inner ones further out");
    given_up_ = true;
    return true;
  }
  if (!expect(Token::open_brace, "'{'", "open the body with it")) return false;
  definitions(draft_.nodes[node].kind, node, depth);
  if (given_up_ || complaints_.full()) return true;
  if (token_ == Token::end) {
    complaints_.at(opening, "the body that begins here does not end: close it with }");
    given_up_ = true;
    return true;
  }
  advance();  // '}'
  return true;
}

bool Parser::entity(DraftNode& node) { return !accept(Token::kw_in) || dotted(node.second_name); }

bool Parser::property(DraftNode& node) {
  if (!expect(Token::colon, "':'", "write PROPERTY name : type;")) return false;
  if (!type(node.type, node.type_name, true) || !size(node)) return false;
  if (token_ != Token::equals) return true;
  if (node.type == Type::element) {
    const Token meant = nearest_keyword(node.type_name);
    if (primitive_of(meant) != Type::none) {
      complaints_.at(node.type_name, "'" + std::string(node.type_name) +
                                         "' is no primitive type: did you mean " +
                                         std::string(keyword_text(meant)) + "?");
      return false;
    }
    return complain_here("';'", "only primitive types have an initial value");
  }
  advance();
  return value(node);
}

bool Parser::constant(DraftNode& node) {
  if (!expect(Token::colon, "':'", "write CONSTANT name : type = value;")) return false;
  if (!type(node.type, node.type_name, false)) return false;
  if (accept(Token::open_bracket)) {
    node.sized = true;
    node.count_place = spelling_;
    if (token_ != Token::close_bracket) {
      // [3] or []; the latter takes the length of the list.
      if (token_ != Token::integer) return complain_here("a number or ']'", "");
      if (!number(false, spelling_.data())) return false;
      node.count = static_cast<std::uint64_t>(draft_.literals.back().integer);
      draft_.literals.pop_back();
      if (node.count == 0) {
        complaints_.at(node.count_place, "a list of 0 values: leave the constant out");
        return false;
      }
    }
    if (!expect(Token::close_bracket, "']'", "")) return false;
  }
  if (!expect(Token::equals, "'='", "a constant needs a value")) return false;
  return value(node);
}

bool Parser::function(DraftNode& node) {
  if (accept(Token::open_paren) &&
      !expect(Token::close_paren, "')'", "functions are declared without parameters")) {
    return false;
  }
  if (!accept(Token::colon)) return true;
  return type(node.type, node.type_name, true) && size(node);
}

bool Parser::converter(DraftNode& node) {
  return expect(Token::colon, "':'", "write CONVERTER name : from -> to;") &&
         type(node.type, node.type_name, true) &&
         expect(Token::arrow, "'->'", "write CONVERTER name : from -> to;") &&
         type(node.second_type, node.second_name, true);
}

bool Parser::type(Type& type, std::string_view& name, bool elements) {
  type = primitive_of(token_);
  if (type != Type::none) {
    advance();
    return true;
  }
  if (!elements) {
    const Token meant = token_ == Token::name ? nearest_keyword(spelling_) : Token::name;
    return complain_here(primitives,
                         primitive_of(meant) == Type::none
                             ? "a constant is of a primitive type"
                             : "did you mean " + std::string(keyword_text(meant)) + "?");
  }
  if (token_ != Token::name) {
    return complain_here(std::string("a type (") + std::string(primitives) + ", or an element)",
                         "");
  }
  type = Type::element;
  return dotted(name);
}

bool Parser::dotted(std::string_view& name) {
  const char* const begin = spelling_.data();
  const char* end = begin;
  do {
    if (token_ != Token::name) return complain_here("a name", "");
    end = spelling_.data() + spelling_.size();
    advance();
  } while (accept(Token::dot));
  name = std::string_view(begin, static_cast<std::size_t>(end - begin));
  // Names are compared piece by piece, so nothing may lie between the pieces.
  for (const char& c : name) {
    if (!is_name_part(c) && c != '.') {
      complaints_.at(std::string_view(&c, 1), "blanks inside a dotted name: write it in one piece");
      return false;
    }
  }
  return true;
}

bool Parser::size(DraftNode& node) {
  if (!accept(Token::open_bracket)) return true;
  node.sized = true;
  node.count_place = spelling_;
  if (token_ == Token::name) {
    if (!dotted(node.count_name)) return false;
  } else if (token_ == Token::integer) {
    if (!number(false, spelling_.data())) return false;
    node.count = static_cast<std::uint64_t>(draft_.literals.back().integer);
    draft_.literals.pop_back();
    if (node.count == 0 || node.count > limits_.array_length) {
      complaints_.at(node.count_place, "an array of " + std::to_string(node.count) +
                                           ": give a length from 1 to " +
                                           std::to_string(limits_.array_length));
      return false;
    }
  } else {
    return complain_here("a length", "write a whole number or the name of a constant");
  }
  return expect(Token::close_bracket, "']'", "arrays have one dimension");
}

}  // namespace orrery::model
