// As which class a federate receives interactions (IEEE 1516.1-2010, 5.1.3, 9.1).
#pragma once

#include <cstdint>
#include <optional>

#include "federation/federation.hpp"

namespace orrery::rti {

// As which class a federate without regions receives interactions of the class `sent`, by its subscriptions of now; -1: it receives
// none.
[[nodiscard]] std::int32_t received_class(const Federation& federation, Local& receiver,
                                          std::uint64_t sent);
// Likewise of an interaction that was sent in `regions`, with regions or without, by the subscriptions that its sender knew of: it had
// applied `known` operations.
[[nodiscard]] std::int32_t class_when_sent(const Federation& federation, const Local& receiver,
                                           std::uint64_t sent, Bytes regions, std::uint64_t known);
// As which class a federate receives an interaction that has waited: that of its arrival, while the federate is subscribed to it.
[[nodiscard]] std::int32_t received_class(const Federation& federation, Local& receiver,
                                          const DataHead& head, Bytes message);
// The regions that an interaction was sent in; nothing: the message is malformed.
[[nodiscard]] std::optional<Bytes> sent_regions(const DataHead& head, Bytes message);

}  // namespace orrery::rti
