// Random walks through services, and a small model of what the standard demands of declarations and objects.
#pragma once

#include <random>

#include "staged/staged.hpp"

namespace orrery::rti::testing::staged {

class StagedWalk : public World {
 protected:
  std::mt19937 random{7};
  int below(int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }
  void save(const std::string& label) {
    STAGED_OK(a().rti->request_federation_save(label));
    skip();
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_begun());
    for (auto& each : feds) STAGED_OK(each->rti->federate_save_complete());
    skip();
  }
  void restore(const std::string& label) {
    STAGED_OK(a().rti->request_federation_restore(label));
    skip();
    for (auto& each : feds) STAGED_OK(each->rti->federate_restore_complete());
    skip();
  }
};

// Classes from the top down, with the attributes that each adds.
inline const std::map<std::string, std::string> added{{"Thing", "t1 t2"},
                                                      {"Thing.Craft", "c1 c2"},
                                                      {"Thing.Craft.Boat", "b1 b2"},
                                                      {"Thing.Craft.Boat.Tug", "u2"},
                                                      {"Thing.Craft.Plane", "p2"}};
inline std::string above(const std::string& of) {
  const auto at = of.rfind('.');
  return at == std::string::npos ? "" : of.substr(0, at);
}
inline Lines available(const std::string& of) {
  Lines all;
  for (std::string each = of; !each.empty(); each = above(each)) {
    for (const auto& one : words(added.at(each))) all.push_back(one);
  }
  return all;
}
inline std::string joined(const Lines& all) {
  std::string text;
  for (const auto& each : all) text += (text.empty() ? "" : " ") + each;
  return text;
}

// What the standard says of declarations and objects (5.1, 6.9, 6.11).
struct Interests {
  struct Object {
    std::string of;
    std::size_t owner;
    std::map<std::size_t, std::string> known;  // by federate
  };
  std::map<std::string, std::set<std::string>> subscribed[3];
  std::map<std::string, bool> active[3];
  std::set<std::string> heard_of[3];  // interaction classes
  std::map<std::string, bool> heard_actively[3];
  std::map<std::string, Object> objects;
  Lines expected[3];

  void discover() {
    for (std::size_t f = 0; f < 3; ++f) {
      for (auto& [label, object] : objects) {
        if (object.known.contains(f)) continue;
        for (std::string of = object.of; !of.empty(); of = above(of)) {
          if (subscribed[f][of].empty()) continue;
          object.known[f] = of;
          expected[f].push_back("discover " + label + " " + of);
          break;
        }
      }
    }
  }
  void update(const std::string& label, const Lines& attributes, const std::string& value) {
    const Object& object = objects.at(label);
    for (std::size_t f = 0; f < 3; ++f) {
      if (f == object.owner || !object.known.contains(f)) continue;
      Lines all;
      for (const auto& each : attributes) {
        if (subscribed[f][object.known.at(f)].contains(each)) all.push_back(each + "=" + value);
      }
      std::ranges::sort(all);
      Lines receive;
      Lines timestamp;
      for (const auto& each : all) (each[1] == '1' ? receive : timestamp).push_back(each);
      if (!receive.empty()) expected[f].push_back("reflect " + label + " " + joined(receive));
      if (!timestamp.empty()) expected[f].push_back("reflect " + label + " " + joined(timestamp));
    }
  }
  void send(std::size_t sender, const std::string& of, const Lines& values) {
    for (std::size_t f = 0; f < 3; ++f) {
      if (f == sender) continue;
      for (std::string at = of; !at.empty(); at = above(at)) {
        if (!heard_of[f].contains(at)) continue;
        const auto depth = std::ranges::count(at, '.') + 1;
        Lines all(values.begin(),
                  values.begin() +
                      std::min<std::ptrdiff_t>(depth, static_cast<std::ptrdiff_t>(values.size())));
        std::ranges::sort(all);
        expected[f].push_back("receive " + at + (all.empty() ? "" : " " + joined(all)));
        break;
      }
    }
  }
};

