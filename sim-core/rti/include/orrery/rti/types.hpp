// Types of the services' arguments and results.
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

// A logical time or interval in the federation's time representation. Numbers compare as the times do. HLAinteger64Time: the
// number is the time. HLAfloat64Time: convert with float64_time() and to_float64().
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

// [lower, upper), within [0, upper bound of the dimension].
struct RangeBounds {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;
  bool operator==(const RangeBounds&) const = default;
};
// Every attribute of the list in every region of the list.
struct AttributeRegions {
  std::vector<AttributeHandle> attributes;
  std::vector<RegionHandle> regions;
};

// The supplemental information of a delivered message (6.11, 6.13, 6.15).
struct Delivery {
  // 0: the RTI sent it, or the FOM's conveyProducingFederate is off.
  FederateHandle producer = {};
  TransportationType transportation = TransportationType::reliable;
  OrderType sent = OrderType::receive;
  OrderType received = OrderType::receive;
  // Empty: the message was sent without a time.
  std::optional<LogicalTime> time = {};
  std::optional<MessageRetractionHandle> retraction = {};
  // The regions that the message was sent in; an empty list: none, so everywhere. Only while the receiver's switch
  // conveyRegionDesignatorSets is on, and for attributes and interaction classes that have dimensions.
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
