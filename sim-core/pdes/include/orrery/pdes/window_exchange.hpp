// What the nodes of a distributed run tell each other between two windows: an interface, so that the engine knows neither
// channels nor how a reduction over nodes is made.
//
// Used by the thread that called the engine's run(), once a window, by all nodes alike.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "orrery/base/result.hpp"

namespace orrery::pdes {

class WindowExchange {
 public:
  struct Word {
    double least = std::numeric_limits<double>::infinity();
    bool objected = false;  // the run must end
  };
  // Whole events as bytes: pieces that go to one node, in any order; some may be empty.
  using Pieces = std::vector<std::span<const std::byte>>;
  using Receive = std::function<void(std::span<const std::byte>)>;

  WindowExchange() = default;
  WindowExchange(const WindowExchange&) = delete;
  WindowExchange& operator=(const WindowExchange&) = delete;
  virtual ~WindowExchange() = default;

  [[nodiscard]] virtual std::size_t node() const = 0;
  [[nodiscard]] virtual std::size_t nodes() const = 0;

  // Gives outgoing[n] to every other node n and `receive` what they gave us, each in whole events of `event_bytes`; returns
  // the least and the objections of all nodes, ours included, when all of it has arrived. An error (peer_lost, cancelled
  // ...) is final.
  virtual base::Result<Word> exchange(const Word& own, const std::vector<Pieces>& outgoing,
                                      std::size_t event_bytes, const Receive& receive) = 0;
};

}  // namespace orrery::pdes
