// Who talks to whom in a butterfly of any number of parties and any fan-out.
//
// S(k, i) is the reduction over the F^k parties up to i, R(k, i) that over the r = N mod F^k parties up
// to i, both counted around the ring. With d the k-th digit of N to the base F:
//   S(k+1, i) = S(k, i) + S(k, i - F^k) + ... + S(k, i - (F-1) F^k)
//   R(k+1, i) = S(k, i) + ... + S(k, i - (d-1) F^k) + R(k, i - d F^k)
// After as many rounds as N has digits R is over all N, each counted once. In the last round only R is
// wanted: of the d neighbours, the last is not heard if r is 0.
#pragma once

#include <cstdint>

namespace orrery::timing {

class Pattern {
 public:
  Pattern(std::uint32_t parties, std::uint32_t fan_out) : parties_(parties), fan_out_(fan_out) {
    std::uint64_t power = 1;
    while (power * fan_out <= parties) {
      power *= fan_out;
      ++digits_;
    }
    // A power of the fan-out needs no exchange for its highest digit, 1.
    rounds_ = power == parties ? digits_ : digits_ + 1;
  }

  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }
  [[nodiscard]] std::uint64_t power(std::uint32_t round) const {
    std::uint64_t power = 1;
    for (; round > 0; --round) power *= fan_out_;
    return power;
  }
  [[nodiscard]] std::uint32_t digit(std::uint32_t round) const {
    return static_cast<std::uint32_t>(parties_ / power(round) % fan_out_);
  }
  [[nodiscard]] std::uint32_t rest(std::uint32_t round) const {
    return static_cast<std::uint32_t>(parties_ % power(round));
  }
  // How many neighbours are heard in a round: those 1, 2, ... times F^round before.
  [[nodiscard]] std::uint32_t neighbours(std::uint32_t round) const {
    if (round + 1 < rounds_) return fan_out_ - 1;
    if (rounds_ == digits_) return fan_out_ - 1;  // S is the result
    return digit(round) - (rest(round) == 0 ? 1 : 0);
  }
  // S after the last round is over all, R is not needed.
  [[nodiscard]] bool whole_power() const { return rounds_ == digits_; }
  [[nodiscard]] std::uint32_t before(std::uint32_t party, std::uint32_t times,
                                     std::uint32_t round) const {
    const std::uint64_t distance = times * power(round) % parties_;
    return static_cast<std::uint32_t>((party + parties_ - distance) % parties_);
  }
  [[nodiscard]] std::uint32_t after(std::uint32_t party, std::uint32_t times,
                                    std::uint32_t round) const {
    return static_cast<std::uint32_t>((party + times * power(round)) % parties_);
  }

 private:
  std::uint32_t parties_;
  std::uint32_t fan_out_;
  std::uint32_t digits_ = 0;  // of N, less one
  std::uint32_t rounds_ = 0;
};

}  // namespace orrery::timing
