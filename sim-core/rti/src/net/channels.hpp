// One channel to each other node: writes messages into it, keeps those that find no room, and ends it.
//
// What is written leaves with flush(). A channel ends once, and is not read or written from then on.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/errors.hpp"
#include "orrery/rti/tuning.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

#include "net/bundler.hpp"
#include "wire/wire.hpp"

namespace orrery::rti {

class Channels {
 public:
  // By node; null: this node, or a seat that is vacant. `most_unread_bytes`: what may wait for a node that does not read.
  Channels(std::vector<std::unique_ptr<transport::Channel>> channels, std::size_t most_unread_bytes,
           Bundler& bundler);
  Status start(std::shared_ptr<base::Doorbell> bell, base::WaitStrategy strategy);
  // Null before start().
  [[nodiscard]] transport::WaitSet* wait_set() { return set_.get(); }
  // Errors: RTIinternalError, if the wait set does not take it.
  Status open(std::uint32_t node, std::unique_ptr<transport::Channel> channel);

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(peers_.size()); }
  [[nodiscard]] bool has(std::uint32_t node) const { return peers_[node].channel != nullptr; }
  [[nodiscard]] bool ended(std::uint32_t node) const { return peers_[node].ended; }

  // Is there room for data of so many bytes? It is reserved until the next call for this node. too_big: send() it, for
  // nothing waits there.
  transport::Io reserve(std::uint32_t target, std::size_t bytes, std::span<std::byte>& room);
  void commit(std::uint32_t target, std::size_t bytes) {
    peers_[target].channel->commit(bytes);
    peers_[target].dirty = true;
    bundler_.written();
  }
  // What must not be refused: it waits here if there is no room. Data that is larger than the channel's messages goes in parts.
  void send(std::uint32_t target, Bytes message) {
    bundler_.must_leave();
    send_with_data(target, message);
  }
  // Likewise, but it leaves with data that is held.
  void send_with_data(std::uint32_t target, Bytes message);
  // Likewise, in parts as large as the channel takes, each with a head. `stamp`: of each head.
  void send_parts(std::uint32_t target, MessageKind kind, std::uint64_t stamp, Bytes content);
  // Returns whether something still waits for room.
  bool flush();
  // Returns whether something waits for room in a channel that has not ended.
  [[nodiscard]] bool waits() const;
  // The bytes that wait for a node that has not read for long; 0: not so many. Looked at when too_full() says so.
  [[nodiscard]] bool too_full() { return std::exchange(too_full_, false); }
  [[nodiscard]] std::size_t overfull_bytes(std::uint32_t node) const {
    const Peer& peer = peers_[node];
    return peer.ended || peer.waiting_bytes <= most_unread_bytes_ ? 0 : peer.waiting_bytes;
  }

  // Brings messages to `take`, some at once, until it returns false for one, which stays in the channel. Returns ok if
  // something came, empty if nothing did, else how the channel has failed: end() follows.
  template <class Take>
  transport::Io read(std::uint32_t sender, Take&& take);
  // Is the other end gone, though its channel has not said so?
  [[nodiscard]] bool seems_dead(std::uint32_t node) const {
    const Peer& peer = peers_[node];
    return !peer.ended && !peer.channel->alive();
  }
  // Why the channel has failed, and: is it certain that the other node has ended?
  [[nodiscard]] std::string why(std::uint32_t node) const { return peers_[node].channel->why(); }
  [[nodiscard]] bool may_live(std::uint32_t node) const { return peers_[node].channel->may_live(); }
  void end(std::uint32_t node);
  // Nothing more is sent to nodes that are gone. At the end, when nothing is read any more.
  void end_the_dead() {
    for (Peer& peer : peers_) peer.ended = peer.ended || !peer.channel->alive();
  }
  // Ends a channel by this node's will; close_dropped() closes it, for its last message may still be held.
  void drop(std::uint32_t node) {
    end(node);
    peers_[node].closing = true;
  }
  void close_dropped();
  // Nodes that were dropped may read again, and are told.
  void pump_dropped();
  // Ends all at once; a process that shares them goes on.
  void forget();

  // Of a channel that has not ended.
  [[nodiscard]] PathCongestion congestion(std::uint32_t node) const;
  // Of all channels.
  [[nodiscard]] PathCounters counters() const;

 private:
  struct Peer {
    std::unique_ptr<transport::Channel> channel;
    std::deque<std::vector<std::byte>> waiting;  // to be sent
    std::size_t waiting_bytes = 0;
    bool dirty = false;      // committed, not flushed
    bool ended = false;      // nothing more is read or sent
    bool closing = false;    // at close_dropped()
    bool abandoned = false;  // by us, which it may not have been told yet
  };
  static constexpr unsigned messages_at_once = 256;

  std::vector<std::byte>& wait_for_room(Peer& peer, std::size_t bytes);
  void send_waiting(Peer& peer);

  const std::size_t most_unread_bytes_;
  Bundler& bundler_;
  std::vector<Peer> peers_;
  std::unique_ptr<transport::WaitSet> set_;
  bool too_full_ = false;  // more waits for some node than may
};

template <class Take>
transport::Io Channels::read(std::uint32_t sender, Take&& take) {
  const Peer& peer = peers_[sender];
  transport::Io came = transport::Io::empty;
  for (unsigned i = 0; i < messages_at_once && !peer.ended; ++i) {
    const transport::Peeked peeked = peer.channel->peek();
    if (peeked.io == transport::Io::empty) break;
    if (peeked.io != transport::Io::ok) return peeked.io;
    if (!take(peeked.bytes)) break;
    came = transport::Io::ok;
    peer.channel->release();
  }
  return came;
}

}  // namespace orrery::rti
