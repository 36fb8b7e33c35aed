// Random histories of calls by five federates, and a player of them on a placement, for histories_test.cpp and
// crossings_test.cpp.
#pragma once

#include <random>

#include "staged/placements/placed.hpp"

namespace orrery::rti::testing::staged {

struct PlacedCall {
  std::size_t who = 0;
  std::string word;
  std::vector<std::uint32_t> dice = {};  // what the call needs beyond its word
  bool burst = false;  // nothing need arrive before the next call, if that is of the burst too
};
using PlacedCalls = std::vector<PlacedCall>;

inline const std::vector<std::pair<std::string, int>>& placed_weights() {
  static const std::vector<std::pair<std::string, int>> all{
      {"pub", 14},      {"unpub", 3},    {"sub", 16},    {"unsub", 6},     {"subin", 8},
      {"unsubin", 4},   {"move", 6},     {"pair", 4},    {"reg", 14},      {"regin", 6},
      {"assoc", 5},     {"unassoc", 3},  {"upd", 20},    {"updat", 18},    {"pubi", 8},
      {"unpubi", 1},    {"subi", 8},     {"unsubi", 3},  {"subiin", 4},    {"unsubiin", 2},
      {"send", 10},     {"sendat", 12},  {"sendin", 4},  {"del", 4},       {"delat", 5},
      {"forget", 5},    {"divest", 5},   {"offer", 6},   {"confirm", 5},   {"acquire", 10},
      {"free", 6},      {"deny", 3},     {"give", 5},    {"withdraw", 3},  {"cancel", 4},
      {"owner", 5},     {"regul", 6},    {"noregul", 2}, {"constr", 5},    {"noconstr", 2},
      {"tar", 14},      {"tara", 8},     {"nmr", 10},    {"nmra", 6},      {"fqr", 5},
      {"modify", 4},    {"async", 3},    {"noasync", 2}, {"retract", 6},   {"order", 4},
      {"iorder", 3},    {"trans", 3},    {"request", 4}, {"requestof", 3}, {"requestin", 2},
      {"resign", 2},    {"join", 12},    {"point", 2},   {"achieve", 4},   {"scope", 2},
      {"relevance", 2}, {"delregion", 1}};
  return all;
}

inline PlacedCalls placed_history(std::uint32_t seed, std::size_t length) {
  std::mt19937 random(seed);
  std::vector<int> weights;
  for (const auto& each : placed_weights()) weights.push_back(each.second);
  std::discrete_distribution<std::size_t> pick(weights.begin(), weights.end());
  PlacedCalls all;
  for (std::size_t i = 0; i < length; ++i) {
    PlacedCall call;
    call.who = random() % 5;
    call.word = placed_weights()[pick(random)].first;
    for (int n = 0; n < 6; ++n) call.dice.push_back(static_cast<std::uint32_t>(random()));
    all.push_back(std::move(call));
  }
  return all;
}

// A history with bursts of data between its calls, in which nothing settles.
inline PlacedCalls placed_bursts(std::uint32_t seed, std::size_t length) {
  static const Lines data{"upd",    "upd",  "upd",  "updat", "updat", "updat",  "send", "sendat",
                          "sendat", "send", "stir", "stir",  "stir",  "sendin", "tar",  "nmr"};
  std::mt19937 random(seed * 7919);
  PlacedCalls all;
  // Enabling meets no burst: a message that crosses it may come in either order.
  for (std::size_t who = 0; who < 5; ++who) {
    if (random() % 2 == 0) all.push_back({who, "constr", std::vector<std::uint32_t>(6)});
  }
  for (auto& each : placed_history(seed, length / 10)) {
    if (each.word == "constr") each.word = "updat";
    all.push_back(each);
    const std::uint32_t burst = 2 + random() % 16;
    for (std::uint32_t i = 0; i < burst; ++i) {
      PlacedCall call{random() % 5, data[random() % data.size()], {}, true};
      for (int n = 0; n < 6; ++n) call.dice.push_back(static_cast<std::uint32_t>(random()));
      all.push_back(std::move(call));
    }
  }
  return all;
}

// Plays a history on one placement. The result of each step: what each federate was told, and its times.
class PlacedPlayer : public PlacedStage {
 public:
  struct Step {
    Lines told;
  };
  // Five federates publish all classes, and have three regions each.
  void prepare(const Places& places) {
    open(places, 5);
    regions.assign(5, {});
    for (std::size_t i = 0; i < 5; ++i) {
      auto& fed = *feds[i];
      regions[i].push_back(fed.region("X 0 30"));
      regions[i].push_back(fed.region("X 20 60"));
      regions[i].push_back(fed.region("X 50 100"));
      (void)fed.pubi("Note.Call.Urgent");
      (void)fed.subi("Note");
      for (const auto& of : object_classes()) (void)fed.pub(of, attributes(of, 0));
      (void)fed.sub("Thing.Craft", "t2 c2");
    }
    skip();
  }
  std::vector<Step> play(const Places& places, const PlacedCalls& calls) {
    prepare(places);
    std::vector<Step> steps;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto& each = calls[i];
      if (each.burst && (i == 0 || !calls[i - 1].burst)) begin_burst();
      Step step;
      bursting = each.burst;
      step.told.push_back(feds[each.who]->name + " " + each.word + ": " + run(each));
      bursting = false;
      if (each.burst && i + 1 < calls.size() && calls[i + 1].burst) {
        steps.push_back(std::move(step));
        continue;
      }
      drain();
      for (auto& fed : feds) {
        const Lines raw_told = std::exchange(fed->log, {});
        if (std::ranges::any_of(raw_told,
                                [](const std::string& line) { return line.starts_with("grant"); }))
          waits[fed->name] = false;
        for (const auto& line : in_order(raw_told)) {
          step.told.push_back(fed->name + " in order " + line);
        }
        const Lines told = each_alone(raw_told);
        for (const auto& line : told) step.told.push_back(fed->name + " <- " + line);
        if (fed->joined) {
          step.told.push_back(fed->name + " now " + fed->now() + " lookahead " + fed->lookahead());
          if (bounds) step.told.back() += " galt " + fed->galt() + " lits " + fed->lits();
        }
      }
      steps.push_back(std::move(step));
    }
    Step last;
    for (auto& fed : feds) {
      if (!fed->joined) continue;
      for (const auto& [label, of] : labels.class_of_label) {
        auto known = fed->rti->get_object_instance_handle(labels.name_of_label[label]);
        if (!known) continue;
        auto at = fed->rti->get_known_object_class_handle(*known);
        std::string line = fed->name + " knows " + label + " as " +
                           (at ? *fed->rti->get_object_class_name(*at) : outcome(at)) + " owns";
        for (const auto& attribute : attribute_names()) {
          auto owned = fed->rti->is_attribute_owned_by_federate(*known, fed->at(attribute));
          if (owned && *owned) line += " " + attribute;
        }
        last.told.push_back(line);
      }
    }
    steps.push_back(std::move(last));
    return steps;
  }

