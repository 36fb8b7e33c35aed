#include "orrery/model/tokens.hpp"

#include "lexer.hpp"
#include "utf8.hpp"

namespace orrery::model {

namespace {

// Compact and Readable write the two forms, token by token.
class Compact {
 public:
  Compact() : out_({tokenised_mark, tokenised_version}) {}
  void add(Token token, std::string_view spelling) {
    if (is_keyword(token)) {
      out_ += byte_of(token);
      return;
    }
    // Two words must not become one.
    if (is_name_part(out_.back()) && is_name_part(spelling.front())) out_ += ' ';
    out_ += spelling;
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class Readable {
 public:
  void add(Token token, std::string_view spelling) {
    if (token == Token::close_brace && depth_ > 0 && !in_list_) --depth_;
    if (fresh_) out_.append(2 * depth_, ' ');
    const std::string_view text = is_keyword(token) ? keyword_text(token) : spelling;
    if (!fresh_ && (wants_blank(token) || (is_name_part(out_.back()) && is_name_part(text[0])))) {
      out_ += ' ';
    }
    out_ += text;
    fresh_ = false;
    blank_next_ = is_joint(token) || token == Token::kw_not;
    last_ = token;
    if (token == Token::equals) after_equals_ = true;
    if (token == Token::open_brace) {
      in_list_ = after_equals_;
      if (!in_list_) ++depth_;
    }
    const bool body_brace =
        !in_list_ && (token == Token::open_brace || token == Token::close_brace);
    if (token == Token::close_brace) in_list_ = false;
    if (token == Token::semicolon || body_brace) {
      out_ += '\n';
      fresh_ = true;
      after_equals_ = false;
    }
  }
  std::string take() { return std::move(out_); }

 private:
  // A word or sign with blanks on both sides; a sign of a number has none.
  [[nodiscard]] bool is_joint(Token token) const {
    switch (token) {
      case Token::plus:
      case Token::star:
      case Token::slash:
      case Token::not_equal:
      case Token::less:
      case Token::less_equal:
      case Token::greater:
      case Token::greater_equal:
      case Token::kw_and:
      case Token::kw_or:
        return true;
      case Token::kw_not:
        return last_ != Token::open_paren;
      case Token::minus:
        return last_ == Token::name || last_ == Token::integer || last_ == Token::real ||
               last_ == Token::close_paren || last_ == Token::close_bracket;
      default:
        return false;
    }
  }
  [[nodiscard]] bool wants_blank(Token token) const {
    if (token == Token::colon || token == Token::equals || token == Token::arrow) return true;
    if (token == Token::open_brace || blank_next_ || is_joint(token))
      return token != Token::semicolon;
    return last_ == Token::colon || last_ == Token::equals || last_ == Token::arrow ||
           last_ == Token::comma;
  }

  std::string out_;
  std::size_t depth_ = 0;
  Token last_ = Token::end;
  bool fresh_ = true;
  bool blank_next_ = false;
  bool after_equals_ = false;
  bool in_list_ = false;
};

template <class Sink>
base::Result<std::string> convert(std::string_view text, const Limits& limits) {
  Complaints complaints(text, 1);
  if (text.size() > limits.text_bytes) {
    return base::Error{base::ErrorCode::too_big, "the model is longer than " +
                                                     std::to_string(limits.text_bytes) +
                                                     " bytes: that is the limit, write it shorter"};
  }
  if (const auto bad = first_invalid(text)) complaints.at(*bad, "the byte here is not UTF-8");
  Sink sink;
  Lexer lexer(text, limits, complaints);
  while (complaints.none()) {
    const Token token = lexer.next();
    if (token == Token::end) return sink.take();
    if (token != Token::wrong) sink.add(token, lexer.spelling());
  }
  return base::Error{base::ErrorCode::invalid_argument, to_string(complaints.take())};
}

}  // namespace

bool is_tokenised_form(std::string_view text) { return is_tokenised(text); }

base::Result<std::string> tokenise(std::string_view text, const Limits& limits) {
  return convert<Compact>(text, limits);
}

base::Result<std::string> detokenise(std::string_view tokenised, const Limits& limits) {
  return convert<Readable>(tokenised, limits);
}

}  // namespace orrery::model
