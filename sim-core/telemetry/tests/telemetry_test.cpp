#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/unique_fd.hpp"
#include "orrery/telemetry/process_meter.hpp"
#include "orrery/telemetry/publisher.hpp"
#include "orrery/telemetry/sample_ring.hpp"

namespace orrery::telemetry {
namespace {

using contracts::ColumnRole;
using contracts::ColumnType;
using contracts::FrameKind;

constexpr std::int64_t watchdog_ns = 60'000'000'000;

template <class T>
T get(std::span<const std::byte> bytes, std::size_t at) {
  T value{};
  EXPECT_LE(at + sizeof(T), bytes.size());
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

contracts::FrameSchema schema_of(std::int32_t id, FrameKind kind, std::vector<ColumnType> types) {
  contracts::FrameSchema schema;
  schema.schema_id = id;
  schema.kind = kind;
  for (const ColumnType type : types) {
    schema.columns.push_back(
        {"c" + std::to_string(schema.columns.size()), "", type, "count", ColumnRole::counter, "c"});
  }
  return schema;
}

TEST(Frame, BytesAreAsTheFormatSays) {
  const auto schema = schema_of(
      9, FrameKind::samples, {ColumnType::u32, ColumnType::u64, ColumnType::f32, ColumnType::f64});
  FrameHeader header;
  header.schema_id = 9;
  header.kind = FrameKind::samples;
  header.node_index = 3;
  header.repeat = 2;
  header.done = 1000;
  header.time_ns = 5;
  header.dropped = 4;
  std::vector<Cell> cells;
  for (int row = 0; row < 3; ++row) {
    cells.push_back(integer_cell(row == 2 ? ~std::uint64_t{0} : 10U + static_cast<unsigned>(row)));
    cells.push_back(integer_cell(1ULL << 60));
    cells.push_back(real_cell(0.5));
    cells.push_back(real_cell(-2.25));
  }
  auto frame = encode_frame(header, schema, cells);
  set_sequence(frame, 17);
  // Three rows: 12 bytes padded to 16, 24, 16, 24.
  ASSERT_EQ(frame.size(), 64U + 16 + 24 + 16 + 24);
  EXPECT_EQ(std::memcmp(frame.data(), "ORTM", 4), 0);
  EXPECT_EQ(get<std::uint16_t>(frame, 4), 1);
  EXPECT_EQ(get<std::uint16_t>(frame, 6), 9);
  EXPECT_EQ(get<std::uint32_t>(frame, 8), 2U);
  EXPECT_EQ(get<std::uint32_t>(frame, 12), 3U);
  EXPECT_EQ(get<std::uint32_t>(frame, 16), 2U);
  EXPECT_EQ(get<std::uint32_t>(frame, 20), 3U);
  EXPECT_EQ(get<std::uint64_t>(frame, 24), 17U);
  EXPECT_EQ(get<std::uint64_t>(frame, 32), 1000U);
  EXPECT_EQ(get<std::uint64_t>(frame, 40), 5U);
  EXPECT_EQ(get<std::uint32_t>(frame, 48), 80U);
  EXPECT_EQ(get<std::uint32_t>(frame, 52), 4U);
  EXPECT_EQ(get<std::uint64_t>(frame, 56), 0U);
  EXPECT_EQ(get<std::uint32_t>(frame, 64), 10U);
  EXPECT_EQ(get<std::uint32_t>(frame, 68), 11U);
  EXPECT_EQ(get<std::uint32_t>(frame, 72), ~std::uint32_t{0});  // what does not fit is the greatest
  EXPECT_EQ(get<std::uint64_t>(frame, 80), 1ULL << 60);
  EXPECT_EQ(get<float>(frame, 104), 0.5F);
  EXPECT_EQ(get<double>(frame, 120), -2.25);
}

TEST(Frame, GreatestFrameFits) {
  const auto schema = schema_of(1, FrameKind::samples, {ColumnType::u32, ColumnType::f64});
  const std::vector<Cell> cells(greatest_rows(schema) * 2, integer_cell(0));
  EXPECT_LE(encode_frame({}, schema, cells).size(), contracts::max_frame_bytes);
}

TEST(SampleRing, KeepsOrderAndCountsWhatItDrops) {
  SampleRing ring(2, 4);
  for (std::uint64_t i = 0; i < 6; ++i) {
    const std::array<std::uint64_t, 2> record{i, i * i};
    EXPECT_EQ(ring.push(record), i < 4);
  }
  EXPECT_EQ(ring.dropped(), 2U);
  std::uint64_t next = 0;
  EXPECT_EQ(ring.drain([&](std::span<const std::uint64_t> record) {
    EXPECT_EQ(record[0], next);
    EXPECT_EQ(record[1], next * next);
    ++next;
  }),
            4U);
}

TEST(SampleRing, TwoThreadsSeeWholeRecordsInOrder) {
  SampleRing ring(3, 64);
  constexpr std::uint64_t records = 100'000;
  std::thread producer([&] {
    for (std::uint64_t i = 0; i < records; ++i) {
      const std::array<std::uint64_t, 3> record{i, ~i, i * 3};
      while (!ring.push(record)) std::this_thread::yield();
    }
  });
  std::uint64_t next = 0;
  while (next < records) {
    ring.drain([&](std::span<const std::uint64_t> record) {
      ASSERT_EQ(record[0], next);
      ASSERT_EQ(record[1], ~next);
      ASSERT_EQ(record[2], next * 3);
      ++next;
    });
    std::this_thread::yield();
  }
  producer.join();
}

// One column in windows: records since the last; one in samples: the record itself.
class Counting final : public FrameSource {
 public:
  void record(std::span<const std::uint64_t>) override { ++recorded_; }
  void sample_row(std::span<const std::uint64_t> words, std::vector<Cell>& cells) override {
    cells.push_back(integer_cell(words[0]));
  }
  bool window_row(std::uint64_t, bool last, std::vector<Cell>& cells) override {
    if (recorded_ == 0 && !last) return false;
    cells.push_back(integer_cell(recorded_));
    recorded_ = 0;
    return true;
  }
  [[nodiscard]] std::uint64_t done() const override { return done_now; }

  std::atomic<std::uint64_t> done_now{0};

 private:
  std::uint64_t recorded_ = 0;
};

struct Frame {
  std::uint32_t kind = 0;
  std::uint64_t sequence = 0;
  std::uint64_t done = 0;
  std::uint32_t dropped = 0;
  std::vector<std::uint64_t> values;
};

// Reads frames until the end of the pipe.
std::vector<Frame> read_frames(int fd) {
  std::vector<std::byte> all;
  std::array<std::byte, 4096> chunk{};
  for (;;) {
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got <= 0) break;
    all.insert(all.end(), chunk.begin(), chunk.begin() + got);
  }
  std::vector<Frame> frames;
  for (std::size_t at = 0; at < all.size();) {
    const std::span rest = std::span<const std::byte>(all).subspan(at);
    EXPECT_GE(rest.size(), contracts::TelemetryHeader::bytes);
    EXPECT_EQ(std::memcmp(rest.data(), "ORTM", 4), 0);
    Frame frame{get<std::uint32_t>(rest, 8),
                get<std::uint64_t>(rest, 24),
                get<std::uint64_t>(rest, 32),
                get<std::uint32_t>(rest, 52),
                {}};
    for (std::uint32_t row = 0; row < get<std::uint32_t>(rest, 20); ++row) {
      frame.values.push_back(
          get<std::uint64_t>(rest, contracts::TelemetryHeader::bytes + row * 8UL));
    }
    at += contracts::TelemetryHeader::bytes + get<std::uint32_t>(rest, 48);
    frames.push_back(std::move(frame));
  }
  return frames;
}

PublisherOptions options_for(int fd) {
  PublisherOptions options;
  options.fd = fd;
  options.interval_ns = 2'000'000;
  options.greatest_samples = 1'000'000;
  options.window_schema = schema_of(1, FrameKind::window, {ColumnType::u64});
  options.samples_schema = schema_of(2, FrameKind::samples, {ColumnType::u64});
  return options;
}

struct PipeEnds {
  PipeEnds() {
    std::array<int, 2> fds{};
    EXPECT_EQ(::pipe(fds.data()), 0);
    read.reset(fds[0]);
    write.reset(fds[1]);
  }
  base::UniqueFd read;
  base::UniqueFd write;
};

TEST(Publisher, EveryRecordArrivesOnceAndTheLastWindowSaysDone) {
  PipeEnds pipe;
  SampleRing ring(1, 1024);
  Counting source;
  std::vector<Frame> frames;
  std::thread reader([&] { frames = read_frames(pipe.read.get()); });
  constexpr std::uint64_t records = 5000;
  {
    Publisher publisher(options_for(pipe.write.get()), ring, source);
    publisher.begin();
    for (std::uint64_t i = 0; i < records; ++i) {
      while (!ring.push(std::span(&i, 1))) std::this_thread::yield();
      source.done_now = i + 1;
    }
    publisher.finish();
    EXPECT_EQ(publisher.totals().samples_sent, records);
    EXPECT_EQ(publisher.totals().trouble, "");
    EXPECT_FALSE(publisher.totals().reached_cap);
  }
  pipe.write.reset();
  reader.join();
  std::uint64_t in_windows = 0;
  std::uint64_t next = 0;
  std::uint64_t sequence = 0;
  for (const Frame& frame : frames) {
    EXPECT_EQ(frame.sequence, ++sequence);
    for (const std::uint64_t value : frame.values) {
      if (frame.kind == 1) {
        in_windows += value;
      } else {
        EXPECT_EQ(value, next);
        ++next;
      }
    }
  }
  EXPECT_EQ(in_windows, records);
  EXPECT_EQ(next, records);
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames.back().kind, 1U);
  EXPECT_EQ(frames.back().done, records);
}

contracts::FrameSchema entities_schema() {
  return schema_of(3, FrameKind::entities, {ColumnType::u32, ColumnType::f32});
}

TEST(Snapshot, HoldsOneMomentAtATime) {
  Snapshot snapshot(entities_schema(), 2);
  std::vector<Cell> cells;
  const auto fill = [&](std::uint64_t id) {
    snapshot.begin();
    for (std::uint64_t i = 0; i < 3; ++i) {
      snapshot.put(std::array{integer_cell(id + i), real_cell(0.5)});
    }
    snapshot.publish();
  };
  EXPECT_FALSE(snapshot.wanted());
  EXPECT_FALSE(snapshot.take(cells));
  snapshot.ask();
  EXPECT_TRUE(snapshot.wanted());
  EXPECT_FALSE(snapshot.take(cells)) << "nothing is there yet";
  fill(7);
  EXPECT_FALSE(snapshot.wanted());
  snapshot.ask();
  EXPECT_FALSE(snapshot.wanted()) << "the older one has not been taken";
  ASSERT_TRUE(snapshot.take(cells));
  ASSERT_EQ(cells.size(), 4U) << "the third row has no room";
  EXPECT_EQ(cells[2].integer, 8U);
  EXPECT_FALSE(snapshot.take(cells));
  // The last moment comes whether or not it was asked for, and replaces one that nobody took.
  for (int round = 0; round < 2; ++round) {
    snapshot.claim_last();
    fill(20);
  }
  ASSERT_TRUE(snapshot.take(cells));
  EXPECT_EQ(cells[0].integer, 20U);
  EXPECT_THROW(Snapshot(entities_schema(), 1'000'000), std::invalid_argument);
}

TEST(Publisher, ShowsWhatEntitiesAreAsOftenAsItAsks) {
  PipeEnds pipe;
  SampleRing ring(1, 1024);
  Counting source;
  Snapshot snapshot(entities_schema(), 10'000);
  auto options = options_for(pipe.write.get());
  options.entities = &snapshot;
  options.entities_interval_ns = 1'000'000;
  std::vector<Frame> frames;
  std::thread reader([&] { frames = read_frames(pipe.read.get()); });
  constexpr std::uint64_t moments = 5;
  std::uint64_t shown = 0;
  {
    Publisher publisher(options, ring, source);
    publisher.begin();
    const std::int64_t give_up = base::now_ns() + watchdog_ns;
    while (shown < moments && base::now_ns() < give_up) {
      if (!snapshot.wanted()) {
        std::this_thread::yield();
        continue;
      }
      ++shown;
      snapshot.begin();
      for (std::uint64_t id = 0; id < 10'000; ++id) {
        snapshot.put(std::array{integer_cell(id), real_cell(static_cast<double>(shown))});
      }
      snapshot.publish();
    }
    publisher.finish();
  }
  pipe.write.reset();
  reader.join();
  EXPECT_EQ(shown, moments);
  std::uint64_t sequence = 0;
  std::uint64_t found = 0;
  for (const Frame& frame : frames) {
    EXPECT_EQ(frame.sequence, ++sequence);
    found += frame.kind == 3 ? 1 : 0;
  }
  EXPECT_EQ(found, moments);
}

TEST(Publisher, StopsSamplesAtTheCap) {
  PipeEnds pipe;
  SampleRing ring(1, 1024);
  Counting source;
  auto options = options_for(pipe.write.get());
  options.greatest_samples = 10;
  std::vector<Frame> frames;
  std::thread reader([&] { frames = read_frames(pipe.read.get()); });
  {
    Publisher publisher(options, ring, source);
    publisher.begin();
    for (std::uint64_t i = 0; i < 100; ++i) ring.push(std::span(&i, 1));
    publisher.finish();
    EXPECT_EQ(publisher.totals().samples_sent, 10U);
    EXPECT_TRUE(publisher.totals().reached_cap);
  }
  pipe.write.reset();
  reader.join();
  std::uint64_t samples = 0;
  std::uint64_t in_windows = 0;
  for (const Frame& frame : frames) {
    if (frame.kind == 2) samples += frame.values.size();
    if (frame.kind == 1) in_windows += frame.values.at(0);
  }
  EXPECT_EQ(samples, 10U);
  EXPECT_EQ(in_windows, 100U);
}

TEST(Publisher, AReaderThatDoesNotReadHoldsNobodyUpAndIsToldWhatItMissed) {
  PipeEnds pipe;
  SampleRing ring(1, 64 * 1024);
  Counting source;
  std::uint64_t pushed = 0;
  std::vector<Frame> frames;
  {
    auto options = options_for(pipe.write.get());
    options.greatest_samples = 2'000'000;
    Publisher publisher(options, ring, source);
    publisher.begin();
    // More than pipe and queue hold: 16 MB of samples, all of them taken from the ring.
    const std::int64_t give_up = base::now_ns() + watchdog_ns;
    while (pushed < 2'000'000 && base::now_ns() < give_up) {
      if (ring.push(std::span(&pushed, 1))) {
        ++pushed;
      } else {
        std::this_thread::yield();
      }
    }
    ASSERT_EQ(pushed, 2'000'000U);
    std::thread reader([&] { frames = read_frames(pipe.read.get()); });
    publisher.finish();
    pipe.write.reset();
    reader.join();
    EXPECT_GT(publisher.totals().dropped, 0U);
    EXPECT_LT(publisher.totals().samples_sent, pushed);
  }
  std::uint64_t samples = 0;
  std::uint64_t sequence = 0;
  for (const Frame& frame : frames) {
    EXPECT_EQ(frame.sequence, ++sequence);
    if (frame.kind == 2) samples += frame.values.size();
  }
  EXPECT_LT(samples, pushed);
  EXPECT_GT(samples, 0U);
}

TEST(Publisher, AClosedPipeEndsTheWritingOnly) {
  std::signal(SIGPIPE, SIG_IGN);
  PipeEnds pipe;
  pipe.read.reset();
  SampleRing ring(1, 1024);
  Counting source;
  Publisher publisher(options_for(pipe.write.get()), ring, source);
  publisher.begin();
  for (std::uint64_t i = 0; i < 10; ++i) ring.push(std::span(&i, 1));
  publisher.finish();
  EXPECT_NE(publisher.totals().trouble, "");
}

TEST(Publisher, CanBeDroppedBeforeItBegan) {
  SampleRing ring(1, 16);
  Counting source;
  const Publisher publisher(options_for(-1), ring, source);
}

TEST(ProcessMeter, SeesWorkAndMemory) {
  ProcessMeter meter({});
  const std::int64_t until = base::process_cpu_ns() + 30'000'000;
  while (base::process_cpu_ns() < until) {
  }
  const ProcessMeter::Reading reading = meter.read();
  EXPECT_GT(reading.cpu_share, 0);
  EXPECT_GT(reading.rss_bytes, 100'000U);
}

TEST(ProcessMeter, CountsSwitchesAndFaultsOfItselfAndItsChildren) {
  int gate[2];
  ASSERT_EQ(::pipe(gate), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    char word = 0;
    // Each word of the parent is waited for: a voluntary switch.
    while (::read(gate[0], &word, 1) == 1 && word != 'e') {
    }
    ::_exit(0);
  }
  ProcessMeter meter({child});
  UseCounts sum;
  const auto read = [&] {
    const UseCounts more = meter.read().since_last;
    sum.voluntary_switches += more.voluntary_switches;
    sum.minor_faults += more.minor_faults;
  };
  const std::uint64_t own_before =
      static_cast<std::uint64_t>(base::process_usage().voluntary_switches);
  const std::int64_t deadline = base::now_ns() + 60'000'000'000;
  std::vector<std::vector<char>> touched;
  const auto own = [&] {
    return static_cast<std::uint64_t>(base::process_usage().voluntary_switches) - own_before;
  };
  do {
    ASSERT_EQ(::write(gate[1], "w", 1), 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    touched.emplace_back(std::size_t{64} * 1024, 'x');
    read();
    ASSERT_LT(base::now_ns(), deadline);
  } while (sum.voluntary_switches <= own() || sum.minor_faults < 20);
  ASSERT_EQ(::write(gate[1], "e", 1), 1);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ::close(gate[0]);
  ::close(gate[1]);
}

TEST(ProcessMeter, AProcessThatHasGoneIsNoFailure) {
  ProcessMeter meter({0x3fffffff});
  EXPECT_GT(meter.read().rss_bytes, 0U);
}

}  // namespace
}  // namespace orrery::telemetry
