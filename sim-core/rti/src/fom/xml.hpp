// The XML that object models are written in, read into a tree. Sizes are bounded. A document type is skipped, so that no
// entity is expanded but the five of XML and characters by number. Prefixes of names are dropped.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/rti/errors.hpp"

namespace orrery::rti {

struct XmlElement {
  std::string name;
  std::string text;  // of this element alone, trimmed
  unsigned line = 1;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  [[nodiscard]] const XmlElement* child(std::string_view wanted) const;
  // A child's text (1516-2010) or an attribute's value (1516-2000); empty if there is neither.
  [[nodiscard]] std::string field(std::string_view wanted) const;
};

// Errors: ErrorReadingFDD, with line.
Result<XmlElement> parse_xml(std::string_view text, const std::string& designator);
Error reading_error(const std::string& designator, unsigned line, const std::string& what);

}  // namespace orrery::rti
