// Random calls of five federates that cross each other, with immediate and evoked callbacks: what holds whatever the order
// (clauses 5 to 9). A federate is only told about objects that it knows, and within its time. When all has settled, all agree on
// owners and objects.
#include "staged/placements/player.hpp"

namespace orrery::rti::testing::staged {
namespace {

// Reads what one federate did ("!word detail: outcome") and was told, line by line.
class PlacedReader {
 public:
  explicit PlacedReader(std::string own_name) : name(std::move(own_name)) {}
  std::set<std::string> known;
  Lines faults;

  void read(const std::string& line) {
    history.push_back(line);
    const Lines all = words(line);
    if (line.starts_with("!")) return did(all);
    if (all[0] == "discover") {
      if (!known.insert(all[1]).second) fault("discovered twice");
      return;
    }
    static const std::set<std::string> about{
        "reflect", "remove", "provide", "assume", "release", "acquired",  "unavailable", "confirm",
        "in",      "out",    "on",      "off",    "owner",   "cancelled", "unowned"};
    if (about.contains(all[0]) && !known.contains(all[1])) fault("told of what it does not know");
    if (all[0] == "acquired") {
      for (const auto& each : split_list(all[2])) {
        if (!owned.insert(all[1] + " " + each).second) fault("acquired twice");
      }
    }
    if (all[0] == "constrained") constrained = true;
    if (all[0] == "regulating") {
      regulation_asked = false;
      now = std::max(now, std::stod(all[1]));
    }
    if (all[0] == "grant") return granted(std::stod(all[1]));
    if (all[0] == "reflect" || all[0] == "receive" || all[0] == "remove") message(all, line);
    if (all[0] == "remove") known.erase(all[1]);
  }

 private:
  static Lines split_list(const std::string& text) {
    Lines all;
    std::istringstream in(text);
    for (std::string each; std::getline(in, each, ',');) all.push_back(each);
    return all;
  }
  void fault(const std::string& what) {
    std::string text = name + ": " + what + ": " + history.back() + "\n after";
    for (std::size_t i = history.size() > 40 ? history.size() - 40 : 0; i < history.size(); ++i)
      text += "\n   " + history[i];
    faults.push_back(text);
  }
  void did(const Lines& all) {
    const std::string word = all[0].substr(1);
    if (all.back() != "ok" && word != "give") return;
    if (word == "resign") {
      *this = [&] {
        PlacedReader fresh(name);
        fresh.faults = faults;
        fresh.history = history;
        return fresh;
      }();
    }
    if (word == "reg" || word == "regin") known.insert(all[1]);
    if (word == "unpub") owned.clear();
    if (word == "divest" || word == "confirm" || word == "give") {
      for (std::size_t i = 2; i < all.size(); ++i) {
        for (const auto& each : split_list(all[i])) owned.erase(all[1] + " " + each);
      }
    }
    if (word == "noconstr") constrained = false;
    if (word == "regul") regulation_asked = true;
    if (word == "async") asynchronous = true;
    if (word == "noasync") asynchronous = false;
    if (word == "tar" || word == "tara" || word == "nmr" || word == "nmra" || word == "fqr") {
      pending = word;
      requested = std::stod(all[1]);
      newest = -1;
    }
  }
  void granted(double at) {
    if (pending.empty()) fault("granted without a request");
    if (at < now || at > requested) fault("granted at a wrong time");
    if (pending.starts_with("tar") && at != requested) fault("granted at a wrong time");
    if (pending.starts_with("nmr") && newest >= 0 && at != newest) fault("granted at a wrong time");
    if (pending == "fqr" && newest >= 0 && at > first) fault("granted after a message");
    now = at;
    pending.clear();
  }
  void message(const Lines& all, const std::string& line) {
    const auto at = line.find(" @");
    if (at == std::string::npos || all.back() == "ro") {
      if (constrained && pending.empty() && !asynchronous && !regulation_asked)
        fault("receive order out of an advance");
      return;
    }
    const double time = std::stod(line.substr(at + 2));
    if (pending.empty() && regulation_asked) return;
    if (pending.empty()) fault("timestamp order out of an advance");
    // Equal times may differ in digits that the line does not show.
    if (time < now) fault("a message of the past");
    if (pending != "fqr" && time > requested) fault("a message of the future");
    if (time < newest) fault("messages out of order");
    if (pending.starts_with("nmr") && newest >= 0 && time != newest) fault("two times in one step");
    if (newest < 0) first = time;
    newest = time;
  }

