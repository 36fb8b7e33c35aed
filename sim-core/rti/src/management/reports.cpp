#include "management/reports.hpp"

#include <utility>

#include "orrery/rti/encoding.hpp"

namespace orrery::rti {

group::Region ranges_of(const ObjectModel& model, std::uint32_t federate,
                        std::optional<ServiceGroup> group) {
  group::Region ranges;
  for (const Dimension& each : model.dimensions()) {
    std::optional<std::uint64_t> value;
    if (each.name == "HLAfederate") value = federate;
    if (each.name == "HLAserviceGroup" && group) value = static_cast<std::uint64_t>(*group);
    ranges.push_back(value ? group::Range{*value, *value + 1} : group::Range{0, each.upper_bound});
  }
  return ranges;
}

void Reports::add(const char* name, std::uint32_t federate, const Values& values,
                  std::optional<ServiceGroup> group) {
  const InteractionClassHandle interaction_class = *federation_.model.interaction_class(name);
  Report made;
  made.interaction_class = interaction_class.value;
  if (federate != 0) {
    made.federate = federate;
    made.values.emplace_back(federation_.model.parameter(interaction_class, "HLAfederate")->value,
                             Encoder().handle(federate).take());
    if (!federation_.model[interaction_class].dimensions.empty()) {
      put_sent_region(made.region, federate_region(federate),
                      ranges_of(federation_.model, federate, group));
    }
  }
  for (const auto& [parameter, value] : values) {
    made.values.emplace_back(federation_.model.parameter(interaction_class, parameter)->value,
                             value);
  }
  if (reports_.size() >= most_waiting) {
    reports_.pop_front();
    count_dropped();
  }
  reports_.push_back(std::move(made));
}

void Reports::refuse(std::uint32_t federate, const std::string& service, const Error& why,
                     bool of_parameter) {
  add("HLAmanager.HLAfederate.HLAreport.HLAreportMOMexception", federate,
      {{"HLAservice", Encoder().unicode(service).take()},
       {"HLAexception",
        Encoder().unicode(std::string(to_string(why.code)) + ": " + why.message).take()},
       {"HLAparameterError", Encoder().integer32(of_parameter ? 1 : 0).take()}});
}

void Reports::refuse_size(const std::string& item, const Error& why) {
  count_dropped();
  refuse(0, item, why, false);
}

void Reports::send() {
  while (!reports_.empty()) {
    const Report& next = reports_.front();
    std::vector<Item> items;
    for (const auto& [parameter, value] : next.values) items.push_back({parameter, value});
    std::vector<RegionId> regions;
    if (!next.region.empty()) {
      items.push_back({regions_item, next.region});
      // A federate that is gone has no region by which nodes are found.
      if (federation_.members.contains(next.federate)) {
        regions.push_back(federate_region(next.federate));
      }
    }
    DataHead head;
    head.head.detail = static_cast<std::uint8_t>(DataKind::interaction);
    head.target = next.interaction_class;
    const NodeSet nodes = port_.interaction_nodes(federation_, next.interaction_class, regions);
    const Status sent = nodes == 0 ? Status() : port_.send_as_rti(federation_, head, items, nodes);
    if (!sent && sent.error().code == ErrorCode::Congested) return;
    const std::uint16_t interaction_class = next.interaction_class;
    reports_.pop_front();
    if (sent) continue;
    refuse_size(federation_.model[InteractionClassHandle{interaction_class}].name, sent.error());
  }
}

}  // namespace orrery::rti
