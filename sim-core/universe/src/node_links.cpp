#include "node_links.hpp"

#include <algorithm>
#include <thread>

namespace orrery::universe {

namespace {

using transport::Io;

bool is_report(std::span<const std::byte> message) {
  return message.size() >= sizeof(MessageHeader) &&
         read_header(message.data()).kind == MessageKind::node_report;
}

std::string node_name(NodeIndex node) { return "node " + std::to_string(node); }

}  // namespace

NodeLinks::NodeLinks(const System& system, NodeIndex self, bool polls, std::function<bool()> go_on)
    : self_(self),
      nodes_(system.nodes()),
      update_bytes_(sizeof(MessageHeader) + system.state_bytes),
      go_on_(std::move(go_on)),
      polls_(polls) {
  for (NodeIndex node = 0; node < nodes_; ++node) {
    if (node == self) continue;
    others_.push_back(node);
    if (system.hosts_managers(node)) relay_to_.push_back(node);
  }
}

NodeLinks::~NodeLinks() {
  for (const auto& channel : channels_) {
    if (channel) wait_set_->remove(*channel);
  }
}

base::Status NodeLinks::attach(std::vector<std::unique_ptr<transport::Channel>> channels,
                               transport::WaitSet& wait_set) {
  channels_ = std::move(channels);
  wait_set_ = &wait_set;
  polls_ = polls_ && std::ranges::all_of(others_, [&](NodeIndex node) {
             const transport::Kind kind = channels_[node]->kind();
             return kind == transport::Kind::shm || kind == transport::Kind::thread;
           });
  for (const NodeIndex node : others_) {
    if (auto added = wait_set.add(*channels_[node], tag_base + node); !added) {
      return added.error().within("watching the link to " + node_name(node));
    }
  }
  return {};
}

bool NodeLinks::send(NodeIndex to, std::span<const std::byte> message) {
  return put(to, message, nullptr);
}

bool NodeLinks::send_to_all(std::span<const std::byte> message) {
  return std::ranges::all_of(others_, [&](NodeIndex to) { return put(to, message, nullptr); });
}

bool NodeLinks::send_to_hosts(std::span<const std::byte> message) {
  return std::ranges::all_of(relay_to_, [&](NodeIndex to) { return put(to, message, nullptr); });
}

bool NodeLinks::relay(const std::byte* messages, std::size_t each, std::size_t count) {
  static constexpr MessageKind as = MessageKind::state_relay;
  for (std::size_t i = 0; i < count; ++i) {
    for (const NodeIndex to : relay_to_) {
      if (!put(to, {messages + i * each, each}, &as)) return false;
    }
  }
  return true;
}

bool NodeLinks::put(NodeIndex to, std::span<const std::byte> message, const MessageKind* as) {
  if (failure_) return false;
  transport::Channel& channel = *channels_[to];
  for (;;) {
    const transport::Reserved place = channel.reserve(message.size());
    if (place.io == Io::ok) {
      if (message.size() == sizeof(MessageHeader)) {
        std::memcpy(place.bytes.data(), message.data(),
                    sizeof(MessageHeader));  // a copy of fixed size takes two registers
      } else {
        std::memcpy(place.bytes.data(), message.data(), message.size());
      }
      if (as != nullptr) std::memcpy(place.bytes.data(), as, sizeof(*as));
      channel.commit(message.size());
      unflushed_ = true;
      return true;
    }
    if (place.io != Io::full) return lost(to, place.io);
    if (!wait_for_room(to)) return false;
  }
}

bool NodeLinks::wait_for_room(NodeIndex to) {
  transport::Channel& channel = *channels_[to];
  std::int64_t checked = base::now_ns();
  constexpr std::int64_t check_every_ns = 50'000'000;
  while (!channel.writable()) {
    if (const Io io = channel.flush(); io != Io::ok && io != Io::full) return lost(to, io);
    for (const NodeIndex from : others_) {
      if (channels_[from]->pump() && !take_all(from)) return false;
    }
    std::this_thread::yield();
    if (const std::int64_t now = base::now_ns(); now - checked > check_every_ns) {
      checked = now;
      if (!channel.alive()) return lost(to, Io::peer_lost);
      if (!go_on_()) {
        failure_ = Failure{"stopped", "universe manager", "stopped while sending", ""};
        return false;
      }
    }
  }
  return true;
}

bool NodeLinks::flush() {
  if (!unflushed_) return !failure_;
  unflushed_ = false;
  for (const NodeIndex to : others_) {
    if (const Io io = channels_[to]->flush(); io != Io::ok && io != Io::full) return lost(to, io);
  }
  return !failure_;
}

bool NodeLinks::poll_briefly() {
  if (!polls_) return false;
  constexpr int polls = 32;
  for (int i = 0; i < polls; ++i) {
    for (const NodeIndex from : others_) {
      if (channels_[from]->readable()) return true;
    }
    base::cpu_relax();
  }
  return false;
}

NodeLinks::Taken NodeLinks::take_one(NodeIndex from, bool* state) {
  transport::Channel& channel = *channels_[from];
  const transport::Peeked message = channel.peek();
  if (message.io == Io::empty) return Taken::nothing;
  if (message.io != Io::ok) {
    lost(from, message.io);
    return Taken::failed;
  }
  // A slave that is done reports at once. The report stays in the channel until collect(), when this node is done too.
  if (is_report(message.bytes)) return Taken::nothing;
  if (!handle(from, message.bytes, state)) return Taken::failed;
  channel.release();
  return Taken::message;
}

bool NodeLinks::take_all(NodeIndex from) {
  Taken taken = Taken::message;
  while (taken == Taken::message) taken = take_one(from);
  return taken != Taken::failed;
}

bool NodeLinks::handle(NodeIndex from, std::span<const std::byte> message, bool* state) {
  if (message.size() < sizeof(MessageHeader)) return broken(from, "sent a message without header");
  const MessageHeader header = read_header(message.data());
  StepSlot* slot = slots_->of(header.step);
  if (slot == nullptr) {
    return broken(from, "sent a message of step " + std::to_string(header.step) + " in step " +
                            std::to_string(slots_->current().step));
  }
  switch (header.kind) {
    case MessageKind::node_notify:
      slot->notified = true;
      break;
    case MessageKind::state_relay:
      if (message.size() != update_bytes_) return broken(from, "sent a state update of wrong size");
      if (state != nullptr) *state = true;
      if (!sink_->deliver(message, *slot)) return false;
      break;
    case MessageKind::state_complete: {
      if (message.size() != sizeof(CountMessage))
        return broken(from, "sent a wrong state_complete");
      std::uint64_t relayed = 0;
      std::memcpy(&relayed, message.data() + sizeof(MessageHeader), sizeof(relayed));
      slot->relays_announced += relayed;
      break;
    }
    case MessageKind::node_complete:
      break;
    default:
      if (header.kind < MessageKind::finish && sink_->take_other(from, message, *slot)) break;
      return broken(from, "sent a message of kind " +
                              std::to_string(static_cast<unsigned>(header.kind)) + " in a step");
  }
  ++slot->counts[header.kind];
  return true;
}

bool NodeLinks::collect(MessageKind kind, std::span<const NodeIndex> from,
                        const std::function<bool(NodeIndex, std::span<const std::byte>)>& report) {
  if (!flush()) return false;
  std::vector<NodeIndex> open(from.begin(), from.end());
  while (!open.empty()) {
    for (std::size_t i = 0; i < open.size();) {
      transport::Channel& channel = *channels_[open[i]];
      const transport::Peeked message = channel.peek();
      if (message.io == Io::empty) {
        ++i;
        continue;
      }
      if (message.io != Io::ok) return lost(open[i], message.io);
      if (message.bytes.size() < sizeof(MessageHeader) ||
          read_header(message.bytes.data()).kind != kind) {
        return broken(open[i], "sent something else instead of its report");
      }
      if (!report(open[i], message.bytes)) return broken(open[i], "sent an unreadable report");
      channel.release();
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (open.empty()) break;
    if (wait_set_->wait().outcome == base::WaitOutcome::cancelled) {
      failure_ = Failure{"stopped", "universe manager", "stopped while nodes reported", ""};
      return false;
    }
  }
  return true;
}

void NodeLinks::say_goodbye() {
  const MessageHeader goodbye{MessageKind::goodbye, 0, self_, 0};
  for (const NodeIndex to : others_) {
    (void)channels_[to]->send_now(std::as_bytes(std::span(&goodbye, 1)));
  }
}

void NodeLinks::close() {
  for (const NodeIndex node : others_) {
    if (channels_.size() > node && channels_[node]) channels_[node]->close();
  }
}

bool NodeLinks::lost(NodeIndex peer, Io io) {
  if (failure_) return false;
  failure_ = Failure{
      "peer_lost", "universe manager",
      "the link to " + node_name(peer) + " is " + (io == Io::closed ? "closed" : "lost") + ": " +
          channels_[peer]->why(),
      "look at " + node_name(peer) +
          "'s own failure first; if it has none, check that its host is up and reachable, and "
          "transports.peer_timeout_ms if the network pauses for longer"};
  return false;
}

bool NodeLinks::broken(NodeIndex peer, const std::string& what) {
  if (failure_) return false;
  failure_ = Failure{"protocol", "universe manager", node_name(peer) + " " + what,
                     "run the same worker version on all nodes of a run"};
  return false;
}

}  // namespace orrery::universe
