#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "fom/reading.hpp"
#include "fom/xml.hpp"

namespace orrery::rti {
namespace {

class OmtReader {
 public:
  explicit OmtReader(std::string designator) { module_.designator = std::move(designator); }

  Result<FomModule> read(const XmlElement& root) {
    if (root.name != "objectModel") {
      return reading_error(module_.designator, root.line,
                           "the document is <" + root.name + ">: <objectModel> is expected");
    }
    for (const XmlElement& part : root.children) {
      read_part(part);
      if (failure_) return *failure_;
    }
    return std::move(module_);
  }

 private:
  void fail(const XmlElement& at, const std::string& what) {
    if (!failure_) failure_ = reading_error(module_.designator, at.line, what);
  }

  void read_part(const XmlElement& part) {
    if (part.name == "switches") return read_switches(part);
    for (const XmlElement& each : part.children) {
      if (failure_) return;
      if (part.name == "objects" && each.name == "objectClass") {
        read_object_class(each, "", 1);
      } else if (part.name == "interactions" && each.name == "interactionClass") {
        read_interaction_class(each, "", 1);
      } else if (part.name == "dimensions" && each.name == "dimension") {
        read_dimension(each);
      } else if (part.name == "transportations" && each.name == "transportation") {
        add_row(FomTable::transportation, named(each), each);
      } else if (part.name == "updateRates" && each.name == "updateRate") {
        read_update_rate(each);
      } else if (part.name == "time") {
        add_row(FomTable::time, each.name, each);
      } else if (part.name == "tags") {
        add_row(FomTable::tag, each.name, each);
      } else if (part.name == "synchronizations") {
        add_row(FomTable::synchronization_point, labelled(each, "label"), each);
      } else if (part.name == "dataTypes") {
        for (const XmlElement& type : each.children) {
          add_row(FomTable::datatype, labelled(type, "name"), type);
        }
      } else if (part.name == "notes" && each.name == "note") {
        // 1516-2000 has the label as a name.
        const std::string label = each.field("label");
        add_row(FomTable::note, label.empty() ? labelled(each, "name") : label, each);
      }
    }
  }

  void add_row(FomTable table, std::string key, const XmlElement& element) {
    module_.rows.push_back({table, std::move(key), entry_of(element)});
  }

  // Without descriptive text, but for a note, which is nothing else. Columns are elements, or attributes in 1516-2000.
  static FomEntry entry_of(const XmlElement& element) {
    FomEntry entry{element.name, element.text, element.line};
    for (const auto& [key, value] : element.attributes) {
      if (keeps(element, key)) entry.parts.push_back({column_name(key), value, element.line});
    }
    for (const XmlElement& each : element.children) {
      if (!keeps(element, each.name)) continue;
      entry.parts.push_back(entry_of(each));
      entry.parts.back().name = column_name(each.name);
    }
    return entry;
  }
  static bool keeps(const XmlElement& element, std::string_view column) {
    if (column == "semantics" || column == "description") return element.name == "note";
    return column != "updateCondition" && column != "notes" && !column.ends_with("Notes");
  }
  static std::string column_name(const std::string& stated) {
    return stated == "values" ? "value" : stated;
  }

  std::string labelled(const XmlElement& element, std::string_view column) {
    std::string label = element.field(column);
    if (label.empty()) {
      fail(element, "<" + element.name + "> has no " + std::string(column));
    }
    return label;
  }

