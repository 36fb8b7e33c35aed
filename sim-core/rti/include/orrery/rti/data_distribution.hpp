// Data distribution management (IEEE 1516.1-2010, clause 9): receive what is in your regions only.
//
// A region is a half-open range in some of the federation's dimensions; in the others it is full. Bounds take
// effect, here and for others, when they are committed. Two regions overlap if they do in all dimensions.
// What is updated or sent without regions is everywhere; who subscribes without regions gets everything. A
// subscription in a region is one beside the plain one: each is ended by its own service.
// A node sends what somebody there may want, by the cells of a grid, and hands its federates what overlaps
// (NodeCounters::spared, filtered). Regions belong to the federate that made them: others cannot use them, but they may ask
// for the dimensions and bounds of a region that was conveyed to them (Delivery::sent_regions).
//
// Errors, beside those of the services without regions: InvalidRegion (unknown, or never committed),
// RegionNotCreatedByThisFederate, InvalidRegionContext (it has a dimension that the attribute or
// interaction class has not).
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

  // 9.2 Full in each of the dimensions until bounds are set. Errors: InvalidDimensionHandle.
  virtual Result<RegionHandle> create_region(std::span<const DimensionHandle> dimensions) = 0;
  virtual Status commit_region_modifications(std::span<const RegionHandle> regions) = 0;  // 9.3
  // 9.4 Errors: RegionInUseForUpdateOrSubscription.
  virtual Status delete_region(RegionHandle region) = 0;
  // 9.5 Errors: AttributeNotPublished, of attributes with regions.
  virtual Result<ObjectInstanceHandle> register_object_instance_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions,
      const std::string& name = "") = 0;
  // 9.6 Counts while this federate owns the attribute.
  virtual Status associate_regions_for_updates(ObjectInstanceHandle object,
                                               std::span<const AttributeRegions> regions) = 0;
  virtual Status unassociate_regions_for_updates(
      ObjectInstanceHandle object,
      std::span<const AttributeRegions> regions) = 0;  // 9.7
  // 9.8 `update_rate` as of subscribe_object_class_attributes(). An attribute that is subscribed to in several regions is
  // reflected at the greatest of their rates. Errors: InvalidUpdateRateDesignator.
  virtual Status subscribe_object_class_attributes_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions, bool active = true,
      const std::string& update_rate = "") = 0;
  virtual Status unsubscribe_object_class_attributes_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions) = 0;  // 9.9
  virtual Status subscribe_interaction_class_with_regions(InteractionClassHandle of,
                                                          std::span<const RegionHandle> regions,
                                                          bool active = true) = 0;  // 9.10
  virtual Status unsubscribe_interaction_class_with_regions(
      InteractionClassHandle of, std::span<const RegionHandle> regions) = 0;  // 9.11
  // 9.12 With a time as send_interaction().
  virtual Status send_interaction_with_regions(InteractionClassHandle of,
                                               std::span<const ParameterValue> values,
                                               std::span<const RegionHandle> regions,
                                               Bytes tag = {}) = 0;
  virtual Result<std::optional<MessageRetractionHandle>> send_interaction_with_regions(
      InteractionClassHandle of, std::span<const ParameterValue> values,
      std::span<const RegionHandle> regions, Bytes tag, LogicalTime time) = 0;
  // 9.13 Of all objects of the class, whatever this federate knows of. After Congested some have been asked;
  // asking again does no harm.
  virtual Status request_attribute_value_update_with_regions(
      ObjectClassHandle of, std::span<const AttributeRegions> regions, Bytes tag = {}) = 0;

  // 10.23, 10.24
  virtual Result<std::vector<DimensionHandle>> get_available_dimensions_for_class_attribute(
      ObjectClassHandle of, AttributeHandle attribute) = 0;
  virtual Result<std::vector<DimensionHandle>> get_available_dimensions_for_interaction_class(
      InteractionClassHandle of) = 0;
  virtual Result<DimensionHandle> get_dimension_handle(std::string_view name) = 0;         // 10.25
  virtual Result<std::string> get_dimension_name(DimensionHandle dimension) = 0;           // 10.26
  virtual Result<std::uint64_t> get_dimension_upper_bound(DimensionHandle dimension) = 0;  // 10.27
  virtual Result<std::vector<DimensionHandle>> get_dimension_handle_set(
      RegionHandle region) = 0;  // 10.28
  // 10.29 As set last, committed or not. Errors: RegionDoesNotContainSpecifiedDimension.
  virtual Result<RangeBounds> get_range_bounds(RegionHandle region, DimensionHandle dimension) = 0;
  // 10.30 Errors: RegionDoesNotContainSpecifiedDimension, InvalidRangeBound.
  virtual Status set_range_bounds(RegionHandle region, DimensionHandle dimension,
                                  RangeBounds bounds) = 0;
};

}  // namespace orrery::rti
