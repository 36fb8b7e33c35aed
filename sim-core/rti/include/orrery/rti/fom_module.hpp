// One module of a federation object model (FOM).
//
// parse_fom() reads OMT XML of IEEE 1516-2000, 1516-2010 and 1516-2025, and HLA 1.3 `.fed` files. Size, depth and counts are
// bounded (most_module_bytes): a malformed file answers ErrorReadingFDD with its line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/errors.hpp"

namespace orrery::rti {

enum class OrderType : std::uint8_t { receive, timestamp };
enum class ResignAction : std::uint8_t {
  unconditionally_divest_attributes,
  delete_objects,
  cancel_pending_ownership_acquisitions,
  delete_objects_then_divest,
  cancel_then_delete_then_divest,
  no_action,
};
inline constexpr auto last_resign_action = ResignAction::no_action;
// By its name in the switches table, for example "CancelThenDeleteThenDivest".
std::optional<ResignAction> resign_action_named(std::string_view name);
// The standard's two, and three of this RTI's, which are best effort:
//   minimum_rate      the newest value of an attribute is sent again when it was not updated for NodeOptions::repeat_ns
//   state_consistent  every subscriber gets the newest value in the end, also one that subscribes later; older values that are
//                     lost stay lost
//   one_shot          a message with a logical time is held until its sender's time reaches it; owners and regions count as of then
// With minimum_rate and state_consistent no value is delivered after a newer one. They are for attributes only.
enum class TransportationType : std::uint8_t {
  reliable,
  best_effort,
  minimum_rate,
  state_consistent,
  one_shot,
};
inline constexpr auto last_transportation = TransportationType::one_shot;
// Names in an object model: HLAreliable, HLAbestEffort, MinimumRate, StateConsistent, OneShot. A model may define others,
// which are reliable or best effort.
std::string_view to_string(TransportationType type);
std::optional<TransportationType> transportation_named(std::string_view name);
constexpr bool keeps_newest(TransportationType type) {
  return type == TransportationType::minimum_rate || type == TransportationType::state_consistent;
}

inline constexpr std::size_t most_module_bytes = 16U << 20;
inline constexpr std::size_t most_modules_bytes = 8 * most_module_bytes;  // in one service call

// An element of an OMT table: its text, and its columns and rows as parts. Names are those of the 1516.2-2010 schema.
struct FomEntry {
  std::string name;
  std::string text = {};
  unsigned line = 0;
  std::vector<FomEntry> parts = {};

  // Null if there is no such part.
  [[nodiscard]] const FomEntry* part(std::string_view wanted) const;
  // The text of the part; empty if there is none.
  [[nodiscard]] std::string field(std::string_view wanted) const;
};

struct FomAttribute {
  std::string name;
  std::string datatype = {};
  std::string transportation = {};  // empty: HLAreliable
  OrderType order = OrderType::receive;
  std::vector<std::string> dimensions = {};
  unsigned line = 0;
  std::vector<FomEntry> columns = {};  // all other columns
};
struct FomParameter {
  std::string name;
  std::string datatype = {};
  unsigned line = 0;
};
// A class without attributes is a scaffold: another module may define its attributes.
struct FomObjectClass {
  std::string name;  // full: "HLAobjectRoot.Vehicle.Tank"
  std::vector<FomAttribute> attributes = {};
  unsigned line = 0;
};
struct FomInteractionClass {
  std::string name;
  bool scaffold = true;             // without transportation, order, dimensions and parameters
  std::string transportation = {};  // empty: HLAreliable
  OrderType order = OrderType::receive;
  std::vector<std::string> dimensions = {};
  std::vector<FomParameter> parameters = {};
  unsigned line = 0;
};
struct FomDimension {
  std::string name;
  std::uint64_t upper_bound = 0;
  unsigned line = 0;
  std::vector<FomEntry> columns = {};  // all but the upper bound
};

// Tables that the RTI merges and checks but hardly uses. A key is unique within its table.
enum class FomTable : std::uint8_t {
  transportation,
  switches,
  update_rate,
  time,
  tag,
  synchronization_point,
  datatype,
  note,
};
struct FomRow {
  FomTable table = FomTable::datatype;
  std::string key;
  FomEntry entry;
};

struct FomModule {
  std::string designator;
  std::string source = {};                          // the text of the file
  std::vector<FomObjectClass> object_classes = {};  // a superclass before its subclasses
  std::vector<FomInteractionClass> interaction_classes = {};
  std::vector<FomDimension> dimensions = {};
  std::vector<FomRow> rows = {};
};

// Errors: ErrorReadingFDD, with the line.
Result<FomModule> parse_fom(std::string_view text, std::string designator);
// OMT XML of 1516-2010, without descriptive text. parse_fom() reads the same module from it.
std::string to_omt(const FomModule& module);
// The MOM and initialization module (MIM) of IEEE 1516.1-2010, with classes of Orrery's own. `source` is its XML.
const FomModule& mim();

}  // namespace orrery::rti
