// Hosts of this machine that are apart: network namespaces, made by whoever starts the benchmark.
#pragma once

#include <string>
#include <vector>

#include "orrery/base/unique_fd.hpp"

namespace orrery::bench {

struct Host {
  std::string name;  // of its network namespace; empty: where this program runs
  std::string address = "127.0.0.1";
};

// "NAME=ADDRESS,NAME=ADDRESS"; throws std::runtime_error with the remedy if it is not.
std::vector<Host> parse_hosts(const std::string& text);

// The calling thread is on a host for as long as this lives: the sockets that it makes stay there. Throws
// std::runtime_error if it cannot get there.
class OnHost {
 public:
  explicit OnHost(const Host& host);
  OnHost(const OnHost&) = delete;
  OnHost& operator=(const OnHost&) = delete;
  ~OnHost();

 private:
  base::UniqueFd before_;
};

}  // namespace orrery::bench
