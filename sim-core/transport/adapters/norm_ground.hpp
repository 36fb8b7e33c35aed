// NORM as a port sees it: an instance with its thread, and for each stream a session that sends or one that hears. What the
// thread notices becomes readable on a descriptor.
#pragma once

#include <normApi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/norm.hpp"

namespace orrery::transport {

inline constexpr std::uint16_t norm_segment_bytes = 1300;  // with all headers below 1,400

struct NormSender {
  NormSessionHandle session = nullptr;
  NormObjectHandle stream = nullptr;
};

class NormGround {
 public:
  explicit NormGround(const NormOptions& options);
  NormGround(const NormGround&) = delete;
  NormGround& operator=(const NormGround&) = delete;
  ~NormGround() { end(); }

  base::Status start();
  // At least `segments` are kept for repairs after they have been sent. One that overwrites takes everything at once, and
  // forgets what is oldest.
  base::Result<NormSender> make_sender(StreamId stream, std::size_t segments, bool overwrites);
  base::Result<NormSessionHandle> make_receiver(StreamId stream);
  static void end_session(NormSessionHandle session) { NormDestroySession(session); }
  // How many bytes were taken. What is flushed is sent at once, and its end is a message's.
  std::size_t write(const NormSender& sender, std::span<const std::byte> bytes, bool flush) const;
  // The next thing that NORM has to say, if any.
  [[nodiscard]] bool next(NormEvent& event) const;
  [[nodiscard]] int fd() const { return epoll_.get(); }  // also before start()
  void end();

 private:
  base::Result<NormSessionHandle> make_session(StreamId stream) const;

  const NormOptions options_;
  std::string interface_;  // its name, of bind_address
  base::UniqueFd epoll_;
  NormInstanceHandle instance_ = nullptr;
};

}  // namespace orrery::transport
