// All federation executions, also those without a federate of this node.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "management/mom.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {

class Executions {
 public:
  Executions(Mom::Owner& mom_owner, Snapshots::Owner& snapshots_owner, Net& net, Inboxes& inboxes,
             Discovery& discovery, const NodeOptions& options)
      : mom_owner_(mom_owner),
        snapshots_owner_(snapshots_owner),
        net_(net),
        inboxes_(inboxes),
        discovery_(discovery),
        options_(options) {}

  Status create(const Operation& operation);
  Status destroy(const Operation& operation);
  // May a node join? Not while a federation is saved or restored.
  [[nodiscard]] bool may_join() const;
  // For a node that joins, not for a save of the federation: save() appends all executions, load() takes what save() wrote
  // at another node. Errors of load(): RTIinternalError.
  void save(std::vector<std::byte>& out) const;
  Status load(Bytes bytes);
  // Null if there is none. Fast if the id is that of the last call.
  [[nodiscard]] Federation* find(std::uint32_t id);
  [[nodiscard]] Federation* find(const std::string& name) const;  // one that is not destroyed
  [[nodiscard]] std::vector<FederationInformation> list() const;
  [[nodiscard]] const auto& all() const { return federations_; }
  // Erases destroyed executions. Not within a callback.
  void erase_the_dead();

 private:
  Federation& add(std::uint32_t id, const std::string& name, TimeRepresentation as,
                  ObjectModel model);

  Mom::Owner& mom_owner_;
  Snapshots::Owner& snapshots_owner_;
  Net& net_;
  Inboxes& inboxes_;
  Discovery& discovery_;
  const NodeOptions& options_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Federation>> federations_;
  Federation* recent_ = nullptr;
  std::uint32_t next_ = 1;
  bool destroyed_ = false;  // a destroyed execution has not been erased yet
};

}  // namespace orrery::rti
