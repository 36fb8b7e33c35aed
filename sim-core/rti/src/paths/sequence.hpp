// The numbers of one sender's messages as they come: which are new, which are missing.
#pragma once

#include <array>
#include <cstdint>

namespace orrery::rti {

class Sequence {
 public:
  enum class Kind : std::uint8_t { fresh, again, too_old };

  // Numbers begin with 1. What lies `window` and more behind the greatest cannot be told from what came: it is too old.
  [[nodiscard]] Kind kind_of(std::uint64_t number) const {
    if (number > greatest_) return Kind::fresh;
    if (number == 0 || greatest_ - number >= window) return Kind::too_old;
    return (seen_[at(number)] & bit(number)) != 0 ? Kind::again : Kind::fresh;
  }
  // One that is fresh.
  void saw(std::uint64_t number) {
    if (number <= greatest_) {
      if (number <= before_gap_ || number >= after_gap_) --lost_;
    } else {
      const std::uint64_t step = number - greatest_;
      if (step >= window) {
        seen_.fill(0);
      } else {
        for (std::uint64_t each = greatest_ + 1; each <= number; ++each) {
          seen_[at(each)] &= ~bit(each);
        }
      }
      if (resumes_) {
        resumes_ = false;
        before_gap_ = greatest_;
        after_gap_ = number;
      } else {
        lost_ += step - 1;
      }
      greatest_ = number;
    }
    seen_[at(number)] |= bit(number);
  }
  // Numbers between those seen so far and the next greater one are not lost: they were not sent to this receiver.
  void resume() { resumes_ = true; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

  static constexpr std::uint64_t window = 4096;

 private:
  static std::size_t at(std::uint64_t number) { return number % window / 64; }
  static std::uint64_t bit(std::uint64_t number) { return std::uint64_t{1} << number % 64; }

  std::array<std::uint64_t, window / 64> seen_{};
  std::uint64_t greatest_ = 0;
  std::uint64_t lost_ = 0;
  // The last gap of a resume, without its ends.
  std::uint64_t before_gap_ = 0;
  std::uint64_t after_gap_ = 0;
  bool resumes_ = false;
};

}  // namespace orrery::rti
