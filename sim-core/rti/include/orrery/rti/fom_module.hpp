// One module of a federation object model, as it was read.
//
// parse_fom() reads OMT XML of IEEE 1516-2010, 1516-2025 and 1516-2000, or an HLA 1.3 `.fed` file. Size, depth and counts are
// bounded (most_module_bytes), so that no file, however malformed, does more than an ErrorReadingFDD with its line.
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
// By the name in the switches table: "CancelThenDeleteThenDivest".
std::optional<ResignAction> resign_action_named(std::string_view name);
// The standard's two, and three of this RTI's that are best effort and
//   minimum_rate      repeat the newest value of an attribute that has not been sent for NodeOptions::repeat_ns: a sign of life
//   state_consistent  bring the newest value of an attribute to every subscriber in the end, those that come later too. Older
//                     ones that are lost stay lost
//   one_shot          hold what is sent with a logical time until its federate's time is that
// Of the first two no value is seen after a newer one. Interactions have no newest value: neither is for them.
enum class TransportationType : std::uint8_t {
  reliable,
  best_effort,
  minimum_rate,
  state_consistent,
  one_shot,
};
inline constexpr auto last_transportation = TransportationType::one_shot;
// In an object model: HLAreliable, HLAbestEffort, MinimumRate, StateConsistent, OneShot. Others that it defines are
// reliable or best effort, as it says.
std::string_view to_string(TransportationType type);
std::optional<TransportationType> transportation_named(std::string_view name);
constexpr bool keeps_newest(TransportationType type) {
  return type == TransportationType::minimum_rate || type == TransportationType::state_consistent;
}

inline constexpr std::size_t most_module_bytes = 16U << 20;
inline constexpr std::size_t most_modules_bytes = 8 * most_module_bytes;  // of one call

// An element of an OMT table: its text, and its columns and rows as parts, by the names of the 1516.2-2010 schema.
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
  std::vector<FomEntry> columns = {};  // all others
};
struct FomParameter {
  std::string name;
  std::string datatype = {};
  unsigned line = 0;
};
// A class without attributes is a scaffold: another module may define it.
struct FomObjectClass {
  std::string name;  // full: "HLAobjectRoot.Vehicle.Tank"
  std::vector<FomAttribute> attributes = {};
  unsigned line = 0;
};
struct FomInteractionClass {
  std::string name;
  bool scaffold = true;             // it has no transportation, order, dimensions or parameters
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

// Tables of which the RTI uses little or nothing. A key is unique within its table.
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
  std::string source = {};                          // the text that was read
  std::vector<FomObjectClass> object_classes = {};  // a superclass before its subclasses
  std::vector<FomInteractionClass> interaction_classes = {};
  std::vector<FomDimension> dimensions = {};
  std::vector<FomRow> rows = {};
};

// Errors: ErrorReadingFDD, with line.
Result<FomModule> parse_fom(std::string_view text, std::string designator);
// The module as OMT XML of 1516-2010, without descriptive text. parse_fom() reads it as the same module.
std::string to_omt(const FomModule& module);
// The RTI's own MOM and initialization module: IEEE 1516.1-2010's, and classes of Orrery's own. `source` is its XML.
const FomModule& mim();

}  // namespace orrery::rti
