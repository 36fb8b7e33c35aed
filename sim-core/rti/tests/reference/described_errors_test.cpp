// The errors in services.def are those that the model of the standard lists, which was written without it.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "exceptions.hpp"
#include "values.hpp"

namespace orrery::rti::testing {
namespace {

using enum ErrorCode;
using Codes = std::set<ErrorCode>;

constexpr std::initializer_list<ErrorCode> ANYBODY = {};
constexpr std::initializer_list<ErrorCode> CONNECTED = {NotConnected};
constexpr std::initializer_list<ErrorCode> MEMBER = {NotConnected, FederateNotExecutionMember};
constexpr std::initializer_list<ErrorCode> JOINED = {NotConnected, FederateNotExecutionMember,
                                                     SaveInProgress, RestoreInProgress};

Codes errors(std::initializer_list<ErrorCode> state, std::initializer_list<ErrorCode> own) {
  Codes all(state);
  all.insert(own.begin(), own.end());
  return all;
}

const std::map<std::string_view, Codes>& described() {
  static const std::map<std::string_view, Codes> rows = {
#define ERRORS(row, state, ...) {#row, errors(state, {__VA_ARGS__})},
#include "face/services.def"
  };
  return rows;
}

// Rows whose names differ.
std::string_view row_of(Service service) {
  switch (service) {
    case Service::update_attribute_values_timed:
      return "update_attribute_values_with_time";
    case Service::send_interaction_timed:
      return "send_interaction_with_time";
    case Service::send_interaction_with_regions_timed:
      return "send_interaction_with_regions_with_time";
    case Service::delete_object_instance_timed:
      return "delete_object_instance_with_time";
    case Service::request_federation_save_timed:
      return "request_federation_save_with_time";
    case Service::request_attribute_value_update:
      return "request_instance_attribute_value_update";
    default:
      return to_string(service);
  }
}

TEST(DescribedErrors, AreThoseOfTheModel) {
  std::size_t compared = 0;
  for (std::size_t each = 0; each < service_count; ++each) {
    const auto service = static_cast<Service>(each);
    const auto row = described().find(row_of(service));
    // Connecting, and the management object model's calls, which are other services' by their rows.
    if (row == described().end()) continue;
    ++compared;
    EXPECT_EQ(row->second, exceptions_of(service)) << row->first;
  }
  EXPECT_GE(compared, 120U);
}

}  // namespace
}  // namespace orrery::rti::testing
