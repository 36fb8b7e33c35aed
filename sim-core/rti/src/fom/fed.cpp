#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "fom/reading.hpp"
#include "fom/xml.hpp"

namespace orrery::rti {
namespace {

constexpr unsigned most_list_depth = 128;
constexpr std::size_t most_nodes = 500'000;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// A word, or a list of such.
struct Node {
  std::string word;
  unsigned line = 1;
  bool list = false;
  std::vector<Node> items;

  // Is it a list that begins with this keyword?
  [[nodiscard]] bool begins(std::string_view keyword) const {
    return list && !items.empty() && lower(items[0].word) == keyword;
  }
  [[nodiscard]] std::string at(std::size_t index) const {
    return index < items.size() && !items[index].list ? items[index].word : std::string();
  }
};

class FedReader {
 public:
  FedReader(std::string_view text, std::string designator) : text_(text) {
    module_.designator = std::move(designator);
  }

  Result<FomModule> read() {
    Node root;
    if (parse(root, 0)) {
      skip();
      if (!text_.empty()) {
        fail(line_, "there is something after the end of the list");
      } else if (!root.begins("fed")) {
        fail(root.line, "'(FED' is expected");
      } else {
        read_parts(root);
      }
    }
    if (failure_) return *failure_;
    return std::move(module_);
  }

 private:
  bool fail(unsigned line, const std::string& what) {
    if (!failure_) failure_ = reading_error(module_.designator, line, what);
    return false;
  }

