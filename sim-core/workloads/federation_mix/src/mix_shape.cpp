#include "mix_shape.hpp"

#include <cmath>
#include <unordered_set>

namespace orrery::workloads::federation_mix {

int MixShape::both() const {
  return static_cast<int>(std::lround(plan_.both_share * plan_.federates));
}

bool MixShape::sends(int federate) const {
  return federate < both() || (federate - both()) % 2 == 0;
}

bool MixShape::receives(int federate) const {
  return federate < both() || (federate - both()) % 2 == 1;
}

int MixShape::senders() const { return both() + (plan_.federates - both() + 1) / 2; }

int MixShape::receivers() const { return both() + (plan_.federates - both()) / 2; }

std::vector<Group> MixShape::objects_of(int federate) const {
  std::vector<Group> groups;
  if (!sends(federate)) return groups;
  const int place = federate < both() ? federate : both() + (federate - both()) / 2;
  const auto all = static_cast<std::uint32_t>(plan_.groups);
  for (int object = place; object < plan_.objects; object += senders()) {
    // Shifts by one in each round, so that a federate's objects belong to many groups.
    const auto number = static_cast<std::uint32_t>(object);
    groups.push_back((number + number / all) % all);
  }
  return groups;
}

std::vector<Group> MixShape::groups_of(int federate) const {
  std::vector<Group> groups;
  if (!receives(federate)) return groups;
  base::Random random(seed_, 2 * static_cast<std::uint64_t>(federate));
  std::unordered_set<Group> chosen;
  while (groups.size() < static_cast<std::size_t>(plan_.groups_of_federate)) {
    const auto group = static_cast<Group>(random.below(static_cast<std::uint64_t>(plan_.groups)));
    if (chosen.insert(group).second) groups.push_back(group);
  }
  return groups;
}

base::Random MixShape::random_of(int federate) const {
  return base::Random(seed_, 2 * static_cast<std::uint64_t>(federate) + 1);
}

}  // namespace orrery::workloads::federation_mix
