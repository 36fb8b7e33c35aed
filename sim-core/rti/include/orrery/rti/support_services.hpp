// Support services (IEEE 1516.1-2010, clause 10) that are not declared beside handles and names (basic_services.hpp,
// rti_ambassador.hpp), regions (data_distribution.hpp), advisories (advisory_switches.hpp) and transportations
// (transportation.hpp). For the errors that all services share see basic_services.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class SupportServices {
 public:
  virtual ~SupportServices() = default;

  // 10.2 The action that the RTI takes for the federate when it is lost: its node dies, its connection is lost, or its
  // ambassador is destroyed while it is joined. At first the FOM's automaticResignAction.
  virtual Result<ResignAction> get_automatic_resign_directive() = 0;
  // 10.3 With an action that keeps attributes, the attributes become unowned: the federate no longer exists.
  // Errors: InvalidResignAction.
  virtual Status set_automatic_resign_directive(ResignAction directive) = 0;

  // 10.13 Updates per second of a row of the FOM's update rate table.
  // Errors: InvalidUpdateRateDesignator.
  virtual Result<double> get_update_rate_value(std::string_view designator) = 0;
  // 10.14 The greatest number of updates per second of the attribute: for its owner the greatest rate of all other
  // federates' subscriptions, for others the rate of their own subscription. 0: not reduced.
  // Errors: AttributeNotDefined, ObjectInstanceNotKnown.
  virtual Result<double> get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                             AttributeHandle attribute) = 0;

  // 10.19 Names are "Receive" and "TimeStamp".
  // Errors: InvalidOrderName.
  virtual Result<OrderType> get_order_type(std::string_view name) = 0;
  // 10.20
  // Errors: InvalidOrderType.
  virtual Result<std::string> get_order_name(OrderType type) = 0;

  // 10.31 The lower bound of the federate's range in dimension HLAfederate.
  // Errors: InvalidFederateHandle.
  virtual Result<std::uint64_t> normalize_federate_handle(FederateHandle federate) = 0;
  // 10.32 The lower bound of the group's range in dimension HLAserviceGroup.
  // Errors: InvalidServiceGroup.
  virtual Result<std::uint64_t> normalize_service_group(ServiceGroup group) = 0;

  // 10.43 May be called before joining. No effect while callbacks are enabled, which they are at first. Succeeds during a
  // save or restore if callbacks are disabled: otherwise the save could not end.
  // Errors: RestoreInProgress, SaveInProgress.
  virtual Status enable_callbacks() = 0;
  // 10.44 While callbacks are disabled, they wait as those of a federate that does not evoke, within the same bounds.
  // Errors: RestoreInProgress, SaveInProgress.
  virtual Status disable_callbacks() = 0;

  // IEEE 1516.1-2025. Whether delivered messages carry the regions that they were sent in. At first the FOM's
  // conveyRegionDesignatorSets.
  virtual Result<bool> get_convey_region_designator_sets_switch() = 0;
  // IEEE 1516.1-2025. Counts for messages that arrive from now on.
  virtual Status set_convey_region_designator_sets_switch(bool on) = 0;

  // API of 1516.1-2010, getTimeFactory(): how the federation represents logical time.
  virtual Result<TimeRepresentation> get_time_representation() = 0;
  // API of 1516.1-2010, getHLAversion().
  virtual Result<std::string> get_hla_version() = 0;
};

}  // namespace orrery::rti