class StagedInterests : public StagedWalk {
 protected:
  Interests model;
  int labels_made = 0;
  std::string history;
  void begin() override {
    hush();
    for (auto& each : feds) {
      for (const auto& of : object_classes()) STAGED_OK(each->pub(of, joined(available(of))));
      for (const char* of : {"Note", "Note.Call", "Note.Call.Urgent"}) STAGED_OK(each->pubi(of));
    }
    skip();
  }
  // An update comes in parts of one order each when it has attributes of both; only one order at a time is sent here.
  void step() {
    static const Lines interactions{"Note", "Note.Call", "Note.Call.Urgent"};
    const auto f = static_cast<std::size_t>(below(3));
    Fed& fed = *feds[f];
    switch (below(8)) {
      case 0:
      case 1: {
        const std::string& of = one_of(object_classes());
        const std::string attribute = one_of(available(of));
        const bool active = chance(70);
        STAGED_OK(fed.sub(of, attribute, active));
        history += "\n" + fed.name + " sub " + of + " " + attribute + (active ? "" : " passive");
        model.active[f][of + " " + attribute] = active;
        model.subscribed[f][of].insert(attribute);
        model.discover();
        break;
      }
      case 2: {
        const std::string& of = one_of(object_classes());
        if (chance(30)) {
          STAGED_OK(fed.unsub(of));
          history += "\n" + fed.name + " unsub " + of;
          model.subscribed[f][of].clear();
        } else {
          const std::string attribute = one_of(available(of));
          STAGED_OK(fed.unsub(of, attribute));
          history += "\n" + fed.name + " unsub " + of + " " + attribute;
          model.subscribed[f][of].erase(attribute);
        }
        model.discover();
        break;
      }
      case 3: {
        if (model.objects.size() > 8) break;
        const std::string of = one_of(object_classes());
        const std::string label = "x" + std::to_string(labels_made++);
        STAGED_OK(fed.reg(of, label));
        history += "\n" + fed.name + " reg " + of + " " + label;
        model.objects[label] = {of, f, {{f, of}}};
        model.discover();
        break;
      }
      case 4: {
        if (model.objects.empty()) break;
        const auto which =
            std::next(model.objects.begin(), below(static_cast<int>(model.objects.size())));
        STAGED_OK(feds[which->second.owner]->del(which->first));
        history += "\ndel " + which->first;
        for (const auto& [at, known] : which->second.known) {
          if (at != which->second.owner) model.expected[at].push_back("remove " + which->first);
        }
        model.objects.erase(which);
        break;
      }
      case 5: {
        const std::string& of = one_of(interactions);
        if (chance(60)) {
          const bool active = chance(50);
          STAGED_OK(fed.subi(of, active));
          model.heard_actively[f][of] = active;
          model.heard_of[f].insert(of);
        } else {
          STAGED_OK(fed.unsubi(of));
          model.heard_of[f].erase(of);
        }
        break;
      }
      case 6: {
        const std::string& of = one_of(interactions);
        const Lines all{"n2=1", "k2=2", "g2=3"};
        const Lines values(all.begin(), all.begin() + std::ranges::count(of, '.') + 1);
        STAGED_OK(fed.send(of, joined(values)));
        model.send(f, of, values);
        break;
      }
      default: {
        if (model.objects.empty()) break;
        const auto which =
            std::next(model.objects.begin(), below(static_cast<int>(model.objects.size())));
        Lines attributes;
        const char order = chance(50) ? '1' : '2';
        for (const auto& each : available(which->second.of)) {
          if (each[1] == order && chance(60)) attributes.push_back(each);
        }
        if (attributes.empty()) break;
        const std::string value = std::to_string(below(1000));
        std::string values;
        for (const auto& each : attributes) values += each + "=" + value + " ";
        STAGED_OK(feds[which->second.owner]->upd(which->first, values));
        model.update(which->first, attributes, value);
        break;
      }
    }
  }
  bool agrees(int at) {
    drain();
    for (std::size_t f = 0; f < 3; ++f) {
      Lines told = std::exchange(feds[f]->log, {});
      // Offers of attributes that others left unowned are of no concern here.
      std::erase_if(told, [](const std::string& each) { return each.starts_with("assume"); });
      const Lines wanted = std::exchange(model.expected[f], {});
      EXPECT_EQ(sorted(told), sorted(wanted)) << "step " << at << ", federate " << feds[f]->name;
      if (sorted(told) != sorted(wanted)) return false;
    }
    return true;
  }
  void walk(int steps) {
    for (int i = 0; i < steps; ++i) {
      step();
      if (!agrees(i)) return;
    }
  }
};

}  // namespace orrery::rti::testing::staged
