// The exceptions that each service has by IEEE 1516.1-2010, and how often histories meet them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/rti/errors.hpp"

#include "values.hpp"

namespace orrery::rti::testing {

// Without RTIinternalError, which every service has.
const std::set<ErrorCode>& exceptions_of(Service service);
std::string_view clause_of(Service service);

// A service with an error that it has, or with none: a legal call.
using ServiceAnswer = std::pair<Service, std::optional<ErrorCode>>;
// Why histories cannot meet the answer; empty: they can.
std::string_view why_never(const ServiceAnswer& answer);
// All that histories can meet.
const std::vector<ServiceAnswer>& answers_to_meet();

// How often each service was called, by its answer.
class Coverage {
 public:
  void count(Service service, const Answer& answer);
  // Prints the table; below it each service and exception that `histories` met at a lower rate than 1,000 times in 200,000, and
  // those that cannot be met, with the reason.
  void print(std::uint64_t histories) const;

 private:
  std::map<ServiceAnswer, std::uint64_t> times_;
  std::uint64_t calls_ = 0;
};

}  // namespace orrery::rti::testing