  // A row for each switch: elements in 1516-2010, attributes of the table in 1516-2000.
  void read_switches(const XmlElement& part) {
    for (const auto& [key, value] : part.attributes) {
      if (keeps(part, key)) add_switch(part, key, {{"isEnabled", value}});
    }
    for (const XmlElement& each : part.children) {
      auto columns = each.attributes;
      if (columns.empty() && !each.text.empty()) columns.emplace_back("isEnabled", each.text);
      for (const XmlElement& column : each.children) columns.emplace_back(column.name, column.text);
      add_switch(each, each.name, columns);
    }
  }
  void add_switch(const XmlElement& at, const std::string& name,
                  const std::vector<std::pair<std::string, std::string>>& columns) {
    FomEntry entry{name, "", at.line};
    for (const auto& [column, value] : columns) {
      if (!keeps(at, column)) continue;
      entry.parts.push_back(
          {column, column == "isEnabled" ? switch_value(at, name, value) : value, at.line});
    }
    if (name == "automaticResignAction" && !resign_action_named(entry.field("resignAction"))) {
      fail(at, "resignAction is '" + entry.field("resignAction") +
                   "': use one of the six of the standard, for example CancelThenDeleteThenDivest");
    }
    module_.rows.push_back({FomTable::switches, name, std::move(entry)});
  }
  std::string switch_value(const XmlElement& at, const std::string& name,
                           const std::string& stated) {
    std::string word = stated;
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word == "true" || word == "enabled" || word == "1") return "true";
    if (word == "false" || word == "disabled" || word == "0" || word.empty()) return "false";
    fail(at, "switch " + name + " is '" + stated + "': use true or false");
    return {};
  }

  void read_update_rate(const XmlElement& element) {
    const std::string rate = element.field("rate");
    double value = 0;
    const auto [rest, error] = std::from_chars(rate.data(), rate.data() + rate.size(), value);
    if (error != std::errc{} || rest != rate.data() + rate.size() || !std::isfinite(value) ||
        value <= 0) {
      fail(element, "rate is '" + rate + "': a number of updates per second above 0 is expected");
    }
    add_row(FomTable::update_rate, named(element), element);
  }

  std::string named(const XmlElement& element) {
    std::string name = element.field("name");
    if (!valid_name(name)) {
      fail(element, "<" + element.name + "> has the name '" + name +
                        "': letters, digits, '_' and '-' are allowed");
    }
    return name;
  }

  // As stated. Another module may define it.
  std::string transportation(const XmlElement& element) {
    std::string stated = element.field("transportation");
    if (stated == "NA") stated.clear();
    if (!stated.empty() && !valid_name(stated)) {
      fail(element, "transportation '" + stated + "' is no name");
    }
    return stated;
  }

  OrderType order(const XmlElement& element) {
    const std::string said = element.field("order");
    if (said == "TimeStamp") return OrderType::timestamp;
    if (!said.empty() && said != "Receive" && said != "NA") {
      fail(element, "order is '" + said + "': use Receive or TimeStamp");
    }
    return OrderType::receive;
  }

  static std::vector<std::string> dimensions(const XmlElement& element) {
    std::vector<std::string> found;
    if (const XmlElement* list = element.child("dimensions")) {
      for (const XmlElement& each : list->children) {
        if (each.name == "dimension" && !each.text.empty()) found.push_back(each.text);
      }
    } else {
      std::istringstream words(element.field("dimensions"));
      for (std::string word; words >> word;) {
        if (word != "NA") found.push_back(word);
      }
    }
    return found;
  }

  std::string class_name(const XmlElement& element, const std::string& above, std::string_view root,
                         unsigned depth) {
    if (depth > most_class_depth) fail(element, "classes are nested too deeply");
    std::string name = named(element);
    if (above.empty() && name != root) {
      fail(element, "the uppermost class is '" + name + "': it must be " + std::string(root));
    }
    return above.empty() ? name : above + "." + name;
  }

  void read_object_class(const XmlElement& element, const std::string& above, unsigned depth) {
    FomObjectClass read{.name = class_name(element, above, object_root, depth),
                        .line = element.line};
    const std::string name = read.name;
    for (const XmlElement& each : element.children) {
      if (each.name != "attribute") continue;
      FomAttribute& attribute =
          read.attributes.emplace_back(FomAttribute{.name = named(each),
                                                    .datatype = each.field("dataType"),
                                                    .transportation = transportation(each),
                                                    .order = order(each),
                                                    .dimensions = dimensions(each),
                                                    .line = each.line});
      for (const char* column : {"updateType", "ownership", "sharing", "valueRequired"}) {
        if (std::string text = each.field(column); !text.empty()) {
          attribute.columns.push_back({column, std::move(text), each.line});
        }
      }
    }
    if (failure_) return;
    module_.object_classes.push_back(std::move(read));
    for (const XmlElement& each : element.children) {
      if (each.name == "objectClass" && !failure_) read_object_class(each, name, depth + 1);
    }
  }

