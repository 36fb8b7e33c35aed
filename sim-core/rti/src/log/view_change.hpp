// How a candidate learns what the survivors know, and which log it goes on with. See ordering.hpp: View change.
//
// It makes and takes the messages of a view change; its owner sends them, and gives nodes up.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "log/configuration.hpp"
#include "log/operation_log.hpp"

namespace orrery::rti {

class ViewChange {
 public:
  // What a candidate asks with.
  struct Question {
    std::uint64_t attempt = 0;
    std::uint64_t applied = 0;
    NodeSet lost = 0;
    std::vector<std::uint64_t> received;
  };
  // What a node answers: its log.
  struct Report {
    std::uint64_t term = 0;
    std::uint64_t applied = 0;
    std::uint64_t first = 0;  // number of the first
    std::vector<std::uint32_t> origins;
    std::vector<std::uint64_t> received;
    [[nodiscard]] std::uint64_t known() const { return first + origins.size() - 1; }
  };
  using Reports = std::vector<std::optional<Report>>;  // by node

  ViewChange(const Configuration& nodes, OperationLog& log) : nodes_(nodes), log_(log) {}

  // This node is a candidate, and not all have answered; or: it has answered this one, which has not started yet.
  [[nodiscard]] bool collecting() const { return collecting_; }
  [[nodiscard]] std::optional<std::uint32_t> promised() const { return promised_; }

  // At the candidate. Returns the question, for all living nodes.
  std::vector<std::byte> begin();
  // Takes an answer. Returns false if it is malformed. An answer to an earlier question is dropped.
  bool take_report(std::uint32_t sender, Bytes content);
  [[nodiscard]] bool complete() const;  // all living nodes have answered
  [[nodiscard]] const Reports& reports() const { return reports_; }
  // Takes the longest log of the latest term, and cuts it.
  void adopt_log();
  // The log begins a new term. Returns the answers.
  Reports finish();
  // From where the orders of this node count, for a node that has answered.
  [[nodiscard]] std::vector<std::byte> start(const Report& report) const;

  // At another node. Returns the question; null if it is malformed or not the sender's to ask.
  const Question* take_question(std::uint32_t sender, Bytes content);
  // Returns a question whose lost nodes have all ended here as well, so that nothing more comes from them.
  std::optional<std::pair<std::uint32_t, Question>> next_question();
  // Returns the nodes that a candidate had lost, which is lost itself.
  NodeSet forget(std::uint32_t candidate);
  // Returns the answer, for the candidate.
  std::vector<std::byte> answer(std::uint32_t candidate, const Question& asked);
  // Takes the candidate's log. Returns false if it is malformed or out of place.
  bool take_start(std::uint32_t sender, Bytes content);

 private:
  const Configuration& nodes_;
  OperationLog& log_;
  bool collecting_ = false;
  std::uint64_t attempt_ = 0;
  Reports reports_;
  std::optional<std::uint32_t> promised_;
  std::map<std::uint32_t, Question> questions_;  // by candidate; not yet answered
};

}  // namespace orrery::rti
