#include "orrery/rti/types.hpp"

#include "orrery/timing/lbts.hpp"

namespace orrery::rti {

LogicalTime float64_time(double value) { return {timing::time_of(value)}; }
LogicalTimeInterval float64_interval(double value) { return {timing::time_of(value)}; }
double to_float64(LogicalTime time) { return timing::double_of(time.value); }
double to_float64(LogicalTimeInterval interval) { return timing::double_of(interval.value); }

}  // namespace orrery::rti
