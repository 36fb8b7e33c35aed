#include "fom/xml.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "orrery/rti/object_model.hpp"

namespace orrery::rti {
namespace {

constexpr unsigned most_depth = 128;
constexpr std::size_t most_elements = 500'000;
constexpr std::string_view blanks = " \t\r\n";

bool name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0U | (code >> 6));
    put(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    put(0xe0U | (code >> 12));
    put(0x80U | ((code >> 6) & 0x3fU));
    put(0x80U | (code & 0x3fU));
  } else {
    put(0xf0U | (code >> 18));
    put(0x80U | ((code >> 12) & 0x3fU));
    put(0x80U | ((code >> 6) & 0x3fU));
    put(0x80U | (code & 0x3fU));
  }
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& designator)
      : text_(text), designator_(designator) {}

  Result<XmlElement> parse() {
    if (text_.starts_with("\xef\xbb\xbf")) take(3);
    XmlElement root;
    if (skip_between() && skip_document_type() && open_tag(root) &&
        (root_closed_ || content(root, 1)) && skip_between()) {
      if (text_.empty()) return root;
      fail("there is something after the end of the document");
    }
    return reading_error(designator_, line_, why_);
  }

 private:
  bool fail(const std::string& why) {
    if (why_.empty()) why_ = why;
    return false;
  }
  void take(std::size_t count) {
    line_ += static_cast<unsigned>(
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(count), '\n'));
    text_.remove_prefix(count);
  }
  void skip_blanks() { take(std::min(text_.find_first_not_of(blanks), text_.size())); }
  bool skip_past(std::string_view end, const char* what) {
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos) return fail(std::string(what) + " is not ended");
    take(at + end.size());
    return true;
  }
  // Comments, processing instructions; true at an element, or at the end.
  bool skip_between() {
    for (;;) {
      skip_blanks();
      if (text_.starts_with("<?")) {
        if (!skip_past("?>", "an instruction '<?'")) return false;
      } else if (text_.starts_with("<!--")) {
        if (!skip_past("-->", "a comment")) return false;
      } else {
        return true;
      }
    }
  }
  // The document type of a 1516-2000 file, if there is one. What it declares is not read: no entity is ever expanded.
  bool skip_document_type() {
    if (!text_.starts_with("<!DOCTYPE")) return true;
    take(std::string_view("<!DOCTYPE").size());
    for (std::size_t open = 0;;) {
      take(std::min(text_.find_first_of("\"'<>"), text_.size()));
      if (text_.empty()) return fail("'<!DOCTYPE' is not ended");
      if (text_.starts_with("<!--")) {
        if (!skip_past("-->", "a comment")) return false;
      } else if (text_.starts_with("<?")) {
        if (!skip_past("?>", "an instruction '<?'")) return false;
      } else if (text_[0] == '"' || text_[0] == '\'') {
        const std::size_t end = text_.find(text_[0], 1);
        if (end == std::string_view::npos) return fail("a quotation in '<!DOCTYPE' is not ended");
        take(end + 1);
      } else if (text_[0] == '<') {
        ++open;
        take(1);
      } else {
        take(1);
        if (open == 0) return skip_between();
        --open;
      }
    }
  }
  bool name(std::string& out) {
    const auto end = std::find_if_not(text_.begin(), text_.end(), name_character);
    const auto count = static_cast<std::size_t>(end - text_.begin());
    if (count == 0 || count > 255) return fail("a name is expected after '<'");
    const std::string_view whole = text_.substr(0, count);
    const std::size_t colon = whole.rfind(':');
    out = whole.substr(colon == std::string_view::npos ? 0 : colon + 1);
    take(count);
    return true;
  }
  bool decode(std::string_view raw, std::string& out) {
    static constexpr std::array<std::pair<std::string_view, char>, 5> known{
        {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
    for (;;) {
      const std::size_t at = raw.find('&');
      out.append(raw.substr(0, at));
      if (at == std::string_view::npos) return true;
      raw.remove_prefix(at + 1);
      const std::size_t end = raw.find(';');
      if (end == std::string_view::npos || end > 10) return fail("'&' without ';': write &amp;");
      const std::string_view entity = raw.substr(0, end);
      raw.remove_prefix(end + 1);
      if (entity.starts_with("#")) {
        const bool hex = entity.starts_with("#x");
        const std::string_view digits = entity.substr(hex ? 2 : 1);
        std::uint32_t code = 0;
        const auto [rest, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
        if (error != std::errc{} || rest != digits.data() + digits.size() || code == 0 ||
            code > 0x10ffff) {
          return fail("'&" + std::string(entity) + ";' is no character");
        }
        append_utf8(out, code);
        continue;
      }
      const auto found =
          std::ranges::find(known, entity, [](const auto& each) { return each.first; });
      if (found == known.end()) {
        return fail("'&" + std::string(entity) + ";' is not expanded: write its text");
      }
      out.push_back(found->second);
    }
  }
  bool open_tag(XmlElement& element) {
    if (!text_.starts_with("<")) return fail("an element is expected");
    if (++elements_ > most_elements) return fail("there are too many elements");
    element.line = line_;
    take(1);
    if (!name(element.name)) return false;
    for (;;) {
      skip_blanks();
      if (text_.starts_with("/>")) {
        take(2);
        root_closed_ = true;
        return true;
      }
      if (text_.starts_with(">")) {
        take(1);
        root_closed_ = false;
        return true;
      }
      auto& [key, value] = element.attributes.emplace_back();
      if (!name(key)) return false;
      skip_blanks();
      if (!text_.starts_with("=")) return fail("'=' is expected after " + key);
      take(1);
      skip_blanks();
      if (text_.empty() || (text_[0] != '"' && text_[0] != '\'')) {
        return fail("the value of " + key + " must be in quotes");
      }
      const std::size_t end = text_.find(text_[0], 1);
      if (end == std::string_view::npos) return fail("the value of " + key + " is not ended");
      if (!decode(text_.substr(1, end - 1), value)) return false;
      take(end + 1);
    }
  }
  bool content(XmlElement& element, unsigned depth) {
    if (depth > most_depth) return fail("elements are nested too deeply");
    for (;;) {
      const std::size_t at = text_.find('<');
      if (at == std::string_view::npos) return fail("<" + element.name + "> is not ended");
      if (!decode(text_.substr(0, at), element.text)) return false;
      take(at);
      if (text_.starts_with("</")) {
        take(2);
        std::string ended;
        if (!name(ended)) return false;
        if (ended != element.name) {
          return fail("</" + ended + "> ends <" + element.name + "> of line " +
                      std::to_string(element.line));
        }
        skip_blanks();
        if (!text_.starts_with(">")) return fail("'>' is expected after </" + ended);
        take(1);
        const std::size_t first = element.text.find_first_not_of(blanks);
        const std::size_t last = element.text.find_last_not_of(blanks);
        element.text =
            first == std::string::npos ? "" : element.text.substr(first, last - first + 1);
        return true;
      }
      if (text_.starts_with("<![CDATA[")) {
        const std::size_t end = text_.find("]]>");
        if (end == std::string_view::npos) return fail("<![CDATA[ is not ended");
        element.text.append(text_.substr(9, end - 9));
        take(end + 3);
      } else if (text_.starts_with("<!--") || text_.starts_with("<?")) {
        if (!skip_between()) return false;
      } else {
        XmlElement& child = element.children.emplace_back();
        if (!open_tag(child)) return false;
        if (!root_closed_ && !content(child, depth + 1)) return false;
      }
    }
  }

  std::string_view text_;
  const std::string& designator_;
  unsigned line_ = 1;
  std::size_t elements_ = 0;
  bool root_closed_ = false;  // the tag opened last had no content
  std::string why_;
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string XmlElement::field(std::string_view wanted) const {
  if (const XmlElement* found = child(wanted)) return found->text;
  for (const auto& [key, value] : attributes) {
    if (key == wanted) return value;
  }
  return {};
}

Error reading_error(const std::string& designator, unsigned line, const std::string& what) {
  return {ErrorCode::ErrorReadingFDD, designator + " line " + std::to_string(line) + ": " + what};
}

Result<XmlElement> parse_xml(std::string_view text, const std::string& designator) {
  return Parser(text, designator).parse();
}

}  // namespace orrery::rti
