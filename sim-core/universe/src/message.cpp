#include "orrery/universe/message.hpp"

namespace orrery::universe {

namespace {

struct Names {
  std::string_view name;
  std::string_view title;
};

constexpr std::array<Names, counted_kinds + 6> names{{
    {"node_notify", "Step notice to slave node"},
    {"update_notify", "Update notice to entity or manager"},
    {"state_from_entity", "State update from entity"},
    {"state_to_manager", "State update to manager"},
    {"state_relay", "State update to another node"},
    {"update_complete", "Update complete from entity"},
    {"state_complete", "State complete to another node"},
    {"manager_process", "Process notice to manager"},
    {"manager_complete", "Complete from manager"},
    {"node_complete", "Complete from slave node"},
    {"neighbour_state", "Entity as others see it, to another node"},
    {"load_report", "Load report of a slave node"},
    {"migration_order", "Order to move an entity"},
    {"entity_state", "Entity that moves to another node"},
    {"usage_request", "Request of CPU use to the resource manager"},
    {"usage_report", "CPU use from the resource manager"},
    {"decision_request", "Request to decide moves to the resource manager"},
    {"decision", "Decision of the resource manager"},
    {"finish", "End of the run"},
    {"party_report", "Report of an entity or manager"},
    {"node_report", "Report of a node"},
    {"goodbye", "Report received"},
    {"watch_usage", "Party that the resource manager must watch"},
    {"forget_usage", "Entity that the resource manager must forget"},
}};

}  // namespace

std::string_view to_string(MessageKind kind) {
  return names.at(static_cast<std::size_t>(kind)).name;
}

std::string_view title_of(MessageKind kind) {
  return names.at(static_cast<std::size_t>(kind)).title;
}

}  // namespace orrery::universe
