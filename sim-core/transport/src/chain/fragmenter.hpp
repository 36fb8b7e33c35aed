// The module `fragmenter`. Each piece begins with 16 bytes, little-endian: the message's number among
// its sender's (32 bits), its length (32), the piece's offset in it (32), 32 zero bits. A piece is as
// long as what is below takes, rounded down to 8, but the last.
#pragma once

#include <deque>
#include <vector>

#include "orrery/transport/chain.hpp"

#include "module.hpp"

namespace orrery::transport {

class Fragmenter final : public Module {
 public:
  Fragmenter(std::unique_ptr<Port> below, const FragmenterOptions& options);
  ~Fragmenter() override { close(); }

  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Arrived peek() override;
  void release() override;
  void close() override;
  void forget() override;
  bool readable() override { return shows_ != Shows::nothing || below_->readable(); }
  bool writable() override { return below_->writable(); }
  bool pump() override;
  [[nodiscard]] bool wants_output() const override { return pending_ || below_->wants_output(); }
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] std::string_view layer() const override { return "fragmenter"; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return options_.max_message_bytes;
  }

 private:
  enum class Shows : std::uint8_t { nothing, piece, whole };
  struct Partial {
    PartyId from = 0;
    StreamId stream = 0;
    std::uint32_t number = 0;
    std::uint32_t length = 0;
    std::uint32_t pieces_missing = 0;
    std::vector<bool> have;
    std::vector<std::byte> bytes;
  };

  Io push_pending();
  // True if it completes a message, which is then `whole_`.
  bool take_piece(const Arrived& piece);
  void forget_unfinished(PartyId from);
  [[nodiscard]] std::uint32_t pieces_of(std::uint32_t length) const {
    return (length + piece_bytes_ - 1) / piece_bytes_;
  }

  const FragmenterOptions options_;
  const std::uint32_t piece_bytes_;
  std::uint32_t number_ = 0;
  bool small_ = false;  // the reservation lies below
  std::byte* small_at_ = nullptr;
  StreamId stream_ = 0;
  std::vector<std::byte> large_;
  bool pending_ = false;  // a message is partly sent
  std::uint32_t pending_bytes_ = 0;
  std::uint32_t pending_at_ = 0;
  Io end_ = Io::ok;
  bool closed_ = false;
  std::deque<Partial> partials_;  // oldest first
  std::size_t partial_bytes_ = 0;
  Partial whole_;
  Shows shows_ = Shows::nothing;
};

}  // namespace orrery::transport
