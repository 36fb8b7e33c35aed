#include "orrery/telemetry/publisher.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"

#include "pipe.hpp"

namespace orrery::telemetry {

namespace {

constexpr std::int64_t last_words_ns = 2'000'000'000;

// A closed pipe is an errno here, not a signal; other signals are the main thread's business.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

Publisher::Publisher(PublisherOptions options, SampleRing& ring, FrameSource& source)
    : options_(std::move(options)),
      ring_(ring),
      source_(source),
      pipe_(std::make_unique<Pipe>(options_.fd)),
      thread_([this] { work(); }) {}

Publisher::~Publisher() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::ended;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Publisher::begin() {
  {
    const std::lock_guard lock(mutex_);
    begun_ns_ = window_begun_ns_ = base::now_ns();
    state_ = State::running;
  }
  changed_.notify_all();
}

void Publisher::finish() {
  {
    const std::lock_guard lock(mutex_);
    state_ = State::finishing;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Publisher::work() {
  block_signals();
  (void)base::set_thread_name("telemetry");
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::waiting; });
  auto next = std::chrono::steady_clock::now();
  while (state_ == State::running) {
    next += std::chrono::nanoseconds(options_.interval_ns);
    // A machine that was too busy for some windows does not get them all at once afterwards.
    next = std::max(next, std::chrono::steady_clock::now());
    changed_.wait_until(lock, next, [this] { return state_ != State::running; });
    if (state_ != State::running) break;
    lock.unlock();
    publish(false);
    lock.lock();
  }
  if (state_ != State::finishing) return;
  lock.unlock();
  publish(true);
  pipe_->drain(base::now_ns() + last_words_ns);
  totals_.dropped = ring_.dropped() + pipe_->dropped_rows();
  totals_.trouble = pipe_->trouble();
}

void Publisher::publish(bool last) {
  const bool samples = options_.fd >= 0;
  const std::size_t rows_at_once = greatest_rows(options_.samples_schema);
  const std::size_t columns = options_.samples_schema.columns.size();
  ring_.drain([&](std::span<const std::uint64_t> words) {
    source_.record(words);
    if (!samples) return;
    if (sampled_ == options_.greatest_samples) {
      totals_.reached_cap = true;
      return;
    }
    ++sampled_;
    source_.sample_row(words, sample_cells_);
    if (sample_cells_.size() == rows_at_once * columns) send_samples();
  });
  if (!sample_cells_.empty()) send_samples();
  if (options_.entities != nullptr) send_entities();

  const std::int64_t now = base::now_ns();
  std::vector<Cell> cells;
  if (!source_.window_row(static_cast<std::uint64_t>(now - window_begun_ns_), last, cells)) {
    pipe_->pump();
    return;
  }
  window_begun_ns_ = now;
  if (options_.fd < 0) return;

  const std::uint64_t dropped = ring_.dropped() + pipe_->dropped_rows();
  FrameHeader header = header_of(options_.window_schema);
  header.dropped = static_cast<std::uint32_t>(std::min<std::uint64_t>(
      dropped - dropped_reported_, std::numeric_limits<std::uint32_t>::max()));
  dropped_reported_ = dropped;
  pipe_->put(encode_frame(header, options_.window_schema, cells), header.kind, 0);
}

FrameHeader Publisher::header_of(const contracts::FrameSchema& schema) const {
  FrameHeader header;
  header.schema_id = static_cast<std::uint16_t>(schema.schema_id);
  header.kind = schema.kind;
  header.node_index = options_.node_index;
  header.repeat = options_.repeat;
  header.done = source_.done();
  header.time_ns = static_cast<std::uint64_t>(base::now_ns() - begun_ns_);
  return header;
}

// What was asked for last time is here by now, if a step has ended since.
void Publisher::send_entities() {
  Snapshot& entities = *options_.entities;
  if (entities.take(entity_cells_) && !entity_cells_.empty() && options_.fd >= 0) {
    const FrameHeader header = header_of(entities.schema());
    pipe_->put(encode_frame(header, entities.schema(), entity_cells_), header.kind, 0);
  }
  const std::int64_t now = base::now_ns();
  // The pace of publishing is not exact: a little early is no reason to leave one out.
  if (now - entities_asked_ns_ < options_.entities_interval_ns * 3 / 4) return;
  entities_asked_ns_ = now;
  entities.ask();
}

void Publisher::send_samples() {
  const std::uint64_t rows = sample_cells_.size() / options_.samples_schema.columns.size();
  const FrameHeader header = header_of(options_.samples_schema);
  const std::uint64_t lost_before = pipe_->dropped_rows();
  pipe_->put(encode_frame(header, options_.samples_schema, sample_cells_), header.kind, rows);
  if (pipe_->dropped_rows() == lost_before) totals_.samples_sent += rows;
  sample_cells_.clear();
}

}  // namespace orrery::telemetry