  std::string name;
  Lines history;
  std::set<std::string> owned;
  bool constrained = false;
  bool asynchronous = false;
  bool regulation_asked = false;  // its logical time may advance too
  std::string pending;
  double requested = 0;
  double now = 0;
  double newest = -1;  // of the messages in timestamp order of this advance
  double first = 0;
};

class PlacedCrowd : public PlacedPlayer {
 public:
  void crowd(const Places& places, const PlacedCalls& calls) {
    prepare(places);
    for (auto& fed : feds) readers.emplace_back(fed->name);
    for (const auto& each : calls) {
      if (each.word == "settle") {
        drain();
        read();
        all_told.push_back("settle");
        continue;
      }
      auto& fed = *feds[each.who];
      detail.clear();
      const std::string lookahead = fed.joined ? fed.now() + " " + fed.lookahead() : "";
      const bool there = fed.joined;
      const std::string result = run(each);
      if (quiet) tell();
      all_told.push_back(fed.name + " " + each.word + " " + detail + ": " + result + " [" +
                         lookahead + "]");
      fed.log.push_back("!" + each.word + " " + detail + " " + result);
      if (result == "ok" && there != fed.joined) read();
      if (result == "ok" && each.word == "resign") readers[each.who].known.clear();
      if (each.word == "delat" && result == "ok") gone_later.insert(words(detail).front());
      if (each.word == "del" || each.word == "delat" || each.word == "forget" ||
          each.word == "retract") {
        read();
        look(each.who);
      }
    }
    drain();
    read();
    if (!quiet) finish();
  }
  bool quiet = false;  // does not look at the end
  Lines all_told;
  Lines faults() const {
    Lines all;
    for (const auto& each : readers) all.insert(all.end(), each.faults.begin(), each.faults.end());
    return all;
  }

 private:
  std::map<std::string, std::size_t> heard_of;
  void tell() {
    for (auto& fed : feds) {
      for (std::size_t& n = heard_of[fed->name]; n < fed->log.size(); ++n) {
        if (!fed->log[n].starts_with("!"))
          all_told.push_back("   " + fed->name + " <- " + fed->log[n]);
      }
    }
  }
  void read() {
    tell();
    heard_of.clear();
    for (std::size_t i = 0; i < 5; ++i) {
      for (const auto& line : std::exchange(feds[i]->log, {})) {
        if (!line.starts_with("!stir")) readers[i].read(line);
        const Lines all = words(line);
        if (all[0] == "remove" && all.size() == 2) gone.insert(all[1]);
      }
    }
  }
  // What a federate itself deletes, forgets or brings back it is not told of.
  void look(std::size_t who) {
    for (std::uint32_t i = 0; i < made; ++i) {
      const std::string each = "x" + std::to_string(i);
      if (feds[who]->knows(each)) {
        readers[who].known.insert(each);
      } else {
        readers[who].known.erase(each);
      }
    }
  }
  void finish() {
    for (auto& fed : feds) {
      if (!fed->joined) (void)join(*fed);
      (void)fed->rti->disable_time_regulation();
    }
    drain();
    for (auto& fed : feds) (void)fed->rti->disable_time_regulation();
    drain();
    for (auto& fed : feds) {
      fed->log.push_back("!noconstr  " + outcome(fed->rti->disable_time_constrained()));
    }
    drain();
    read();
    for (auto& fed : feds) {
      for (const auto& of : object_classes()) EXPECT_EQ(outcome(fed->sub(of, "t1 t2 t3")), "ok");
    }
    drain();
    read();
    std::map<std::string, Lines> must;  // what each federate will be told in the end
    for (std::uint32_t i = 0; i < made; ++i) agree("x" + std::to_string(i));
    clear();
    for (std::uint32_t i = 0; i < made; ++i) {
      const std::string x = "x" + std::to_string(i);
      if (gone_later.contains(x)) continue;
      for (auto& fed : feds) {
        if (!fed->owns(x, "t2")) continue;
        (void)fed->rti->change_attribute_order_type(fed->ob(x), fed->ats("t2"), OrderType::receive);
        EXPECT_EQ(outcome(fed->upd(x, "t2=end")), "ok");
        for (auto& other : feds) {
          if (other != fed && other->knows(x))
            must[other->name].push_back("reflect " + x + " t2=end");
        }
      }
    }
    drain();
    for (auto& fed : feds) {
      Lines told = fed->log;
      std::erase_if(told, [](const std::string& line) { return !line.ends_with("=end"); });
      EXPECT_EQ(sorted(told), sorted(must[fed->name])) << fed->name;
    }
  }
  // All that know the object agree on its owners; all that can discover it know it.
  void agree(const std::string& x) {
    if (gone_later.contains(x)) return;  // its deletion may be to come
    const std::string of = labels.class_of_label[x];
    for (const auto& attribute : words(attributes(of, 0) + " priv")) {
      std::string owner;
      for (auto& fed : feds) {
        if (!fed->owns(x, attribute)) continue;
        EXPECT_EQ(owner, "") << x << " " << attribute << " is also owned by " << fed->name;
        owner = fed->name;
      }
      const std::string want = owner.empty() ? "unowned " + x + " " + attribute
                                             : "owner " + x + " " + attribute + " " + owner;
      clear();
      std::set<std::string> queried;
      for (auto& fed : feds) {
        if (!fed->knows(x)) {
          EXPECT_TRUE(owner.empty() || !attribute.starts_with("t"))
              << fed->name << " does not know " << x << " of " << owner;
          continue;
        }
        EXPECT_FALSE(gone.contains(x)) << fed->name << " knows " << x;
        if (fed->rti->query_attribute_ownership(fed->ob(x), fed->ats(attribute).front()))
          queried.insert(fed->name);
      }
      drain();
      for (auto& fed : feds) {
        if (queried.contains(fed->name)) {
          EXPECT_EQ(fed->log, Lines{want}) << fed->name;
        }
      }
    }
  }

