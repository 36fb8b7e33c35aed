// Memory that a node spends on what others have not taken yet, and what happens beyond it. What cannot be refused once it
// is said (operations: declarations, registrations and the like) is refused before, or somebody goes. The defaults fit;
// give all nodes the same.
#pragma once

#include <cstddef>

namespace orrery::rti {

struct MemoryBounds {
  // One message of data, its values and tag together: in bytes, with 56 bytes of its own, 8 for each value and values padded
  // to 8. The tag of an operation (synchronization point, ownership) has the same limit. Larger: RTIinternalError, whether
  // the receiver is on the same node or another. 1 KiB to 1 GiB, and not over `unread_bytes`.
  std::size_t message_bytes = 16U << 20;
  // Operations that this node's federates have made since it was called last: services call it by themselves then.
  std::size_t unpolled_bytes = 16U << 20;
  // The same within a callback, where they cannot: Congested. No less than the former.
  std::size_t unpolled_in_callback_bytes = 256U << 20;
  // Own operations that nobody puts in order: Congested. Less than the 512 MiB at which the other nodes give this one up.
  std::size_t unordered_bytes = 384U << 20;
  // What waits for a node that does not read: it is given up.
  std::size_t unread_bytes = 256U << 20;
  // All that waits for one federate that does not evoke: messages (NodeOptions::inbox_bytes is their share), callbacks that
  // operations bring, deleted objects that it has not been told of. It is lost then: connection_lost to it, federate_lost
  // to the others. From half of it on, what it calls itself for more callbacks is Congested.
  std::size_t federate_bytes = 512U << 20;
};

}  // namespace orrery::rti
