// What the model keeps for update rates: 5.6, 6.21, 9.8, 10.14.
//
// Freedom  reduction   of an attribute that the federate is subscribed to with a rate, a value sent by best effort and in receive order
//                      may be left out if another value was sent less than a period of the rate before (5.6). All others are
//                      reflected, and not more than the rate allows: in any interval one more, and one by which the period begins
//          rate        of several subscriptions of a federate to one attribute at its known class, in regions and without, the
//                      greatest rate counts, and none is greater than any; wherever the regions are, once one of them overlaps (9.8)
//          discovery   as long as it is open as which class a federate will discover the object, so is its rate (6.9)
//          restore     what was sent before a restore may count for what is left out after it (4.29)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery::rti::testing {

// A rate is the number of a row of fom::update_rates(), counted from 1, or one of these.
inline constexpr int not_reduced = 0;
inline constexpr int not_subscribed = -1;
inline constexpr int open_rate = -2;  // one of several

// In a class attribute or an interaction class, without regions or in one region.
struct Interest {
  bool active = true;
  int rate = not_reduced;
};

// Of the values of an instance attribute that a federate gets by best effort in receive order.
struct Reduction {
  int rate = not_reduced;
  int begun = 0;                               // messages with a greater number are of this rate
  std::optional<std::int64_t> last_sent = {};  // by the clock, in ns
  std::vector<std::int64_t> reflected = {};    // when each was sent
};

int greater_rate(int first, int second);
// As get_update_rate_value() gives it; 0: none.
double rate_value(int rate);

}  // namespace orrery::rti::testing
