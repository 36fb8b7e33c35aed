// Splits a model's text into tokens. Also reads the tokenised form, in which a keyword is one byte (see
// docs/formats/model-language.md). The text must be valid UTF-8, or the tokenised form of it.
#pragma once

#include <cstdint>
#include <string_view>

#include "orrery/model/limits.hpp"

#include "complaints.hpp"

namespace orrery::model {

enum class Token : std::uint8_t {
  end,
  name,
  integer,
  real,
  string,  // with its quotes; escapes are not decoded
  open_brace,
  close_brace,
  open_bracket,
  close_bracket,
  open_paren,
  close_paren,
  colon,
  semicolon,
  comma,
  dot,
  equals,
  minus,
  arrow,
  plus,
  star,
  slash,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  wrong,  // already reported
  // Keywords; the order gives the bytes of the tokenised form (byte_of()) and may only grow at the end.
  kw_universe,
  kw_element,
  kw_property,
  kw_constant,
  kw_function,
  kw_converter,
  kw_entity,
  kw_in,
  kw_integer,
  kw_long,
  kw_real,
  kw_double,
  kw_boolean,
  kw_string,
  kw_true,
  kw_false,
  kw_constraint,
  kw_and,
  kw_or,
  kw_not,
};
inline constexpr Token first_keyword = Token::kw_universe;
inline constexpr std::size_t keyword_count = 20;

// The tokenised form begins with these two bytes.
inline constexpr char tokenised_mark = 0x0e;
inline constexpr char tokenised_version = 0x01;
// The first 16 keywords are the bytes 0x10 to 0x1f. The others are the bytes from 0x01 on: 0x20 is the blank.
inline constexpr std::size_t early_keywords = 16;
inline constexpr unsigned char first_keyword_byte = 0x10;
inline constexpr unsigned char first_late_keyword_byte = 0x01;

inline bool is_keyword(Token token) { return token >= first_keyword; }
std::string_view keyword_text(Token token);
// The byte of a keyword in the tokenised form.
char byte_of(Token keyword);
// Returns Token::name if `word` is not a keyword.
Token keyword(std::string_view word);
// The keyword of a definition, type or value that `word` was probably meant to be: at most one letter too many, too few or wrong, or two letters in the
// wrong order; small letters count as capitals. Returns Token::name if no keyword is near, or `word` has fewer than 3
// letters.
Token nearest_keyword(std::string_view word);
inline bool is_tokenised(std::string_view text) {
  return text.size() >= 2 && text[0] == tokenised_mark && text[1] == tokenised_version;
}
bool is_name_start(char c);
bool is_name_part(char c);

class Lexer {
 public:
  Lexer(std::string_view text, const Limits& limits, Complaints& complaints)
      : text_(text),
        limits_(limits),
        complaints_(complaints),
        at_(is_tokenised(text) ? 2 : 0),
        tokenised_(is_tokenised(text)) {}

  Token next();
  // The text of the token that next() returned last.
  [[nodiscard]] std::string_view spelling() const { return text_.substr(begin_, at_ - begin_); }

 private:
  Token wrong(std::size_t offset, std::string message);
  bool skip_comment();
  Token name();
  Token number();
  Token string();
  Token order(Token one);
  Token stray();

  std::string_view text_;
  const Limits& limits_;
  Complaints& complaints_;
  std::size_t at_;
  std::size_t begin_ = 0;
  bool tokenised_;
};

}  // namespace orrery::model
