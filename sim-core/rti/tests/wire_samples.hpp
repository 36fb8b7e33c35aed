// Messages between nodes as they would be, of every kind: seeds of what alters them.
#pragma once

#include <vector>

#include "log/operation.hpp"
#include "wire/wire.hpp"

namespace orrery::rti::testing {

using WireMessage = std::vector<std::byte>;

WireMessage body(const Operation& operation);
// Of another federate than the first, with one time and serial.
WireMessage data_message(DataKind kind, std::uint8_t flags, std::uint64_t target,
                         std::span<const Item> items);
// A part of a message of data.
WireMessage data_part(Bytes content, bool last);
WireMessage ordered(std::uint64_t number, std::uint32_t origin);
// How far a federation's time has come: an epoch of its own.
WireMessage epoch();
// One of each, from `peer` of two nodes, of a federation in which `ship` is an object; of those that end or stop what a node
// does only if they are wanted.
std::vector<WireMessage> samples(std::uint32_t peer, std::uint64_t ship, bool stopping);

}  // namespace orrery::rti::testing
