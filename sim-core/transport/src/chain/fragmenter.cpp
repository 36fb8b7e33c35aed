#include "fragmenter.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>

#include "orrery/base/clock.hpp"

#include "framing.hpp"
#include "linger.hpp"

namespace orrery::transport {
namespace {

constexpr std::uint32_t piece_header_bytes = 16;

struct PieceHeader {
  std::uint32_t number = 0;
  std::uint32_t length = 0;
  std::uint32_t offset = 0;
  std::uint32_t zero = 0;
};
static_assert(sizeof(PieceHeader) == piece_header_bytes);

}  // namespace

Fragmenter::Fragmenter(std::unique_ptr<Port> below, const FragmenterOptions& options)
    : Module(std::move(below)),
      options_(options),
      piece_bytes_((below_->max_message_bytes() - piece_header_bytes) & ~std::uint32_t{7}) {}

Reserved Fragmenter::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  if (end_ != Io::ok) return {end_, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  if (const Io io = push_pending(); io != Io::ok) {
    if (io == Io::full) ++counters_.would_block;
    return {io, {}};
  }
  stream_ = stream;
  small_ = bytes <= piece_bytes_;
  const Reserved reserved = below_->reserve(stream, small_ ? bytes + piece_header_bytes : 0);
  if (reserved.io != Io::ok) {
    if (reserved.io == Io::full) ++counters_.would_block;
    return {reserved.io, {}};
  }
  if (small_) {
    small_at_ = reserved.bytes.data();
    return {Io::ok, reserved.bytes.subspan(piece_header_bytes)};
  }
  if (large_.size() < bytes) large_.resize(bytes);
  return {Io::ok, std::span(large_.data(), bytes)};
}

void Fragmenter::commit(std::size_t bytes) {
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
  ++number_;
  const auto length = static_cast<std::uint32_t>(bytes);
  if (small_) {
    put(small_at_, PieceHeader{number_, length, 0, 0});
    below_->commit(bytes + piece_header_bytes);
    return;
  }
  pending_ = true;
  pending_bytes_ = length;
  pending_at_ = 0;
  (void)push_pending();
}

Io Fragmenter::push_pending() {
  while (pending_) {
    const std::uint32_t piece = std::min(piece_bytes_, pending_bytes_ - pending_at_);
    const Reserved reserved = below_->reserve(stream_, piece + piece_header_bytes);
    if (reserved.io == Io::full) {
      (void)below_->flush();
      return Io::full;
    }
    if (reserved.io != Io::ok) {
      pending_ = false;
      end_ = reserved.io;
      return end_;
    }
    put(reserved.bytes.data(), PieceHeader{number_, pending_bytes_, pending_at_, 0});
    std::memcpy(reserved.bytes.data() + piece_header_bytes, large_.data() + pending_at_, piece);
    below_->commit(piece + piece_header_bytes);
    pending_at_ += piece;
    pending_ = pending_at_ < pending_bytes_;
  }
  return Io::ok;
}

Io Fragmenter::flush() {
  if (end_ != Io::ok) return end_;
  const Io pushed = push_pending();
  const Io flushed = below_->flush();
  return pushed != Io::ok ? pushed : flushed;
}

bool Fragmenter::pump() {
  below_->pump();
  if (pending_ && push_pending() == Io::ok) (void)below_->flush();
  return readable();
}

std::int64_t Fragmenter::next_deadline_ns() const {
  // A medium that rings when there is room does so for a writer that wants it; here it is asked.
  const std::int64_t deadline = below_->next_deadline_ns();
  return pending_ ? std::min(deadline, base::now_ns() + 200'000) : deadline;
}

bool Fragmenter::take_piece(const Arrived& piece) {
  const auto header = get<PieceHeader>(piece.bytes.data());
  const auto size = static_cast<std::uint32_t>(piece.bytes.size() - piece_header_bytes);
  const bool is_last = std::uint64_t{header.offset} + size == header.length;
  if (header.zero != 0 || header.length > options_.max_message_bytes ||
      header.offset % piece_bytes_ != 0 || header.offset >= header.length ||
      !(is_last ? size <= piece_bytes_
                : size == piece_bytes_ && header.offset + size < header.length)) {
    ++counters_.malformed;
    return false;
  }
  auto at = std::ranges::find_if(partials_, [&](const Partial& partial) {
    return partial.from == piece.from && partial.stream == piece.stream &&
           partial.number == header.number;
  });
  if (at != partials_.end() && at->length != header.length) {
    ++counters_.malformed;
    return false;
  }
  if (at == partials_.end()) {
    while (!partials_.empty() && partial_bytes_ + header.length > options_.reassembly_bytes) {
      partial_bytes_ -= partials_.front().length;
      partials_.pop_front();
      ++counters_.lost;
    }
    partials_.push_back({.from = piece.from,
                         .stream = piece.stream,
                         .number = header.number,
                         .length = header.length,
                         .pieces_missing = pieces_of(header.length),
                         .have = std::vector<bool>(pieces_of(header.length)),
                         .bytes = std::vector<std::byte>(header.length)});
    partial_bytes_ += header.length;
    at = partials_.end() - 1;
  }
  const std::uint32_t index = header.offset / piece_bytes_;
  if (at->have[index]) {
    ++counters_.duplicates;
    return false;
  }
  at->have[index] = true;
  std::memcpy(at->bytes.data() + header.offset, piece.bytes.data() + piece_header_bytes, size);
  if (--at->pieces_missing > 0) return false;
  partial_bytes_ -= at->length;
  whole_ = std::move(*at);
  partials_.erase(at);
  return true;
}

// What a lost party had begun to send.
void Fragmenter::forget_unfinished(PartyId from) {
  counters_.lost += std::erase_if(partials_, [&](const Partial& partial) {
    if (partial.from != from) return false;
    partial_bytes_ -= partial.length;
    return true;
  });
}

Arrived Fragmenter::peek() {
  if (shows_ == Shows::whole) return {Io::ok, whole_.from, whole_.stream, whole_.bytes};
  for (;;) {
    const Arrived piece = below_->peek();
    if (piece.io == Io::peer_lost) forget_unfinished(piece.from);
    if (piece.io != Io::ok) return piece;
    if (piece.bytes.size() < piece_header_bytes) {
      ++counters_.malformed;
    } else {
      const auto header = get<PieceHeader>(piece.bytes.data());
      if (header.offset == 0 && header.length == piece.bytes.size() - piece_header_bytes &&
          header.zero == 0) {
        shows_ = Shows::piece;
        return {Io::ok, piece.from, piece.stream, piece.bytes.subspan(piece_header_bytes)};
      }
      if (take_piece(piece)) {
        below_->release();
        shows_ = Shows::whole;
        return {Io::ok, whole_.from, whole_.stream, whole_.bytes};
      }
    }
    below_->release();
  }
}

void Fragmenter::release() {
  if (shows_ == Shows::nothing) {  // a peer's loss was shown
    below_->release();
    return;
  }
  ++counters_.messages_received;
  if (shows_ == Shows::piece) {
    counters_.bytes_received += below_->peek().bytes.size() - piece_header_bytes;
    below_->release();
  } else {
    counters_.bytes_received += whole_.length;
  }
  shows_ = Shows::nothing;
}

void Fragmenter::close() {
  if (closed_) return;
  closed_ = true;
  const std::int64_t deadline = base::now_ns() + linger_ns;
  while (pending_ && push_pending() == Io::full && base::now_ns() < deadline) {
    below_->pump();
    ::sched_yield();
  }
  below_->close();
}

void Fragmenter::forget() {
  closed_ = true;
  pending_ = false;
  below_->forget();
}

}  // namespace orrery::transport
