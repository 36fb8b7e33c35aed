// Support services (IEEE 1516.1-2010, clause 10) beside handles, names, regions, advisories and transportations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class SupportServices {
 public:
  virtual ~SupportServices() = default;

  // 10.2, 10.3 What the RTI does in the federate's name when the federate is lost: its node dies, its connection is lost, or
  // its ambassador is destroyed while it is joined. At first as the FOM's switch automaticResignAction says. An action that
  // leaves attributes owned leaves them unowned, as the federate is no more. Errors: InvalidResignAction.
  virtual Result<ResignAction> get_automatic_resign_directive() = 0;
  virtual Status set_automatic_resign_directive(ResignAction directive) = 0;

  // 10.13 Updates a second, by a name of the FOM's update rate table. Errors: InvalidUpdateRateDesignator.
  virtual Result<double> get_update_rate_value(std::string_view designator) = 0;
  // 10.14 The most updates a second of the attribute: to its owner the greatest rate that another federate subscribes with,
  // to others the rate of their own subscription. 0: not reduced. Errors: ObjectInstanceNotKnown, AttributeNotDefined.
  virtual Result<double> get_update_rate_value_for_attribute(ObjectInstanceHandle object,
                                                             AttributeHandle attribute) = 0;

  // 10.19, 10.20 "Receive" and "TimeStamp". Errors: InvalidOrderName, InvalidOrderType.
  virtual Result<OrderType> get_order_type(std::string_view name) = 0;
  virtual Result<std::string> get_order_name(OrderType type) = 0;

  // 10.31, 10.32 Lower bounds of ranges in the dimensions HLAfederate and HLAserviceGroup. Errors: InvalidFederateHandle,
  // InvalidServiceGroup.
  virtual Result<std::uint64_t> normalize_federate_handle(FederateHandle federate) = 0;
  virtual Result<std::uint64_t> normalize_service_group(ServiceGroup group) = 0;

  // 10.43, 10.44 While callbacks are disabled none is delivered: they wait as those of a federate that does not evoke, with
  // the same bounds. Enabled at first. Both may be called before joining, and are without effect where nothing changes.
  // Errors: SaveInProgress, RestoreInProgress; callbacks that are disabled can always be enabled, or the save would not end.
  virtual Status enable_callbacks() = 0;
  virtual Status disable_callbacks() = 0;

  // IEEE 1516.1-2025. At first as the FOM's switch conveyRegionDesignatorSets says; counts for messages that come from now on.
  virtual Result<bool> get_convey_region_designator_sets_switch() = 0;
  virtual Status set_convey_region_designator_sets_switch(bool on) = 0;

  // Of the API's getTimeFactory(): the representation of the federation's logical time.
  virtual Result<TimeRepresentation> get_time_representation() = 0;
  // Of the API's getHLAversion().
  virtual Result<std::string> get_hla_version() = 0;
};

}  // namespace orrery::rti
