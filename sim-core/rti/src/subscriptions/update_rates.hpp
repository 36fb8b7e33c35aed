// Update rates (IEEE 1516.1-2010, 5.6, 9.8): the most reflections of an attribute per second that a federate receives.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "federation/federation.hpp"

namespace orrery::rti {

// The rate with which the federate subscribes to the attribute at class `known`; 0: none.
[[nodiscard]] UpdateRateNumber subscribed_rate(const Federation& federation, const Member& member,
                                               std::uint16_t known, std::uint16_t attribute);
// The greatest rate with which federates other than `owner` actively subscribe to the attribute, each at its known class of the
// object. No value if none of them does, or if the object has been deleted.
[[nodiscard]] std::optional<UpdateRateNumber> wanted_rate(const Federation& federation,
                                                          const Object& object,
                                                          std::uint16_t attribute,
                                                          std::uint32_t owner);
// Computes `reduced` and `selective` of the view again from its subscriptions.
void review_selection(const Federation& federation, View& view);
// Returns the message without the attributes that at `now_ns` come too soon for the view's rates; empty if no attribute is left.
[[nodiscard]] Bytes within_rates(View& view, const DataHead& head, Bytes message,
                                 std::vector<std::byte>& room, std::int64_t now_ns);

}  // namespace orrery::rti
