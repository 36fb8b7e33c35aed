// The interface by which the nodes of a distributed run exchange events and least times between two windows. The engine
// knows neither the channels nor how the reduction over nodes works.
//
// Every node calls exchange() once per window, on the thread that called the engine's run().
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
  // The events for one node, as bytes. A piece holds whole events, in any order, and may be empty.
  using Pieces = std::vector<std::span<const std::byte>>;
  using Receive = std::function<void(std::span<const std::byte>)>;

  WindowExchange() = default;
  WindowExchange(const WindowExchange&) = delete;
  WindowExchange& operator=(const WindowExchange&) = delete;
  virtual ~WindowExchange() = default;

  [[nodiscard]] virtual std::size_t node() const = 0;
  [[nodiscard]] virtual std::size_t nodes() const = 0;

  // Sends outgoing[n] to every other node n, and passes the received events to `receive`, always whole events of
  // `event_bytes`. Returns when the messages of all nodes have arrived, with the least time and the objections of all
  // nodes, this one included. After an error (peer_lost, cancelled ...) no further call is allowed.
  virtual base::Result<Word> exchange(const Word& own, const std::vector<Pieces>& outgoing,
                                      std::size_t event_bytes, const Receive& receive) = 0;
};

}  // namespace orrery::pdes