  void read_interaction_class(const XmlElement& element, const std::string& above, unsigned depth) {
    FomInteractionClass read{.name = class_name(element, above, interaction_root, depth),
                             .transportation = transportation(element),
                             .order = order(element),
                             .dimensions = dimensions(element),
                             .line = element.line};
    const std::string name = read.name;
    if (const auto type = transportation_named(read.transportation); type && keeps_newest(*type)) {
      fail(element, "transportation " + read.transportation +
                        " is for attributes: an interaction has no newest value");
    }
    for (const XmlElement& each : element.children) {
      if (each.name == "parameter")
        read.parameters.push_back({named(each), each.field("dataType"), each.line});
    }
    if (failure_) return;
    read.scaffold = element.field("transportation").empty() && element.field("order").empty() &&
                    read.parameters.empty() && read.dimensions.empty();
    module_.interaction_classes.push_back(std::move(read));
    for (const XmlElement& each : element.children) {
      if (each.name == "interactionClass" && !failure_) {
        read_interaction_class(each, name, depth + 1);
      }
    }
  }

  void read_dimension(const XmlElement& element) {
    FomDimension read{.name = dimension_name(element), .line = element.line};
    const std::string bound = element.field("upperBound");
    const char* const end = bound.data() + bound.size();
    if (bound.empty()) {
      read.upper_bound = UINT32_MAX;
    } else if (const auto [rest, error] = std::from_chars(bound.data(), end, read.upper_bound);
               error != std::errc{} || rest != end || read.upper_bound == 0) {
      fail(element, "upperBound is '" + bound + "': a number from 1 is expected");
    }
    for (FomEntry& column : entry_of(element).parts) {
      if (column.name == "name" || column.name == "upperBound") continue;
      read.columns.push_back(std::move(column));
    }
    module_.dimensions.push_back(std::move(read));
  }
  // Names of HLA 1.3 have a routing space before them: "Ground.x".
  std::string dimension_name(const XmlElement& element) {
    std::string name = element.field("name");
    const std::size_t dot = name.find('.');
    const bool valid = dot == std::string::npos
                           ? valid_name(name)
                           : valid_name(name.substr(0, dot)) && valid_name(name.substr(dot + 1));
    if (!valid) {
      fail(element,
           "<dimension> has the name '" + name + "': letters, digits, '_' and '-' are allowed");
    }
    return name;
  }

  FomModule module_;
  std::optional<Error> failure_;
};

}  // namespace

bool valid_name(std::string_view name) {
  return !name.empty() && name.size() <= 255 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
}

Result<FomModule> read_omt(std::string_view text, std::string designator) {
  auto root = parse_xml(text, designator);
  if (!root) return root.error();
  return OmtReader(std::move(designator)).read(*root);
}

Result<FomModule> parse_fom(std::string_view text, std::string designator) {
  if (text.size() > most_module_bytes) {
    return Error{ErrorCode::ErrorReadingFDD, designator + ": has " + std::to_string(text.size()) +
                                                 " bytes, at most " +
                                                 std::to_string(most_module_bytes) + " are read"};
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == std::string_view::npos) {
    return Error{ErrorCode::ErrorReadingFDD, designator + ": is empty"};
  }
  auto read = text[first] == '<' ? read_omt(text, std::move(designator))
                                 : read_fed(text, std::move(designator));
  if (read) read->source = text;
  return read;
}

}  // namespace orrery::rti
