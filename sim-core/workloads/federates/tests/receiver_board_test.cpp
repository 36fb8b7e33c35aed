// Live figures of receivers: what each line has, and what windows read of it.

#include "orrery/workloads/federates/receiver_board.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <numeric>

namespace orrery::workloads::federates {
namespace {

ReceiverBoard board_of(std::vector<int> federates) {
  auto made = ReceiverBoard::create(std::move(federates));
  EXPECT_FALSE(std::holds_alternative<Failure>(made));
  return std::get<ReceiverBoard>(std::move(made));
}

TEST(ReceiverBoard, ABucketIsAtMostOneSixteenthOfItsValueWide) {
  for (std::uint64_t ns = 0; ns < (std::uint64_t{1} << 39U); ns += 1 + ns / 7) {
    const double middle = ReceiverLine::middle_of(ReceiverLine::bucket_of(ns));
    EXPECT_LE(std::abs(middle - static_cast<double>(ns)), static_cast<double>(ns) / 32) << ns;
  }
  for (std::size_t bucket = 0; bucket < ReceiverLine::buckets; ++bucket) {
    const double middle = ReceiverLine::middle_of(bucket);
    EXPECT_EQ(ReceiverLine::bucket_of(static_cast<std::uint64_t>(middle)), bucket);
  }
  EXPECT_EQ(ReceiverLine::bucket_of(UINT64_MAX), ReceiverLine::buckets - 1);
}

TEST(ReceiverBoard, AWindowHasTheTimesSinceThePreviousOne) {
  const ReceiverBoard board = board_of({1, 3});
  const std::vector<Gauge> gauges = board.gauges("from sending to delivery");
  ASSERT_EQ(gauges.size(), 6U);
  EXPECT_EQ(gauges[3].name, "receiver.3.received");
  EXPECT_EQ(gauges[4].title, "Federate 3: from sending to delivery, median");
  EXPECT_EQ(gauges[5].series, "receiver.3");
  EXPECT_EQ(gauges[5].role, contracts::ColumnRole::receiver);
  const auto read = [&](std::size_t first) {
    return std::array{gauges[first].read(), gauges[first + 1].read(), gauges[first + 2].read()};
  };
  ReceiverLine& line = *board.line(3);
  for (int i = 0; i < 99; ++i) line.record(1'000);
  for (int i = 0; i < 2; ++i) line.record(1'000'000);
  line.set_received(1'616);
  const auto first = read(3);
  EXPECT_EQ(first[0], 1'616);
  EXPECT_NEAR(first[1], 1'000, 32);
  EXPECT_NEAR(first[2], 1'000'000, 32'000);
  line.record(50);
  line.set_received(1'700);
  const auto second = read(3);
  EXPECT_EQ(second[0], 1'700);
  EXPECT_NEAR(second[1], 50, 2);
  EXPECT_NEAR(second[2], 50, 2);
  const auto third = read(3);
  EXPECT_EQ(third[0], 1'700);
  EXPECT_TRUE(std::isnan(third[1]) && std::isnan(third[2]));
  const auto other = read(0);
  EXPECT_EQ(other[0], 0);
  EXPECT_TRUE(std::isnan(other[1]));
}

TEST(ReceiverBoard, AForkedProcessWritesItsLine) {
  const ReceiverBoard board = board_of({0, 1});
  const std::vector<Gauge> gauges = board.gauges("t");
  const ::pid_t child = ::fork();
  if (child == 0) {
    board.line(1)->set_received(7);
    board.line(1)->record(300);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(gauges[3].read(), 7);
  EXPECT_NEAR(gauges[4].read(), 300, 10);
}

TEST(ReceiverBoard, MoreReceiversThanWindowsShowHaveNoLine) {
  std::vector<int> many(100);
  std::iota(many.begin(), many.end(), 1);
  const ReceiverBoard board = board_of(many);
  EXPECT_NE(board.line(64), nullptr);
  EXPECT_EQ(board.line(65), nullptr);
  EXPECT_EQ(board.line(0), nullptr);
  EXPECT_EQ(board.gauges("t").size(), 3 * ReceiverBoard::most_receivers);
}

}  // namespace
}  // namespace orrery::workloads::federates
