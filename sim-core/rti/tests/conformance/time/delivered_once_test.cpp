// Random histories of time management: every message is delivered once and in time, and all
// advances end (8.1, 8.8 to 8.13, 8.21).
#include <random>

#include "conformance/timed_federates.hpp"
#include "conformance/two_federations.hpp"

namespace orrery::rti::testing::conformance {
namespace {

class DeliveredOnce : public TimedFederates {
 protected:
  struct Of {
    bool advancing = false;
    int kind = 0;  // 0 to 4: TAR, TARA, NMR, NMRA, FQR
    std::int64_t asked = 0;
    std::int64_t granted = 0;
    bool strict = true;  // nothing at `granted` may come any more
    bool constrained = false;
    bool enabling = false;  // regulation; messages up to its time may come
    std::map<std::string, int> got;
    std::map<std::string, std::int64_t> time_of;
  };
  struct Sent {
    std::size_t by = 0;
    std::int64_t time = 0;
    bool in_order = false;
    bool retracted = false;
  };
  std::map<std::string, Sent> sent_;
  std::vector<Of> all_ = std::vector<Of>(3);
  std::string history_;

  static std::int64_t number_after(const std::string& line, const std::string& mark) {
    const auto at = line.find(mark);
    return at == std::string::npos ? -1 : std::stoll(line.substr(at + mark.size()));
  }
  [[nodiscard]] std::string latest() const {
    return history_.substr(history_.size() < 1500 ? 0 : history_.size() - 1500);
  }
  void take() {
    settle();
    for (std::size_t i = 0; i < 3; ++i) {
      Of& of = all_[i];
      for (const std::string& line : std::exchange(actors()[i]->lines, {})) {
        history_ += "\n    " + std::string(1, static_cast<char>('a' + i)) + " " + line;
        if (line.starts_with("grant ")) {
          const std::int64_t time = std::stoll(line.substr(6));
          EXPECT_TRUE(of.advancing) << latest();
          EXPECT_GE(time, of.granted) << latest();
          EXPECT_LE(time, of.asked) << latest();
          if (of.kind < 2) {
            EXPECT_EQ(time, of.asked) << latest();
          }
          of.granted = time;
          of.advancing = false;
          of.strict = of.kind == 0 || of.kind == 2;
        } else if (line.starts_with("receive T")) {
          const std::string tag = std::to_string(number_after(line, "tag="));
          const std::int64_t time = number_after(line, "@");
          ++of.got[tag];
          if (line.ends_with(" tso")) {
            EXPECT_TRUE(of.constrained) << latest();
            EXPECT_TRUE(of.advancing || of.enabling) << latest();
            if (of.advancing && of.kind != 4) {
              EXPECT_LE(time, of.asked) << latest();
            }
            if (of.strict) {
              EXPECT_GT(time, of.granted) << latest();
            } else {
              EXPECT_GE(time, of.granted) << latest();
            }
          }
        } else if (line.starts_with("constrained ")) {
          of.constrained = true;
          of.granted = std::max(of.granted, static_cast<std::int64_t>(std::stoll(line.substr(12))));
          of.strict = false;
        } else if (line.starts_with("regulating ")) {
          of.enabling = false;
          of.strict = false;
          of.granted = std::max(of.granted, static_cast<std::int64_t>(std::stoll(line.substr(11))));
        }
      }
    }
  }
  void play(std::uint32_t seed, int steps) {
    std::mt19937 random(seed);
    const auto pick = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random()) % below;
    };
    for (auto& each : actors()) EXPECT_OK(each->subi("T"));
    skip();
    history_ = "\nseed " + std::to_string(seed);
    int messages = 0;
    for (int step = 0; step < steps; ++step) {
      const std::size_t who = pick(3);
      Actor& each = *actors()[who];
      Of& of = all_[who];
      const std::int64_t then = of.granted + static_cast<std::int64_t>(pick(6));
      std::string what;
      Status done;
      switch (pick(12)) {
        case 0:
        case 1:
        case 2:
        case 3: {
          const std::string tag = std::to_string(messages++);
          what = "send_at " + std::to_string(then) + " tag=" + tag;
          done = each.send_at(then, "T", "", tag, tag);
          if (done) sent_[tag] = {who, then, labels().messages.contains(tag), false};
          break;
        }
        case 4: {
          if (messages == 0) break;
          const std::string tag = std::to_string(pick(static_cast<std::uint32_t>(messages)));
          if (!labels().messages.contains(tag)) break;
          what = "retract " + tag;
          done = each.retract(tag);
          if (done) sent_[tag].retracted = true;
          break;
        }
        case 5:
        case 6:
        case 7:
        case 8: {
          const auto kind = static_cast<int>(pick(5));
          what = "advance " + std::to_string(kind) + " " + std::to_string(then);
          done = kind == 0   ? each.tar(then)
                 : kind == 1 ? each.tara(then)
                 : kind == 2 ? each.nmr(then)
                 : kind == 3 ? each.nmra(then)
                             : each.fqr(then);
          if (done) {
            of.advancing = true;
            of.kind = kind;
            of.asked = then;
          }
          break;
        }
        case 9:
          what = "regulation";
          if (pick(4)) {
            done = each.regulate(static_cast<std::int64_t>(pick(3)));
            if (done) of.enabling = true;
          } else {
            done = each.rti->disable_time_regulation();
          }
          break;
        case 10: {
          const bool on = pick(4) != 0;
          what = on ? "constrain" : "unconstrain";
          done = on ? each.constrain() : each.rti->disable_time_constrained();
          if (done && !on) of.constrained = false;
          break;
        }
        default:
          what = "lookahead";
          done = each.rti->modify_lookahead({static_cast<std::int64_t>(pick(4))});
      }
      history_ += "\n" + std::string(1, static_cast<char>('a' + who)) + " " + what + " " +
                  error_of(done).substr(0, 25);
      take();
      if (HasFailure()) return;
    }
    // All advance far, and all advances end.
    constexpr std::int64_t far = 1000;
    for (int round = 0; round < 5; ++round) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (all_[i].advancing || all_[i].granted == far) continue;
        const Status done = actors()[i]->tar(far);
        history_ += "\n" + std::to_string(i) + " far " + error_of(done);
        if (!done) continue;
        all_[i].advancing = true;
        all_[i].kind = 0;
        all_[i].asked = far;
      }
      take();
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_FALSE(all_[i].advancing) << i << latest();
      for (const auto& [tag, message] : sent_) {
        if (message.by == i) continue;
        const int got = all_[i].got[tag];
        if (message.retracted) {
          EXPECT_LE(got, 1) << i << " tag " << tag << latest();
        } else {
          EXPECT_EQ(got, 1) << i << " tag " << tag << latest();
        }
        if (HasFailure()) return;
      }
    }
  }
};

TEST_P(DeliveredOnce, InEveryHistory) { play(first_seed(), 200); }

CONFORMANCE_SUITE(DeliveredOnce);

}  // namespace
}  // namespace orrery::rti::testing::conformance
