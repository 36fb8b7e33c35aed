// Data distribution management (IEEE 1516.1-2010, clause 9): a federate receives what overlaps its regions.
//
// Region        a half-open range [lower, upper) in some dimensions of the federation, and the full range in all others.
//               New bounds take effect, here and at other federates, when they are committed (9.3).
// Overlap       two regions overlap if their ranges do in every dimension.
// No region     a message sent without regions overlaps every region. A subscription without regions receives everything.
// Subscriptions with and without regions exist beside each other; each is ended by its own service.
// Filtering     the sender's node sends only to nodes whose cells of a grid match; the receiver's node tests the exact overlap
//               (NodeCounters::spared, filtered).
// Ownership     only the federate that created a region may use it. Any federate may look up the dimensions and bounds of a
//               region that was conveyed to it (Delivery::sent_regions).
//
// For the errors that all services share see basic_services.hpp. InvalidRegion: the region is unknown or was never
// committed. InvalidRegionContext: it has a dimension that the attribute or interaction class lacks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class DataDistribution {
 public:
  virtual ~DataDistribution() = default;

  // 9.2 The region has the full range in each of `dimensions` until bounds are set.
  // Errors: InvalidDimensionHandle.
  virtual Result<RegionHandle> create_region(std::span<const DimensionHandle> dimensions) = 0;
  // 9.3
  // Errors: InvalidRegion, RegionNotCreatedByThisFederate.
  virtual Status commit_region_modifications(std::span<const RegionHandle> regions) = 0;
  // 9.4
  // Errors: InvalidRegion, RegionInUseForUpdateOrSubscription, RegionNotCreatedByThisFederate.
  virtual Status delete_region(RegionHandle region) = 0;
  // 9.5 AttributeNotPublished: one of the attributes with regions is not published.
  // Errors: AttributeNotDefined, AttributeNotPublished, InvalidRegion, InvalidRegionContext, ObjectClassNotDefined,
  // ObjectClassNotPublished, ObjectInstanceNameInUse, ObjectInstanceNameNotReserved, RegionNotCreatedByThisFederate.
  virtual Result<ObjectInstanceHandle> register_object_instance_with_regions(
      ObjectClassHandle object_class, std::span<const AttributeRegions> regions,
      const std::string& name = "") = 0;
  // 9.6 The association counts while this federate owns the attribute.
  // Errors: AttributeNotDefined, InvalidRegion, InvalidRegionContext, ObjectInstanceNotKnown,
  // RegionNotCreatedByThisFederate.
  virtual Status associate_regions_for_updates(ObjectInstanceHandle object,
                                               std::span<const AttributeRegions> regions) = 0;
  // 9.7
  // Errors: AttributeNotDefined, InvalidRegion, ObjectInstanceNotKnown, RegionNotCreatedByThisFederate.
  virtual Status unassociate_regions_for_updates(ObjectInstanceHandle object,
                                                 std::span<const AttributeRegions> regions) = 0;
  // 9.8 `update_rate`: see RtiAmbassador::subscribe_object_class_attributes(). An attribute that is subscribed to in several
  // regions is reflected at the greatest of their rates.
  // Errors: AttributeNotDefined, InvalidRegion, InvalidRegionContext, InvalidUpdateRateDesignator, ObjectClassNotDefined,
  // RegionNotCreatedByThisFederate.
  virtual Status subscribe_object_class_attributes_with_regions(
      ObjectClassHandle object_class, std::span<const AttributeRegions> regions, bool active = true,
      const std::string& update_rate = "") = 0;
  // 9.9
  // Errors: AttributeNotDefined, InvalidRegion, ObjectClassNotDefined, RegionNotCreatedByThisFederate.
  virtual Status unsubscribe_object_class_attributes_with_regions(
      ObjectClassHandle object_class, std::span<const AttributeRegions> regions) = 0;
  // 9.10
  // Errors: InteractionClassNotDefined, InvalidRegion, InvalidRegionContext, RegionNotCreatedByThisFederate.
  virtual Status subscribe_interaction_class_with_regions(InteractionClassHandle interaction_class,
                                                          std::span<const RegionHandle> regions,
                                                          bool active = true) = 0;
  // 9.11
  // Errors: InteractionClassNotDefined, InvalidRegion, RegionNotCreatedByThisFederate.
  virtual Status unsubscribe_interaction_class_with_regions(
      InteractionClassHandle interaction_class, std::span<const RegionHandle> regions) = 0;
  // 9.12 In receive order.
  // Errors: InteractionClassNotDefined, InteractionClassNotPublished, InteractionParameterNotDefined, InvalidRegion,
  // InvalidRegionContext, RegionNotCreatedByThisFederate.
  virtual Status send_interaction_with_regions(InteractionClassHandle interaction_class,
                                               std::span<const ParameterValue> values,
                                               std::span<const RegionHandle> regions,
                                               Bytes tag = {}) = 0;
  // 9.12 With a time: see RtiAmbassador::send_interaction().
  // Errors: InteractionClassNotDefined, InteractionClassNotPublished, InteractionParameterNotDefined, InvalidLogicalTime,
  // InvalidRegion, InvalidRegionContext, RegionNotCreatedByThisFederate.
  virtual Result<std::optional<MessageRetractionHandle>> send_interaction_with_regions(
      InteractionClassHandle interaction_class, std::span<const ParameterValue> values,
      std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) = 0;
  // 9.13 Asks the owners of all instances of the class and its subclasses, known to this federate or not. After Congested
  // some owners have been asked; asking again does no harm.
  // Errors: AttributeNotDefined, InvalidRegion, InvalidRegionContext, ObjectClassNotDefined,
  // RegionNotCreatedByThisFederate.
  virtual Status request_attribute_value_update_with_regions(
      ObjectClassHandle object_class, std::span<const AttributeRegions> regions,
      Bytes tag = {}) = 0;

  // Support services for regions

  // 10.23
  // Errors: AttributeNotDefined, InvalidAttributeHandle, InvalidObjectClassHandle.
  virtual Result<std::vector<DimensionHandle>> get_available_dimensions_for_class_attribute(
      ObjectClassHandle object_class, AttributeHandle attribute) = 0;
  // 10.24
  // Errors: InvalidInteractionClassHandle.
  virtual Result<std::vector<DimensionHandle>> get_available_dimensions_for_interaction_class(
      InteractionClassHandle interaction_class) = 0;
  // 10.25
  // Errors: NameNotFound.
  virtual Result<DimensionHandle> get_dimension_handle(std::string_view name) = 0;
  // 10.26
  // Errors: InvalidDimensionHandle.
  virtual Result<std::string> get_dimension_name(DimensionHandle dimension) = 0;
  // 10.27
  // Errors: InvalidDimensionHandle.
  virtual Result<std::uint64_t> get_dimension_upper_bound(DimensionHandle dimension) = 0;
  // 10.28 Of a conveyed region: as of its last commit.
  // Errors: InvalidRegion.
  virtual Result<std::vector<DimensionHandle>> get_dimension_handle_set(RegionHandle region) = 0;
  // 10.29 The bounds last set by this federate, committed or not. Of a conveyed region: those last committed.
  // Errors: InvalidRegion, RegionDoesNotContainSpecifiedDimension.
  virtual Result<RangeBounds> get_range_bounds(RegionHandle region, DimensionHandle dimension) = 0;
  // 10.30 Takes effect with 9.3.
  // Errors: InvalidRangeBound, InvalidRegion, RegionDoesNotContainSpecifiedDimension, RegionNotCreatedByThisFederate.
  virtual Status set_range_bounds(RegionHandle region, DimensionHandle dimension,
                                  RangeBounds bounds) = 0;
};

}  // namespace orrery::rti
