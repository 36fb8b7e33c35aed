// Statistics that models keep in their state, in the model's own time.
//
//   Tally         count, mean, deviation, least and greatest of single observations (Welford's update)
//   TimeWeighted  mean over time, least and greatest of a level such as a queue's length
//
// Plain values that belong to one LP. reset() starts them again, for instance after the warm-up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace orrery::pdes {

class Tally {
 public:
  void add(double value) {
    ++count_;
    const double step = value - mean_;
    mean_ += step / static_cast<double>(count_);
    squares_ += step * (value - mean_);
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
  }
  void reset() { *this = Tally(); }
  void merge(const Tally& other) {
    if (other.count_ == 0) return;
    const double mine = static_cast<double>(count_);
    const double theirs = static_cast<double>(other.count_);
    const double gap = other.mean_ - mean_;
    count_ += other.count_;
    mean_ += gap * theirs / (mine + theirs);
    squares_ += other.squares_ + gap * gap * mine * theirs / (mine + theirs);
    least_ = std::min(least_, other.least_);
    greatest_ = std::max(greatest_, other.greatest_);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double least() const { return count_ == 0 ? 0 : least_; }
  [[nodiscard]] double greatest() const { return count_ == 0 ? 0 : greatest_; }
  [[nodiscard]] double deviation() const {
    return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
};

class TimeWeighted {
 public:
  explicit TimeWeighted(double level = 0, double now = 0)
      : level_(level), began_(now), changed_(now), least_(level), greatest_(level) {}

  void set(double level, double now) {
    area_ += level_ * (now - changed_);
    changed_ = now;
    level_ = level;
    least_ = std::min(least_, level);
    greatest_ = std::max(greatest_, level);
  }
  void add(double change, double now) { set(level_ + change, now); }
  void reset(double now) { *this = TimeWeighted(level_, now); }

  [[nodiscard]] double level() const { return level_; }
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double greatest() const { return greatest_; }
  [[nodiscard]] double mean(double now) const {
    return now > began_ ? (area_ + level_ * (now - changed_)) / (now - began_) : level_;
  }

 private:
  double level_;
  double began_;
  double changed_;
  double area_ = 0;
  double least_;
  double greatest_;
};

}  // namespace orrery::pdes
