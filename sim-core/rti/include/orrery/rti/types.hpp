// What services and callbacks speak of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "orrery/rti/handles.hpp"
#include "orrery/rti/object_model.hpp"

namespace orrery::rti {

// A logical time or interval of the federation's time representation, as a number that compares as it does.
// For HLAfloat64Time make it by float64_time(); for HLAinteger64Time the number is the time itself.
struct LogicalTime {
  std::int64_t value = 0;
  auto operator<=>(const LogicalTime&) const = default;
};
struct LogicalTimeInterval {
  std::int64_t value = 0;
  auto operator<=>(const LogicalTimeInterval&) const = default;
};
enum class TimeRepresentation : std::uint8_t { float64, integer64 };
LogicalTime float64_time(double value);
LogicalTimeInterval float64_interval(double value);
double to_float64(LogicalTime time);
double to_float64(LogicalTimeInterval interval);

enum class CallbackModel : std::uint8_t { evoked, immediate };

using Bytes = std::span<const std::byte>;

struct AttributeValue {
  AttributeHandle attribute;
  Bytes value;
};
struct ParameterValue {
  ParameterHandle parameter;
  Bytes value;
};

// Half-open, within [0, upper bound of the dimension].
struct RangeBounds {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  bool operator==(const RangeBounds&) const = default;
};
// Each of the attributes in each of the regions.
struct AttributeRegions {
  std::vector<AttributeHandle> attributes;
  std::vector<RegionHandle> regions;
};

// The supplemental information of a delivered message (6.11, 6.13, 6.15).
struct Delivery {
  FederateHandle producer = {};  // 0: the RTI, or the FOM switches conveyProducingFederate off
  TransportationType transportation = TransportationType::reliable;
  OrderType sent = OrderType::receive;
  OrderType received = OrderType::receive;
  std::optional<LogicalTime> time = {};  // of messages sent with one
  std::optional<MessageRetractionHandle> retraction = {};
  // The regions that the message was sent in; empty: everywhere. Conveyed while the receiver's switch
  // conveyRegionDesignatorSets is on, of attributes and interaction classes that have dimensions.
  std::optional<std::vector<RegionHandle>> sent_regions = {};
};

struct FederationInformation {
  std::string name;
  TimeRepresentation time = TimeRepresentation::float64;
};
struct FederationMember {
  std::string name;
  std::string type;
};

// Why a synchronization point was not registered (4.12).
enum class SynchronizationPointFailure : std::uint8_t {
  label_not_unique,
  set_member_not_joined,
};
// 10.32, with the numbers of the dimension HLAserviceGroup.
enum class ServiceGroup : std::uint8_t {
  federation_management,
  declaration_management,
  object_management,
  ownership_management,
  time_management,
  data_distribution_management,
  support_services,
};
inline constexpr auto last_service_group = ServiceGroup::support_services;

}  // namespace orrery::rti
