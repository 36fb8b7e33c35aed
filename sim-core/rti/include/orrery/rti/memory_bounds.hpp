// Bounds on the memory that a node spends for messages and operations that others have not taken yet. Give all nodes the same.
//
// An operation (a declaration, a registration ...) that has been submitted cannot be refused any more. So services refuse it
// before, as Congested, or the node or federate that does not keep up is given up.
#pragma once

#include <cstddef>

namespace orrery::rti {

struct MemoryBounds {
  // One update or interaction: 56 bytes, 8 for each value, values padded to 8 bytes, and the tag. Also the tag of an operation
  // (synchronization point, ownership). Larger ones answer RTIinternalError, whichever node the receiver is on. 1 KiB to
  // 1 GiB, and at most `unread_bytes`.
  std::size_t message_bytes = 16U << 20;
  // Operations submitted since the node was last called. Beyond it, services make progress by themselves.
  std::size_t unpolled_bytes = 16U << 20;
  // The same in a callback, where services cannot make progress: Congested. At least `unpolled_bytes`.
  std::size_t unpolled_in_callback_bytes = 256U << 20;
  // Operations of this node that no sequencer has ordered yet: Congested. Less than the 512 MiB at which the other nodes give
  // this one up.
  std::size_t unordered_bytes = 384U << 20;
  // What waits for a node that does not read. Beyond it, that node is given up.
  std::size_t unread_bytes = 256U << 20;
  // What waits for one federate that does not evoke: messages (at most NodeOptions::inbox_bytes), callbacks of operations, and
  // deleted objects that it has not been told of. Beyond it the federate is lost: it gets connection_lost, the others
  // federate_lost. From half of it on, services that bring it more callbacks are Congested.
  std::size_t federate_bytes = 512U << 20;
};

}  // namespace orrery::rti
