#include "ring.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <new>
#include <vector>

#include "orrery/base/random.hpp"

namespace orrery::transport {
namespace {

struct Ring {
  explicit Ring(std::size_t bytes)
      : size(bytes),
        data(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{cache_line}))) {
    std::memset(data, 0, bytes);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { ::operator delete(data, std::align_val_t{cache_line}); }

  std::size_t size;
  std::byte* data;
  RingControl control{};
  RingWriter writer{&control, data, size};
  RingReader reader{&control, data, size};
};

// Payloads are all ones, the worst that an old payload can look like where a header is expected.
TEST(Ring, BehavesAsAQueueForAnySequence) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    base::Random random(seed);
    Ring ring(1024);
    std::deque<std::size_t> oracle;
    for (int i = 0; i < 20'000; ++i) {
      if (random.chance(0.5)) {
        const std::size_t bytes = random.below(240);
        std::byte* at = ring.writer.reserve(bytes);
        if (at == nullptr) {
          ASSERT_FALSE(oracle.empty()) << "an empty ring takes any message";
          continue;
        }
        std::memset(at, 0xff, bytes);
        ring.writer.commit(bytes);
        oracle.push_back(bytes);
      } else if (oracle.empty()) {
        ASSERT_FALSE(ring.reader.has_record());
        ASSERT_EQ(ring.reader.look(240), RingReader::Look::nothing);
      } else {
        ASSERT_TRUE(ring.reader.has_record());
        ASSERT_EQ(ring.reader.look(240), RingReader::Look::message);
        ASSERT_EQ(ring.reader.payload().size(), oracle.front());
        for (const std::byte byte : ring.reader.payload()) ASSERT_EQ(byte, std::byte{0xff});
        ring.reader.release();
        oracle.pop_front();
      }
    }
  }
}

TEST(Ring, AHostileHeaderIsRecognised) {
  for (const std::uint64_t header : {std::uint64_t{2}, std::uint64_t{241} << 1 | 1,
                                     ~std::uint64_t{0} - 2, std::uint64_t{1} << 63}) {
    Ring ring(1024);
    std::memcpy(ring.data, &header, sizeof header);
    EXPECT_EQ(ring.reader.look(240), RingReader::Look::broken);
  }
  // A skip mark that leads to a skip mark is no way out either.
  Ring ring(1024);
  const std::uint64_t skip = ring::skip_mark;
  std::memcpy(ring.data, &skip, sizeof skip);
  EXPECT_EQ(ring.reader.look(240), RingReader::Look::broken);
}

}  // namespace
}  // namespace orrery::transport
