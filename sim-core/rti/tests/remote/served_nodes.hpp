// Three nodes that are served elsewhere, for a check in this thread: in threads, in processes, or on hosts.
#pragma once

#include <sys/types.h>

#include <memory>
#include <thread>
#include <vector>

#include "../layout.hpp"
#include "../world.hpp"
#include "remote_node.hpp"

namespace orrery::rti::testing {

enum class Where : std::uint8_t { one_node, threads, processes, hosts };

class ServedNodes {
 public:
  static constexpr std::uint32_t count = 3;

  // `where` is not one_node. Over hosts: on that of the check, the first.
  ServedNodes(Where where, const Way& way, const SavesOfNode& saves);
  ServedNodes(const ServedNodes&) = delete;
  ServedNodes& operator=(const ServedNodes&) = delete;
  ~ServedNodes();  // ends them

  // Over hosts: the others will be asked for nodes once more.
  void end(bool again);
  [[nodiscard]] Node& at(std::size_t node) { return nodes_->at(node); }

  // On all other hosts: serves the check that runs on the first.
  static void serve(const Way& way);

 private:
  void end_servers();
  std::vector<std::unique_ptr<Line>> in_threads(const Way& way);
  std::vector<std::unique_ptr<Line>> in_processes(const Way& way);
  std::vector<std::unique_ptr<Line>> on_hosts(const Way& way);

  std::unique_ptr<RemoteNodes> nodes_;
  std::vector<std::jthread> threads_;  // nodes that cannot be made: they end with their lines
  std::vector<pid_t> children_;
};

}  // namespace orrery::rti::testing
