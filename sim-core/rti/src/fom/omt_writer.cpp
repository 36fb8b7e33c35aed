// Object models as OMT XML of IEEE 1516.2-2010.
#include <array>
#include <string>
#include <utility>

#include "fom/reading.hpp"

namespace orrery::rti {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char each : text) {
    switch (each) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result.push_back(each);
    }
  }
  return result;
}

struct DatatypeTable {
  std::string_view table;
  std::string_view row;
};
// In the order of the schema.
constexpr std::array<DatatypeTable, 7> datatype_tables = {{
    {"basicDataRepresentations", "basicData"},
    {"simpleDataTypes", "simpleData"},
    {"referenceDataTypes", "referenceDataType"},
    {"enumeratedDataTypes", "enumeratedData"},
    {"arrayDataTypes", "arrayData"},
    {"fixedRecordDataTypes", "fixedRecordData"},
    {"variantRecordDataTypes", "variantRecordData"},
}};

class OmtWriter {
 public:
  std::string write(const FomModule& module) {
    text_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\">\n";
    element("modelIdentification", [&] {
      leaf("name", module.designator);
      leaf("type", "FOM");
    });
    element("objects", [&] { write_object_classes(module); });
    element("interactions", [&] { write_interaction_classes(module); });
    write_dimensions(module);
    write_table(module, FomTable::time, "time");
    write_table(module, FomTable::tag, "tags");
    write_table(module, FomTable::synchronization_point, "synchronizations");
    write_table(module, FomTable::transportation, "transportations");
    write_switches(module);
    write_table(module, FomTable::update_rate, "updateRates");
    write_datatypes(module);
    write_table(module, FomTable::note, "notes");
    text_ += "</objectModel>\n";
    return std::move(text_);
  }

 private:
  void indent() { text_.append(2 * depth_, ' '); }
  void leaf(std::string_view name, std::string_view text) {
    if (text.empty()) return;
    indent();
    text_ += "<" + std::string(name) + ">" + escaped(text) + "</" + std::string(name) + ">\n";
  }
  void open(std::string_view name) {
    indent();
    text_ += "<" + std::string(name) + ">\n";
    ++depth_;
  }
  void close(std::string_view name) {
    --depth_;
    indent();
    text_ += "</" + std::string(name) + ">\n";
  }
  template <class Content>
  void element(std::string_view name, const Content& content) {
    open(name);
    content();
    close(name);
  }

  // A superclass comes before its subclasses, though not always right before them: each has its path opened for it.
  template <class Class, class Content>
  void write_tree(const std::vector<Class>& classes, std::string_view name,
                  const Content& content) {
    std::string path;  // of the class that is open
    const auto close_last = [&] {
      close(name);
      const std::size_t dot = path.rfind('.');
      path.resize(dot == std::string::npos ? 0 : dot);
    };
    for (const Class& each : classes) {
      const std::size_t dot = each.name.rfind('.');
      const std::string above = dot == std::string::npos ? "" : each.name.substr(0, dot);
      while (!path.empty() && path != above && !above.starts_with(path + ".")) close_last();
      while (path != above) {
        const std::size_t begin = path.empty() ? 0 : path.size() + 1;
        const std::size_t end = std::min(above.find('.', begin), above.size());
        open(name);
        leaf("name", above.substr(begin, end - begin));
        path = above.substr(0, end);
      }
      open(name);
      leaf("name", each.name.substr(dot == std::string::npos ? 0 : dot + 1));
      path = each.name;
      content(each);
    }
    while (!path.empty()) close_last();
  }

  void write_dimension_names(const std::vector<std::string>& names) {
    if (names.empty()) return;
    element("dimensions", [&] {
      for (const std::string& each : names) leaf("dimension", each);
    });
  }

  static std::string_view name_of(OrderType order) {
    return order == OrderType::timestamp ? "TimeStamp" : "Receive";
  }
  static std::string_view transportation_of(const std::string& stated) {
    return stated.empty() ? to_string(TransportationType::reliable) : std::string_view(stated);
  }

  void write_object_classes(const FomModule& module) {
    write_tree(module.object_classes, "objectClass", [&](const FomObjectClass& each) {
      for (const FomAttribute& attribute : each.attributes) {
        element("attribute", [&] {
          leaf("name", attribute.name);
          leaf("dataType", attribute.datatype);
          for (const FomEntry& column : attribute.columns) leaf(column.name, column.text);
          write_dimension_names(attribute.dimensions);
          leaf("transportation", transportation_of(attribute.transportation));
          leaf("order", name_of(attribute.order));
        });
      }
    });
  }

  void write_interaction_classes(const FomModule& module) {
    write_tree(module.interaction_classes, "interactionClass",
               [&](const FomInteractionClass& each) {
                 write_dimension_names(each.dimensions);
                 if (!each.scaffold) {
                   leaf("transportation", transportation_of(each.transportation));
                   leaf("order", name_of(each.order));
                 }
                 for (const FomParameter& parameter : each.parameters) {
                   element("parameter", [&] {
                     leaf("name", parameter.name);
                     leaf("dataType", parameter.datatype);
                   });
                 }
               });
  }

  void write_dimensions(const FomModule& module) {
    if (module.dimensions.empty()) return;
    element("dimensions", [&] {
      for (const FomDimension& each : module.dimensions) {
        element("dimension", [&] {
          leaf("name", each.name);
          if (each.upper_bound != UINT32_MAX) leaf("upperBound", std::to_string(each.upper_bound));
          write_parts(each.columns);
        });
      }
    });
  }

  void write_parts(const std::vector<FomEntry>& parts) {
    for (const FomEntry& each : parts) {
      if (each.parts.empty()) {
        leaf(each.name, each.text);
      } else {
        write_entry(each);
      }
    }
  }
  void write_entry(const FomEntry& entry) {
    element(entry.name, [&] { write_parts(entry.parts); });
  }

  void write_table(const FomModule& module, FomTable table, std::string_view name) {
    bool is_open = false;
    for (const FomRow& row : module.rows) {
      if (row.table != table) continue;
      if (!std::exchange(is_open, true)) open(name);
      write_entry(row.entry);
    }
    if (is_open) close(name);
  }

  void write_switches(const FomModule& module) {
    bool is_open = false;
    for (const FomRow& row : module.rows) {
      if (row.table != FomTable::switches) continue;
      if (!std::exchange(is_open, true)) open("switches");
      indent();
      text_ += "<" + row.key;
      for (const FomEntry& column : row.entry.parts) {
        text_ += " " + column.name + "=\"" + escaped(column.text) + "\"";
      }
      text_ += "/>\n";
    }
    if (is_open) close("switches");
  }

  void write_datatypes(const FomModule& module) {
    element("dataTypes", [&] {
      for (const DatatypeTable& each : datatype_tables) {
        bool is_open = false;
        for (const FomRow& row : module.rows) {
          if (row.table != FomTable::datatype || row.entry.name != each.row) continue;
          if (!std::exchange(is_open, true)) open(each.table);
          write_entry(row.entry);
        }
        if (is_open) close(each.table);
      }
    });
  }

  std::string text_;
  std::size_t depth_ = 1;
};

}  // namespace

std::string to_omt(const FomModule& module) { return OmtWriter().write(module); }

}  // namespace orrery::rti
