#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "reading.hpp"
#include "xml.hpp"

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
      if (part.name == "transportations") read_transportations(part);
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
    for (const XmlElement& each : part.children) {
      if (failure_) return;
      if (part.name == "objects" && each.name == "objectClass") {
        read_object_class(each, "", 1);
      } else if (part.name == "interactions" && each.name == "interactionClass") {
        read_interaction_class(each, "", 1);
      } else if (part.name == "dimensions" && each.name == "dimension") {
        read_dimension(each);
      } else if (part.name == "time" && each.name == "timeStamp") {
        module_.time_stamp = each.field("dataType");
      } else if (part.name == "switches") {
        std::string on = each.field("isEnabled");
        if (on.empty()) on = each.text;
        std::ranges::transform(on, on.begin(), [](unsigned char c) { return std::tolower(c); });
        module_.switches.emplace_back(each.name, on == "true" || on == "enabled" || on == "1");
      } else if (part.name == "dataTypes") {
        for (const XmlElement& type : each.children) {
          if (const std::string name = type.field("name"); !name.empty()) {
            module_.datatypes.push_back(name);
          }
        }
      }
    }
  }

  void read_transportations(const XmlElement& part) {
    for (const XmlElement& each : part.children) {
      if (each.name != "transportation") continue;
      module_.transportations.push_back(named(each));
      if (each.field("reliable") == "No") unreliable_.insert(module_.transportations.back());
    }
  }

  std::string named(const XmlElement& element) {
    std::string name = element.field("name");
    if (!valid_name(name)) {
      fail(element, "<" + element.name + "> has the name '" + name +
                        "': letters, digits, '_' and '-' are allowed");
    }
    return name;
  }

  TransportationType transportation(const XmlElement& element) {
    const std::string said = element.field("transportation");
    if (const auto type = transportation_named(said)) return *type;
    if (unreliable_.contains(said)) return TransportationType::best_effort;
    if (!said.empty() && said != "NA" &&
        std::ranges::find(module_.transportations, said) == module_.transportations.end()) {
      // A transportation defined in another module is taken as reliable.
      if (!valid_name(said)) fail(element, "transportation '" + said + "' is unknown");
    }
    return TransportationType::reliable;
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
    FomObjectClass read{class_name(element, above, object_root, depth), {}};
    const std::string name = read.name;
    for (const XmlElement& each : element.children) {
      if (each.name != "attribute") continue;
      read.attributes.push_back({named(each), each.field("dataType"), transportation(each),
                                 order(each), dimensions(each)});
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
                             .parameters = {}};
    const std::string name = read.name;
    if (keeps_newest(read.transportation)) {
      fail(element, "transportation " + std::string(to_string(read.transportation)) +
                        " is for attributes: an interaction has no newest value");
    }
    for (const XmlElement& each : element.children) {
      if (each.name == "parameter")
        read.parameters.push_back({named(each), each.field("dataType")});
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
    FomDimension read{named(element), 0};
    const std::string bound = element.field("upperBound");
    const char* const end = bound.data() + bound.size();
    if (bound.empty()) {
      read.upper_bound = UINT32_MAX;
    } else if (const auto [rest, error] = std::from_chars(bound.data(), end, read.upper_bound);
               error != std::errc{} || rest != end || read.upper_bound == 0) {
      fail(element, "upperBound is '" + bound + "': a number from 1 is expected");
    }
    module_.dimensions.push_back(std::move(read));
  }

  FomModule module_;
  std::set<std::string> unreliable_;  // of its transportations
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
