// Which object instances a federate knows, and as which class.
#pragma once

#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "face/error.hpp"
#include "federation/federation.hpp"

namespace orrery::rti {

// The deletions of one object, which may be deleted at several times.
template <class Deletions>
auto deletions_of(Deletions& deletions, std::uint64_t object) {
  return std::ranges::subrange(deletions.lower_bound({object, 0}),
                               deletions.upper_bound({object, UINT64_MAX}));
}

// Does the federate no longer know the object because it is to be deleted?
[[nodiscard]] bool has_left(const Federation& federation, std::uint64_t object,
                            std::uint32_t federate);
// The least time of a removal in timestamp order that can still be queued for the constrained federate: of a deletion under way
// whose object it may still discover. `never` if there is none.
[[nodiscard]] std::int64_t least_removal_to_come(const Federation& federation, const Local& local);
// Has the federate discovered or registered the object, and not been told of its removal?
[[nodiscard]] bool knows(const Federation& federation, std::uint64_t object, const Local& local);
// What the federate has registered or discovered. Errors: ObjectInstanceNotKnown.
[[nodiscard]] Result<Object*> known(Federation& federation, const Local& local,
                                    ObjectInstanceHandle object);
// The class as which the federate registered or discovered an object that it knows.
[[nodiscard]] ObjectClassHandle known_class(const Local& local, const Object& object);

// Is the attribute of the object in the sets, which are by object?
[[nodiscard]] bool contains(const std::map<std::uint64_t, AttributeSet>& sets, const Object& object,
                            std::uint16_t attribute);
// Takes the attributes of the object out of the sets.
void reset(std::map<std::uint64_t, AttributeSet>& sets, std::uint64_t object,
           std::span<const AttributeHandle> attributes);
// Does the federate own the attribute, as far as it has been told and what it has said itself?
[[nodiscard]] bool is_owner(const Local& local, const Object& object, std::uint16_t attribute);
[[nodiscard]] std::vector<AttributeHandle> owned_of(const Local& local, const Object& object,
                                                    std::span<const AttributeHandle> attributes);

// The class as which a joined federate of any node knows the object, or will discover it when an attribute is in scope; nothing: it
// does not know the object. Only the federate's own node discovers objects for it. All nodes presume the closest class to which the
// federate is subscribed, and the registered class for objects of its own. The federate's node announces each known class that is
// another (Discovery::announce).
[[nodiscard]] std::optional<ObjectClassHandle> known_class(const Federation& federation,
                                                           const Object& object,
                                                           const Member& member);

}  // namespace orrery::rti
