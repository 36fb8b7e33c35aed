#include "orrery/universe/activity.hpp"

namespace orrery::universe {

std::string_view to_string(Activity activity) {
  static constexpr std::array<std::string_view, all_activities> names{
      "update", "state", "manager", "wait", "idle", "migration"};
  return names.at(static_cast<std::size_t>(activity));
}

std::string_view title_of(Activity activity) {
  static constexpr std::array<std::string_view, all_activities> titles{
      "Update (notify)", "State (relay)", "Managers", "Wait for master", "Idle", "Migration"};
  return titles.at(static_cast<std::size_t>(activity));
}

}  // namespace orrery::universe
