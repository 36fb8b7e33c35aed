#include "lexer.hpp"

#include <algorithm>
#include <array>

#include "utf8.hpp"

namespace orrery::model {

namespace {

constexpr std::array<std::string_view, keyword_count> keywords = {
    "UNIVERSE", "ELEMENT", "PROPERTY",   "CONSTANT", "FUNCTION", "CONVERTER", "ENTITY",
    "IN",       "INTEGER", "LONG",       "REAL",     "DOUBLE",   "BOOLEAN",   "STRING",
    "TRUE",     "FALSE",   "CONSTRAINT", "AND",      "OR",       "NOT"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A table of what a token's first byte means: changes at run time are short texts that must be read fast.
enum class Way : std::uint8_t { stray, blank, name, digit, quote, slash, single, order };
struct Class {
  Way way = Way::stray;
  Token token = Token::wrong;
};

constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table{};
  const auto put = [&](char c, Way way, Token token = Token::wrong) {
    table[static_cast<unsigned char>(c)] = {way, token};
  };
  for (std::size_t c = 0; c < 128; ++c) {
    const char as_char = static_cast<char>(c);
    if (is_letter(as_char) || as_char == '_') put(as_char, Way::name);
    if (is_digit(as_char)) put(as_char, Way::digit);
  }
  for (const char c : {' ', '\t', '\n', '\r'}) put(c, Way::blank);
  put('"', Way::quote);
  put('/', Way::slash);
  put('{', Way::single, Token::open_brace);
  put('}', Way::single, Token::close_brace);
  put('[', Way::single, Token::open_bracket);
  put(']', Way::single, Token::close_bracket);
  put('(', Way::single, Token::open_paren);
  put(')', Way::single, Token::close_paren);
  put(':', Way::single, Token::colon);
  put(';', Way::single, Token::semicolon);
  put(',', Way::single, Token::comma);
  put('.', Way::single, Token::dot);
  put('=', Way::single, Token::equals);
  put('-', Way::single, Token::minus);
  put('+', Way::single, Token::plus);
  put('*', Way::single, Token::star);
  put('<', Way::order, Token::less);
  put('>', Way::order, Token::greater);
  return table;
}();

constexpr std::array<bool, 256> name_part = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 128; ++c) {
    const char as_char = static_cast<char>(c);
    table[c] = is_letter(as_char) || is_digit(as_char) || as_char == '_';
  }
  return table;
}();

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool alike(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return capital(one) == capital(other); });
}

// True if `word` becomes `meant` by one change of a letter (inserted, missing or wrong) or of the order of two letters.
bool is_near(std::string_view word, std::string_view meant) {
  const std::size_t shorter = std::min(word.size(), meant.size());
  std::size_t same = 0;
  while (same < shorter && capital(word[same]) == meant[same]) ++same;
  const std::string_view rest = word.substr(same);
  const std::string_view wanted = meant.substr(same);
  if (rest.size() == wanted.size() + 1) return alike(rest.substr(1), wanted);
  if (rest.size() + 1 == wanted.size()) return alike(rest, wanted.substr(1));
  if (rest.size() != wanted.size()) return false;
  if (rest.empty() || alike(rest.substr(1), wanted.substr(1))) return true;
  return rest.size() > 1 && capital(rest[0]) == wanted[1] && capital(rest[1]) == wanted[0] &&
         alike(rest.substr(2), wanted.substr(2));
}

std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return {'0', 'x', digits[byte >> 4U], digits[byte & 15U]};
}

}  // namespace

std::string_view keyword_text(Token token) {
  return keywords[static_cast<std::size_t>(token) - static_cast<std::size_t>(first_keyword)];
}

Token keyword(std::string_view word) {
  // All keywords have two to ten capital letters, and the first letter rules out most names.
  if (word.size() < 2 || word.size() > 10 || word[0] < 'A' || word[0] > 'Z') return Token::name;
  const auto either = [&](Token one, Token other = Token::name) {
    if (word == keyword_text(one)) return one;
    return other != Token::name && word == keyword_text(other) ? other : Token::name;
  };
  switch (word[0]) {
    case 'A':
      return either(Token::kw_and);
    case 'B':
      return either(Token::kw_boolean);
    case 'C':
      if (word == keyword_text(Token::kw_constraint)) return Token::kw_constraint;
      return either(Token::kw_constant, Token::kw_converter);
    case 'D':
      return either(Token::kw_double);
    case 'E':
      return either(Token::kw_element, Token::kw_entity);
    case 'F':
      return either(Token::kw_function, Token::kw_false);
    case 'I':
      return either(Token::kw_integer, Token::kw_in);
    case 'L':
      return either(Token::kw_long);
    case 'N':
      return either(Token::kw_not);
    case 'O':
      return either(Token::kw_or);
    case 'P':
      return either(Token::kw_property);
    case 'R':
      return either(Token::kw_real);
    case 'S':
      return either(Token::kw_string);
    case 'T':
      return either(Token::kw_true);
    case 'U':
      return either(Token::kw_universe);
    default:
      return Token::name;
  }
}

char byte_of(Token keyword) {
  const std::size_t at =
      static_cast<std::size_t>(keyword) - static_cast<std::size_t>(first_keyword);
  return static_cast<char>(at < early_keywords ? first_keyword_byte + at
                                               : first_late_keyword_byte + at - early_keywords);
}

