// Update rates (IEEE 1516.1-2010, 5.6, 9.8): what a federate gets of an attribute at most.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "federation/federation.hpp"

namespace orrery::rti {

// The rate that a federate subscribes to the attribute with, known as of that class.
[[nodiscard]] UpdateRateNumber subscribed_rate(const Federation& federation, const Member& member,
                                               std::uint16_t known, std::uint16_t attribute);
// The greatest update rate that others subscribe to the attribute with, actively; nothing: nobody does.
[[nodiscard]] std::optional<UpdateRateNumber> wanted_rate(const Federation& federation,
                                                          const Object& object,
                                                          std::uint16_t attribute,
                                                          std::uint32_t owner);
// Derives a view's rates, and whether it is selective.
void review_selection(const Federation& federation, View& view);
// The message without what the view's rates hold back; empty if nothing is left.
[[nodiscard]] Bytes within_rates(View& view, const DataHead& head, Bytes message,
                                 std::vector<std::byte>& room);

}  // namespace orrery::rti
