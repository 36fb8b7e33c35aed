#include "hosts.hpp"

#include <fcntl.h>
#include <sched.h>

#include <cerrno>
#include <exception>
#include <sstream>
#include <stdexcept>

#include "orrery/base/result.hpp"

namespace orrery::bench {
namespace {

base::UniqueFd name_space(const std::string& path) {
  base::UniqueFd opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened) throw std::runtime_error(base::error_from_errno("opening " + path, errno).message);
  return opened;
}

}  // namespace

std::vector<Host> parse_hosts(const std::string& text) {
  std::vector<Host> hosts;
  std::istringstream all(text);
  for (std::string each; std::getline(all, each, ',');) {
    const std::size_t name_end = each.find('=');
    if (name_end == 0 || name_end == std::string::npos || name_end + 1 == each.size()) {
      throw std::runtime_error("host '" + each +
                               "' is not NAME=ADDRESS: give a network namespace and its address");
    }
    hosts.push_back({each.substr(0, name_end), each.substr(name_end + 1)});
  }
  return hosts;
}

OnHost::OnHost(const Host& host) {
  if (host.name.empty()) return;
  before_ = name_space("/proc/thread-self/ns/net");
  const base::UniqueFd there = name_space("/run/netns/" + host.name);
  if (::setns(there.get(), CLONE_NEWNET) != 0) {
    throw std::runtime_error(base::error_from_errno("going to host " + host.name, errno).message);
  }
}

OnHost::~OnHost() {
  // Elsewhere everything that follows would measure another network.
  if (before_ && ::setns(before_.get(), CLONE_NEWNET) != 0) std::terminate();
}

}  // namespace orrery::bench