Token nearest_keyword(std::string_view word) {
  if (word.size() < 3) return Token::name;
  for (std::size_t at = 0; at < keywords.size(); ++at) {
    // All keywords but the short ones IN, AND, OR and NOT, which are near to many names.
    if (keywords[at].size() > 3 && is_near(word, keywords[at])) {
      return static_cast<Token>(static_cast<std::size_t>(first_keyword) + at);
    }
  }
  return Token::name;
}

bool is_name_start(char c) { return is_letter(c) || c == '_'; }
bool is_name_part(char c) { return name_part[static_cast<unsigned char>(c)]; }

Token Lexer::wrong(std::size_t offset, std::string message) {
  complaints_.at(offset, std::move(message));
  return Token::wrong;
}

// Skips a comment, if there is one. Returns false if the comment does not end.
bool Lexer::skip_comment() {
  if (at_ + 1 == text_.size()) return true;
  if (text_[at_ + 1] == '/') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  if (text_[at_ + 1] != '*') return true;
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    complaints_.at(at_, "the comment that begins here does not end: close it with */");
    at_ = text_.size();
    return false;
  }
  at_ = end + 2;
  return true;
}

Token Lexer::next() {
  for (;;) {
    begin_ = at_;
    if (at_ == text_.size()) return Token::end;
    const char c = text_[at_];
    const Class what = classes[static_cast<unsigned char>(c)];
    switch (what.way) {
      case Way::blank:
        ++at_;
        continue;
      case Way::name:
        return name();
      case Way::digit:
        return number();
      case Way::quote:
        return string();
      case Way::slash:
        if (!skip_comment()) return Token::wrong;
        if (at_ != begin_) continue;
        ++at_;
        return Token::slash;
      case Way::order:
        ++at_;
        return order(what.token);
      case Way::single:
        ++at_;
        if (what.token == Token::minus && at_ < text_.size() && text_[at_] == '>') {
          ++at_;
          return Token::arrow;
        }
        return what.token;
      case Way::stray:
        ++at_;
        return stray();
    }
  }
}

// `one` is < or >, whose character has been read.
Token Lexer::order(Token one) {
  const char following = at_ < text_.size() ? text_[at_] : '\0';
  if (following == '=') {
    ++at_;
    return one == Token::less ? Token::less_equal : Token::greater_equal;
  }
  if (following == '>' && one == Token::less) {
    ++at_;
    return Token::not_equal;
  }
  return one;
}

Token Lexer::stray() {
  const auto byte = static_cast<unsigned char>(text_[begin_]);
  if (tokenised_) {
    const auto from = static_cast<std::size_t>(first_keyword);
    constexpr std::size_t late_keywords = keyword_count - early_keywords;
    if (byte >= first_keyword_byte && byte < first_keyword_byte + early_keywords) {
      return static_cast<Token>(from + byte - first_keyword_byte);
    }
    if (byte >= first_late_keyword_byte && byte < first_late_keyword_byte + late_keywords) {
      return static_cast<Token>(from + early_keywords + byte - first_late_keyword_byte);
    }
  }
  if (byte < 0x20 || byte == 0x7f) {
    return wrong(begin_, "control character " + hexadecimal(byte) + ": remove it");
  }
  const std::size_t length = std::max<std::size_t>(1, character_length(text_.substr(begin_)));
  at_ = begin_ + length;
  const std::string shown(text_.substr(begin_, length));
  if (length > 1) {
    return wrong(begin_,
                 "'" + shown +
                     "' may stand in strings and comments only: names are letters of ASCII, "
                     "digits and _");
  }
  return wrong(begin_, "'" + shown + "' has no meaning here: remove it");
}

Token Lexer::name() {
  do {
    ++at_;
  } while (at_ < text_.size() && is_name_part(text_[at_]));
  if (at_ - begin_ > limits_.name_bytes) {
    return wrong(begin_, "a name of " + std::to_string(at_ - begin_) + " characters: at most " +
                             std::to_string(limits_.name_bytes) + " are allowed, shorten it");
  }
  return keyword(spelling());
}

Token Lexer::number() {
  Token kind = Token::integer;
  const auto digits = [&] {
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  };
  digits();
  if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
    kind = Token::real;
    ++at_;
    digits();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    std::size_t ahead = at_ + 1;
    if (ahead < text_.size() && (text_[ahead] == '+' || text_[ahead] == '-')) ++ahead;
    if (ahead < text_.size() && is_digit(text_[ahead])) {
      kind = Token::real;
      at_ = ahead;
      digits();
    }
  }
  if (at_ < text_.size() && is_name_part(text_[at_])) {
    const std::size_t here = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    return wrong(here, "a number ends in '" +
                           std::string(text_.substr(here, std::min<std::size_t>(at_ - here, 20))) +
                           "': write a blank between the two, or begin names with a letter");
  }
  return kind;
}

Token Lexer::string() {
  for (++at_; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '"') {
      ++at_;
      return Token::string;
    }
    if (c == '\n' || c == '\r') break;
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
      const std::size_t here = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') ++at_;
      if (at_ < text_.size() && text_[at_] == '"') ++at_;
      return wrong(here, "control character " + hexadecimal(static_cast<unsigned char>(c)) +
                             " in a string: remove it");
    }
    if (c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\'))
      ++at_;
  }
  return wrong(begin_, "the string that begins here does not end on its line: close it with \"");
}

}  // namespace orrery::model
