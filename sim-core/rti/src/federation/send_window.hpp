// Messages that were sent and have not been taken: what both ends know of that. data/send_windows.hpp works on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::rti {

// At the sender, for one federation and one other node.
struct SendWindow {
  static constexpr std::size_t most_asks = 8;
  struct Ask {
    std::uint64_t number = 0;  // of `sent`, when it was asked
    std::int64_t asked_ns = 0;
  };

  std::uint64_t sent = 0;
  std::uint64_t taken = 0;               // of `sent`, as the other node has answered
  std::uint64_t next_ask = 0;            // of `sent`
  std::array<Ask, most_asks> asks = {};  // not answered, the oldest first
  std::size_t asked = 0;

  [[nodiscard]] std::uint64_t waiting() const { return sent - taken; }
};

// At a receiver, for one federation: questions that are to be answered, the oldest of each node first.
struct TakenLater {
  // A federate of this node that has not yet taken what came before the question.
  struct Waiting {
    std::uint32_t federate = 0;
    std::uint64_t until = 0;  // of Local::taken
  };
  struct Question {
    std::uint32_t node = 0;
    std::uint64_t number = 0;
    std::vector<Waiting> waiting = {};
  };

  std::vector<Question> questions = {};
  std::vector<std::vector<Waiting>> spare = {};
};

}  // namespace orrery::rti
