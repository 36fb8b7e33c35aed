// A node that is served elsewhere (node_server.hpp), used as if it were here.
//
// Several of them are used by one thread, as federates on one node are. Whoever calls finds all that was done before
// by other federates, and whoever evokes finds all that was sent to it: before such a call the nodes are made to settle.
// So a check that nothing has come is one among nodes too.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "orrery/rti/node.hpp"

#include "line.hpp"
#include "protocol.hpp"

namespace orrery::rti::testing {

class RemoteNodes;

class RemoteNode final : public Node {
 public:
  RemoteNode(RemoteNodes& all, std::unique_ptr<Line> line) : all_(all), line_(std::move(line)) {}

  std::unique_ptr<RtiAmbassador> connect(FederateAmbassador& federate,
                                         CallbackModel model) override;
  // It is served all the time: this waits until all that was done has had its effect on all nodes.
  bool pump() override;
  bool wait(std::int64_t /*deadline_ns*/) override { return false; }
  void forget() override {}
  Status open_seat(std::uint32_t, std::unique_ptr<transport::Channel>) override {
    return Error{ErrorCode::RTIinternalError, "a remote node has no vacant seat"};
  }
  [[nodiscard]] bool has_joined() const override { return true; }
  const NodeCounters& counters() const override;

  // Of its ambassadors
  std::uint32_t connected(FederateAmbassador& federate, CallbackModel model);
  void disconnect(std::uint32_t ambassador);
  // The reply, after the callbacks before it. The ambassador's result follows in it.
  std::vector<std::byte> ask(const std::vector<std::byte>& request, std::uint32_t ambassador,
                             std::uint16_t service);

  // Of all nodes together: a request, and its reply later.
  void say(const std::vector<std::byte>& request) { line_->say(request); }
  std::vector<std::byte> hear();

 private:
  RemoteNodes& all_;
  std::unique_ptr<Line> line_;
  std::vector<FederateAmbassador*> federates_;
  mutable NodeCounters counters_;
};

struct SavesOfNode {
  std::string directory;
  std::uint64_t most_bytes = 256U << 20;
};

class RemoteNodes {
 public:
  // `best_effort_copies`: that come of each message over a best-effort port; 0: there is none, or it may lose.
  RemoteNodes(std::vector<std::unique_ptr<Line>> lines, const SavesOfNode& saves,
              std::uint64_t best_effort_copies);
  RemoteNodes(const RemoteNodes&) = delete;
  RemoteNodes& operator=(const RemoteNodes&) = delete;
  ~RemoteNodes() = default;

  [[nodiscard]] RemoteNode& at(std::size_t node) { return *nodes_.at(node); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // Their servers end, or wait for other nodes that take the place of these.
  void end(bool again);

 private:
  friend class RemoteNode;
  // Who speaks, and whether it evokes.
  void before(const RemoteNode& node, std::uint32_t ambassador, bool evokes);
  void after(bool changed) { settled_ = settled_ && !changed; }
  // Until all that was sent has come and nothing new was sent for it: all nodes say twice the same, and that as much has
  // come as was sent. What they say is of different moments, but between the two times nothing was sent or taken; so
  // at any moment between them nothing was under way (Mattern, 1987: the four counter method).
  void settle();
  std::vector<Settled> settle_once();
  // `patient`: over a best-effort port too.
  [[nodiscard]] bool all_has_come(const std::vector<Settled>& all, bool patient) const;

  std::vector<std::unique_ptr<RemoteNode>> nodes_;
  const std::uint64_t best_effort_copies_;
  std::vector<Settled> last_;  // that they said
  bool settled_ = false;
  unsigned callbacks_ = 0;  // that are being made
  std::pair<const RemoteNode*, std::uint32_t> speaker_;
};

}  // namespace orrery::rti::testing