  bool bounds = false;  // compares GALT and LITS too

 protected:
  void begin_burst() {
    for (std::size_t i = 0; i < 5; ++i) {
      promised[i] = feds[i]->joined ? time_of(*feds[i], 0) : 0;
      asked[i] = waits[feds[i]->name];
    }
    // Receive order that waits for an advance would come before or after the grant.
    for (auto& fed : feds) {
      if (fed->joined) (void)fed->rti->enable_asynchronous_delivery();
    }
    drain();
    clear();
  }
  // What has an order: grants and messages in timestamp order; messages in receive order of each sender.
  static Lines in_order(const Lines& told) {
    Lines all;
    std::map<std::string, std::string> of_sender;
    Lines equal;  // messages of one time may come in any order
    std::string time;
    const auto flush = [&] {
      std::ranges::sort(equal);
      for (const auto& each : equal) all.push_back(std::to_string(all.size()) + " " + each);
      equal.clear();
    };
    for (const auto& line : told) {
      const bool message = line.starts_with("reflect ") || line.starts_with("receive ");
      const auto at = line.find(" @");
      const bool timed = at != std::string::npos && !line.ends_with(" ro");
      if (line.starts_with("grant ") || ((message || line.starts_with("remove ")) && timed)) {
        const std::string own = at == std::string::npos ? "grant" : line.substr(at);
        if (own != time || own == "grant") flush();
        time = own;
        equal.push_back(line);
      } else if (message) {
        const auto value = line.find('=');
        if (value != std::string::npos) of_sender[line.substr(value + 1, 1)] += " | " + line;
      }
    }
    flush();
    for (const auto& [sender, lines] : of_sender) all.push_back("of " + sender + lines);
    return all;
  }
  // A callback about several attributes may come as several callbacks: one line for each attribute.
  static Lines each_alone(const Lines& told) {
    Lines all;
    for (const auto& line : told) {
      Lines parts = words(line);
      if (parts.size() < 3 || parts[2].find(',') == std::string::npos) {
        all.push_back(line);
        continue;
      }
      std::istringstream list(parts[2]);
      for (std::string each; std::getline(list, each, ',');) {
        all.push_back(parts[0] + " " + parts[1] + " " + each +
                      (parts.size() > 3 ? " " + parts[3] : ""));
      }
    }
    std::ranges::sort(all);
    return all;
  }
  static std::string attributes(const std::string& of, std::uint32_t dice) {
    Lines all{"t1", "t2", "t3"};
    if (of != "Thing") all.insert(all.end(), {"c1", "c2", "c3"});
    if (of.find("Boat") != std::string::npos) all.insert(all.end(), {"b1", "b2"});
    if (of.ends_with("Tug")) all.push_back("u2");
    if (of.ends_with("Plane")) all.push_back("p2");
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (dice == 0 || (dice >> i & 3U) == 0) text += (text.empty() ? "" : " ") + all[i];
    }
    return text.empty() ? all[dice % all.size()] : text;
  }
  // Mostly one that the federate knows.
  std::string label(PlacedFed& fed, bool owning, std::uint32_t dice) {
    if (made == 0) return "x0";
    Lines known;
    for (std::uint32_t i = 0; i < made; ++i) {
      const std::string each = "x" + std::to_string(i);
      if (fed.knows(each)) known.push_back(each);
    }
    const Lines own = [&] {
      Lines list;
      for (const auto& each : known) {
        for (const auto& attribute : attribute_names()) {
          auto owned = fed.rti->is_attribute_owned_by_federate(fed.ob(each), fed.at(attribute));
          if (!owned || !*owned) continue;
          list.push_back(each);
          break;
        }
      }
      return list;
    }();
    if (owning && dice % 16 != 0 && !own.empty()) return own[dice / 16 % own.size()];
    if (dice % 16 == 0 || known.empty()) return "x" + std::to_string(dice / 16 % made);
    return known[dice / 16 % known.size()];
  }
  // Some attributes of the object, mostly of those that the federate owns, or does not own.
  std::string some(PlacedFed& fed, const std::string& object, bool owned, std::uint32_t dice) {
    auto at = fed.rti->get_known_object_class_handle(fed.ob(object));
    if (!at) return "t2";
    const std::string of = fed.rti->get_object_class_name(*at)->substr(14);
    Lines all;
    for (const auto& each : words(attributes(of, 0) + " priv")) {
      if (dice % 16 == 0 || fed.owns(object, each) == owned) all.push_back(each);
    }
    if (all.empty()) return "t2";
    std::string text = all[dice / 16 % all.size()];
    const std::string second = all[dice / 256 % all.size()];
    return second == text ? text : text + " " + second;
  }
  std::string run(const PlacedCall& call) {
    PlacedFed& fed = *feds[call.who];
    const auto& dice = call.dice;
    const std::string& word = call.word;
    if (word == "join") {
      if (fed.joined) return "there";
      const std::string result = outcome(join(fed));
      regions[call.who] = {fed.region("X 0 30"), fed.region("X 20 60"), fed.region("X 50 100")};
      return result;
    }
    if (word == "stir") return stir(dice);
    if (!fed.joined) return "away";
    if (word == "resign") {
      const auto result = outcome(resign(fed, static_cast<ResignAction>(dice[0] % 6)));
      if (result == "ok") sent[call.who].clear();
      return result;
    }
    const std::string of = object_classes()[dice[0] % 5];
    const std::string inter = interaction_classes()[dice[0] % 6];
    static const std::set<std::string> owners{"upd",   "updat", "divest", "offer",    "confirm",
                                              "deny",  "del",   "give",   "withdraw", "order",
                                              "trans", "assoc", "delat"};
    const bool owning = owners.contains(word);
    const std::string x = label(fed, owning, dice[0]);
    detail = x;
    const Regions one{regions[call.who][dice[1] % 3]};
    if (auto done = declare(fed, call, of, inter, one)) return *done;
    if (auto done = exchange_data(fed, call, of, inter, x, one)) return *done;
    if (auto done = own(fed, call, x)) return *done;
    return steer(fed, call, inter, x);
  }
  std::optional<std::string> declare(PlacedFed& fed, const PlacedCall& call, const std::string& of,
                                     const std::string& inter, const Regions& one) {
    const auto& dice = call.dice;
    const std::string& word = call.word;
    const bool active = dice[3] % 4 != 0;
    if (word == "pub") return outcome(fed.pub(of, attributes(of, dice[2])));
    if (word == "unpub") return outcome(fed.unpub(of, attributes(of, dice[2])));
    if (word == "sub") return outcome(fed.sub(of, attributes(of, dice[2]), active));
    if (word == "unsub") {
      return outcome(dice[3] % 2 == 0 ? fed.unsub(of) : fed.unsub(of, attributes(of, dice[2])));
    }
    const std::string in_x = of != "Thing" && dice[4] % 2 == 0 ? "t3 c3" : "t3";
    if (word == "subin") return outcome(fed.sub_in(of, in_x, one, active));
    if (word == "unsubin") return outcome(fed.unsub_in(of, in_x, one));
    if (word == "move") {
      const auto lower = dice[2] % 90;
      return outcome(fed.move(one.front(), "X " + std::to_string(lower) + " " +
                                               std::to_string(lower + 1 + dice[3] % 10)));
    }
    if (word == "pair") {
      const Regions& both = regions[call.who];
      fed.bounds(both[0], "X " + std::to_string(dice[2] % 40) + " 50");
      fed.bounds(both[1], "X 50 " + std::to_string(60 + dice[3] % 40));
      return outcome(fed.rti->commit_region_modifications(std::span(both.data(), 2)));
    }
    if (word == "delregion") return outcome(fed.rti->delete_region(fed.region("X 1 2")));
    if (word == "pubi") return outcome(fed.pubi(inter));
    if (word == "unpubi") return outcome(fed.unpubi(inter));
    if (word == "subi") return outcome(fed.subi(inter, active));
    if (word == "unsubi") return outcome(fed.unsubi(inter));
    const std::string zone = dice[3] % 2 == 0 ? "Zone" : "Zone.Inner";
    if (word == "subiin") return outcome(fed.subi_in(zone, one, active));
    if (word == "unsubiin") return outcome(fed.unsubi_in(zone, one));
    if (word == "scope") {
      return outcome(dice[0] % 2 == 0 ? fed.rti->enable_attribute_scope_advisory_switch()
                                      : fed.rti->disable_attribute_scope_advisory_switch());
    }
    if (word == "relevance") {
      return outcome(dice[0] % 2 == 0 ? fed.rti->enable_attribute_relevance_advisory_switch()
                                      : fed.rti->disable_attribute_relevance_advisory_switch());
    }
    return {};
  }
  double sending_time(std::size_t who, std::uint32_t dice) {
    return bursting ? promised[who] + 1 + dice % 7 : time_of(*feds[who], dice);
  }
  static double time_of(PlacedFed& fed, std::uint32_t dice) {
    auto is = fed.rti->query_logical_time();
    auto ahead = fed.rti->query_lookahead();
    return (is ? to_float64(*is) : 0) + (ahead ? to_float64(*ahead) : 0) + dice % 7;
  }
  std::optional<std::string> exchange_data(PlacedFed& fed, const PlacedCall& call,
                                           const std::string& of, const std::string& inter,
                                           const std::string& x, const Regions& one) {
    const auto& dice = call.dice;
    const std::string& word = call.word;
    const std::string value = "=" + fed.name + std::to_string(++value_of);
    if (word == "reg" || word == "regin") {
      const std::string own = "x" + std::to_string(made);
      detail = own;
      const auto result = outcome(
          word == "reg"
              ? fed.reg(of, own)
              : fed.reg_in(of, own, dice[4] % 2 == 0 && of != "Thing" ? "t3 c3" : "t3", one));
      if (result == "ok") ++made;
      return result;
    }
    if (word == "assoc") return outcome(fed.associate(x, "t3", one));
    if (word == "unassoc") return outcome(fed.unassociate(x, "t3", one));
    if (word == "upd" || word == "updat") {
      std::string values;
      for (const auto& each : words(some(fed, x, true, dice[2]))) {
        if (each != "priv") values += each + value + " ";
      }
      if (word == "upd") return outcome(fed.upd(x, values));
      return note_sent(call.who, fed.upd_at(sending_time(call.who, dice[1]), x, values));
    }
    if (word == "send") return outcome(fed.send(inter, parameter(inter) + value));
    if (word == "sendat") {
      return note_sent(
          call.who, fed.send_at(sending_time(call.who, dice[1]), inter, parameter(inter) + value));
    }
    if (word == "sendin") {
      const std::string zone = dice[3] % 2 == 0 ? "Zone" : "Zone.Inner";
      return outcome(fed.send_in(zone, "z2" + value, one));
    }
    if (word == "del") return outcome(fed.del(x));
    if (word == "delat") return note_sent(call.who, fed.del_at(sending_time(call.who, dice[1]), x));
    if (word == "forget") return outcome(fed.forget(x));
    if (word == "request")
      return outcome(fed.request(x, some(fed, x, dice[3] % 8 == 0, dice[2]), "q"));
    if (word == "requestof") return outcome(fed.request_of(of, attributes(of, dice[2]), "q"));
    if (word == "requestin") return outcome(fed.request_in(of, "t3", one, "q"));
    return {};
  }
  static std::string parameter(const std::string& inter) {
    if (inter.starts_with("Note")) return "n2";
    return inter == "Talk" ? "s1" : "z2";
  }
  static std::string query(PlacedFed& fed, const std::string& x, const std::string& which) {
    return outcome(fed.rti->query_attribute_ownership(fed.ob(x), fed.ats(which).front()));
  }
  std::string note_sent(std::size_t who, const Status& result) {
    PlacedFed& fed = *feds[who];
    if (result && fed.sent) sent[who].push_back(*fed.sent);
    return outcome(result);
  }
  std::optional<std::string> own(PlacedFed& fed, const PlacedCall& call, const std::string& x) {
    const std::string& word = call.word;
    const bool wants = word == "acquire" || word == "free" || word == "cancel" || word == "owner";
    const std::string which = some(fed, x, !wants, call.dice[2]);
    detail = x + " " + which;
    if (word == "divest") return outcome(fed.divest(x, which));
    if (word == "offer") return outcome(fed.offer(x, which, "o"));
    if (word == "confirm") return outcome(fed.confirm(x, which, "k"));
    if (word == "acquire") return outcome(fed.acquire(x, which, "w" + fed.name));
    if (word == "free") return outcome(fed.acquire_free(x, which));
    if (word == "deny") return outcome(fed.deny(x, which));
    if (word == "give") return fed.give(x, which);
    if (word == "withdraw") return outcome(fed.withdraw(x, which));
    if (word == "cancel") return outcome(fed.cancel(x, which));
    if (word == "owner") return query(fed, x, words(which).front());
    if (word == "order") {
      return outcome(
          fed.order(x, which, call.dice[3] % 2 == 0 ? OrderType::receive : OrderType::timestamp));
    }
    if (word == "trans") {
      const auto list = fed.ats(which);
      return outcome(fed.rti->request_attribute_transportation_type_change(
          fed.ob(x), list,
          call.dice[3] % 2 == 0 ? TransportationType::best_effort : TransportationType::reliable));
    }
    return {};
  }
  std::string steer(PlacedFed& fed, const PlacedCall& call, const std::string& inter,
                    const std::string&) {
    const auto& dice = call.dice;
    const std::string& word = call.word;
    if (word == "iorder") {
      return outcome(fed.rti->change_interaction_order_type(
          fed.ic(inter), dice[3] % 2 == 0 ? OrderType::receive : OrderType::timestamp));
    }
    if (word == "regul") return outcome(fed.regulation(dice[1] % 4));
    if (word == "noregul") return outcome(fed.rti->disable_time_regulation());
    if (word == "constr") return outcome(fed.rti->enable_time_constrained());
    if (word == "noconstr") return outcome(fed.rti->disable_time_constrained());
    auto is = fed.rti->query_logical_time();
    const double then = (is ? to_float64(*is) : 0) + dice[1] % 6;
    detail = number(then);
    if (bursting) {
      if (asked[call.who]) return "asked";
      asked[call.who] = true;
      promised[call.who] += dice[1] % 6;
    }
    if (word == "tar") return advance(fed, fed.tar(then));
    if (word == "tara") return advance(fed, fed.tara(then));
    if (word == "nmr") return advance(fed, fed.nmr(then));
    if (word == "nmra") return advance(fed, fed.nmra(then));
    if (word == "fqr") return advance(fed, fed.fqr(then));
    if (word == "modify") return outcome(fed.modify(dice[1] % 5));
    if (word == "async") return outcome(fed.rti->enable_asynchronous_delivery());
    if (word == "noasync") return outcome(fed.rti->disable_asynchronous_delivery());
    if (word == "retract") {
      auto& mine = sent[call.who];
      if (mine.empty()) return "none";
      return outcome(fed.rti->retract(mine[dice[1] % mine.size()]));
    }
    const std::string point = "p" + std::to_string(dice[0] % 3);
    if (word == "point") {
      return outcome(fed.rti->register_federation_synchronization_point(point, {}));
    }
    if (word == "achieve") {
      return outcome(fed.rti->synchronization_point_achieved(point, dice[1] % 4 != 0));
    }
    ADD_FAILURE() << word;
    return "?";
  }

  std::string advance(Fed& fed, const Status& result) {
    if (result) waits[fed.name] = true;
    return outcome(result);
  }
  // Some of what is under way arrives.
  std::string stir(const std::vector<std::uint32_t>& dice) {
    nodes[dice[0] % nodes.size()]->pump();
    if (dice[1] % 2 == 0) (void)feds[dice[2] % 5]->rti->evoke_callback(0);
    return "";
  }

  std::string detail;  // what the newest call was about
  bool bursting = false;
  double promised[5] = {};            // no message of the federate has an earlier time
  bool asked[5] = {};                 // for an advance, in this burst or before
  std::map<std::string, bool> waits;  // for a grant, when all has settled
  std::vector<Regions> regions;
  std::map<std::size_t, std::vector<MessageRetractionHandle>> sent;
  std::uint32_t made = 0;
  int value_of = 0;
};

}  // namespace orrery::rti::testing::staged