  void skip() {
    while (!text_.empty()) {
      if (text_.starts_with(";")) {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (std::isspace(static_cast<unsigned char>(text_[0])) != 0) {
        if (text_[0] == '\n') ++line_;
        text_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  bool parse(Node& node, unsigned depth) {
    skip();
    node.line = line_;
    if (text_.empty()) return fail(line_, "the file ends within a list: a ')' is missing");
    if (++nodes_ > most_nodes) return fail(line_, "the file has too many words");
    if (depth > most_list_depth) return fail(line_, "lists are nested too deeply");
    if (text_[0] == ')') return fail(line_, "a ')' without its '('");
    if (text_[0] == '(') {
      node.list = true;
      text_.remove_prefix(1);
      for (skip(); !text_.starts_with(")"); skip()) {
        if (!parse(node.items.emplace_back(), depth + 1)) return false;
      }
      text_.remove_prefix(1);
      return true;
    }
    if (text_[0] == '"') {
      const std::size_t end = text_.find('"', 1);
      if (end == std::string_view::npos) return fail(line_, "a '\"' is missing");
      node.word = text_.substr(1, end - 1);
      line_ += static_cast<unsigned>(std::ranges::count(node.word, '\n'));
      text_.remove_prefix(end + 1);
      return true;
    }
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n();\""), text_.size());
    node.word = text_.substr(0, end);
    text_.remove_prefix(end);
    return true;
  }

  void read_parts(const Node& root) {
    for (const Node& part : root.items) {
      if (part.begins("spaces")) {
        for (const Node& space : part.items) {
          if (space.begins("space")) read_space(space);
        }
      }
    }
    for (const Node& part : root.items) {
      if (part.begins("objects")) {
        for (const Node& each : part.items) {
          if (each.begins("class")) read_object_class(each, "", 1);
        }
      } else if (part.begins("interactions")) {
        for (const Node& each : part.items) {
          if (each.begins("class")) read_interaction_class(each, "", 1);
        }
      }
    }
  }

  std::string named(const Node& node, std::string name) {
    if (!valid_name(name)) {
      fail(node.line, "'" + name + "' is no name: letters, digits, '_' and '-' are allowed");
    }
    return name;
  }

  void read_space(const Node& node) {
    const std::string space = named(node, node.at(1));
    for (const Node& each : node.items) {
      if (!each.begins("dimension")) continue;
      module_.dimensions.push_back({.name = space + "." + named(each, each.at(1)),
                                    .upper_bound = UINT32_MAX,
                                    .line = each.line});
    }
  }

  std::vector<std::string> space_of(const Node& node, const std::string& space) {
    std::vector<std::string> found;
    if (space.empty()) return found;
    for (const FomDimension& dimension : module_.dimensions) {
      if (lower(dimension.name).starts_with(lower(space) + ".")) found.push_back(dimension.name);
    }
    if (found.empty()) fail(node.line, "the routing space '" + space + "' has not been defined");
    return found;
  }

  TransportationType transportation(const Node& node, const std::string& said) {
    const std::string word = lower(said);
    if (word == "best_effort" || word == "hlabesteffort") return TransportationType::best_effort;
    if (word == "minimum_rate") return TransportationType::minimum_rate;
    if (word == "state_consistent") return TransportationType::state_consistent;
    if (word == "one_shot") return TransportationType::one_shot;
    if (word != "reliable" && word != "hlareliable") {
      fail(node.line,
           "the transportation is '" + said +
               "': use reliable, best_effort, minimum_rate, state_consistent or one_shot");
    }
    return TransportationType::reliable;
  }
  OrderType order(const Node& node, const std::string& said) {
    const std::string word = lower(said);
    if (word == "timestamp") return OrderType::timestamp;
    if (word != "receive") {
      fail(node.line, "the order is '" + said + "': use receive or timestamp");
    }
    return OrderType::receive;
  }

  std::string class_name(const Node& node, const std::string& above, std::string_view root,
                         std::string_view old_root, unsigned depth) {
    if (depth > most_class_depth) fail(node.line, "classes are nested too deeply");
    std::string name = named(node, node.at(1));
    if (!above.empty()) return above + "." + name;
    if (name == root || lower(name) == old_root) return std::string(root);
    // Some files leave the root out.
    return std::string(root) + "." + name;
  }

  void ensure_root(std::string_view root, const std::string& name, bool objects) {
    if (name == root) return;
    if (objects && module_.object_classes.empty()) {
      module_.object_classes.push_back({.name = std::string(root)});
    }
    if (!objects && module_.interaction_classes.empty()) {
      module_.interaction_classes.push_back({.name = std::string(root)});
    }
  }

  void read_object_class(const Node& node, const std::string& above, unsigned depth) {
    FomObjectClass read{.name = class_name(node, above, object_root, "objectroot", depth),
                        .line = node.line};
    const std::string name = read.name;
    ensure_root(object_root, name, true);
    for (const Node& each : node.items) {
      if (!each.begins("attribute")) continue;
      std::string attribute = named(each, each.at(1));
      if (lower(attribute) == "privilegetodelete") attribute = "HLAprivilegeToDeleteObject";
      const TransportationType transport = transportation(each, each.at(2));
      read.attributes.push_back({.name = std::move(attribute),
                                 .transportation = std::string(to_string(transport)),
                                 .order = order(each, each.at(3)),
                                 .dimensions = space_of(each, each.at(4)),
                                 .line = each.line});
    }
    // The standard defines the attribute of the root.
    if (name == object_root) read.attributes.clear();
    if (failure_) return;
    module_.object_classes.push_back(std::move(read));
    for (const Node& each : node.items) {
      if (each.begins("class") && !failure_) read_object_class(each, name, depth + 1);
    }
  }

  void read_interaction_class(const Node& node, const std::string& above, unsigned depth) {
    FomInteractionClass read{
        .name = class_name(node, above, interaction_root, "interactionroot", depth),
        .line = node.line};
    const std::string name = read.name;
    ensure_root(interaction_root, name, false);
    if (name != interaction_root) {
      read.scaffold = false;
      const TransportationType type = transportation(node, node.at(2));
      read.transportation = to_string(type);
      if (keeps_newest(type)) {
        fail(node.line, "the transportation is '" + node.at(2) +
                            "', which is for attributes: an interaction has no newest value");
      }
      read.order = order(node, node.at(3));
      if (node.items.size() > 4) read.dimensions = space_of(node, node.at(4));
      for (const Node& each : node.items) {
        if (each.begins("parameter"))
          read.parameters.push_back({named(each, each.at(1)), "", each.line});
      }
    }
    if (failure_) return;
    module_.interaction_classes.push_back(std::move(read));
    for (const Node& each : node.items) {
      if (each.begins("class") && !failure_) read_interaction_class(each, name, depth + 1);
    }
  }

  std::string_view text_;
  unsigned line_ = 1;
  std::size_t nodes_ = 0;
  FomModule module_;
  std::optional<Error> failure_;
};

}  // namespace

Result<FomModule> read_fed(std::string_view text, std::string designator) {
  return FedReader(text, std::move(designator)).read();
}

}  // namespace orrery::rti