  std::vector<PlacedReader> readers;
  std::set<std::string> gone;
  std::set<std::string> gone_later;
};

// Leaves calls out while a fault of the same kind stays.
Lines placed_faults(const Places& places, const PlacedCalls& calls) {
  PlacedCrowd crowd;
  crowd.quiet = true;
  crowd.crowd(places, calls);
  return crowd.faults();
}
std::string placed_least(const Places& places, PlacedCalls calls, const std::string& kind) {
  const auto fails = [&](const PlacedCalls& list) {
    const Lines all = placed_faults(places, list);
    return std::ranges::any_of(
        all, [&](const std::string& each) { return each.find(kind) != std::string::npos; });
  };
  for (std::size_t piece = calls.size() / 2; piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < calls.size();) {
      PlacedCalls fewer(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(at));
      const std::size_t end = std::min(calls.size(), at + piece);
      fewer.insert(fewer.end(), calls.begin() + static_cast<std::ptrdiff_t>(end), calls.end());
      if (fails(fewer)) {
        calls = std::move(fewer);
      } else {
        at += piece;
      }
    }
  }
  PlacedCrowd crowd;
  crowd.quiet = true;
  crowd.crowd(places, calls);
  std::string text;
  for (const auto& each : crowd.all_told) text += "\n  " + each;
  return text;
}

class PlacedCrossings : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(PlacedCrossings, HoldWhateverTheOrder) {
  const char* more = ::getenv("PLACED_SEED");
  const std::uint32_t seed =
      GetParam() + (more ? static_cast<std::uint32_t>(std::strtoul(more, nullptr, 10)) : 0);
  const auto& places = placed_all()[seed % placed_all().size()];
  const std::uint32_t settles = 1 + seed % 40;
  PlacedCalls calls;
  for (auto& each : placed_history(seed, 400)) {
    calls.push_back(each);
    if (each.dice[5] % 3 != 0) calls.push_back({each.who, "stir", each.dice});
    if (calls.size() % settles == 0) calls.push_back({each.who, "settle", each.dice});
  }
  PlacedCrowd crowd;
  crowd.crowd(places, calls);
  const Lines faults = crowd.faults();
  if (!faults.empty()) {
    const std::string kind = faults.front().substr(0, faults.front().find(':', 3));
    ADD_FAILURE() << faults.front() << "\nleast:" << placed_least(places, calls, kind.substr(3));
  }
  if (HasFailure()) ADD_FAILURE() << "seed " << seed << " on " << places.name;
}
INSTANTIATE_TEST_SUITE_P(Seeds, PlacedCrossings, ::testing::Range(1U, 31U));

}  // namespace
}  // namespace orrery::rti::testing::staged
