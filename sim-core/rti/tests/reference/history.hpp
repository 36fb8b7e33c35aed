// Random histories, from seeds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "model.hpp"
#include "values.hpp"

namespace orrery::rti::testing {

// Makes up calls one by one. Most are legal in the model's state; some are not.
class History {
 public:
  // `manages`: in some histories federates observe each other through the management object model.
  // `about`: what most calls are about.
  enum class About { all_services, exchange };
  History(std::uint64_t seed, std::size_t places, std::size_t length, bool manages, About about);
  std::optional<Call> next(Model& model);

 private:
  std::optional<Call> propose_refused(Model& model);
  std::optional<Call> propose_end(const Model& model);
  Call propose(const Model& model);
  std::optional<Call> propose_aimed(const Model& model);
  static void aim_at_members(const Model& model, const Joined& me, std::vector<Call>& aims);
  std::vector<Call> aims(const Model& model);
  void weigh_groups(bool manages);
  void weigh_exchange();
  void pick_targets();
  std::optional<Call> propose_target(Model& model);
  void make_wrong(Call& call, const Model& model, ErrorCode error);
  std::optional<Call> set_stage(Model& model, Service service, std::optional<ErrorCode> error);
  std::optional<Call> prepare(Model& model, Service service);
  [[nodiscard]] bool has_target_of_save(const Model& model) const;
  void aim_at_acquisitions(const Model& model, std::vector<Call>& aims);
  void aim_at_names(const Model& model, const Joined& me, std::vector<Call>& aims);
  static void aim_at_time(const Model& model, const Joined& me, std::vector<Call>& aims);
  static void aim_at_uses(const Model& model, const Joined& me, std::vector<Call>& aims);
  void fill(Call& call, const Model& model);
  void fill_support(Call& call);
  void fill_management(Call& call, const Model& model);
  void open_management(int place);
  void fill_regions(Call& call, const Model& model);
  void fill_region_uses(Call& call, const Model& model, const Joined* me);
  void fill_ownership(Call& call, const Model& model);
  void fill_saves(Call& call, const Model& model);
  std::optional<Call> propose_of_save(const Model& model);
  std::optional<Call> propose_of_rates(const Model& model);
  static bool is_apt(Service service, const Model& model, const Joined& me, int object,
                     int attribute);
  Service pick_service();
  Service any_service();
  int pick_object(const Model& model, int place);
  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
  // Whether an argument is to be one that the service refuses.
  bool is_odd() { return chance(odd_); }
  template <class Container>
  auto pick(const Container& all) {
    return *std::next(all.begin(), static_cast<std::ptrdiff_t>(below(all.size())));
  }

  static constexpr int usual_oddness = 2;  // in percent

  std::mt19937_64 random_;
  const About about_;
  int odd_ = usual_oddness;
  bool saves_ = false;            // whether there are saves and restores in this history
  bool rates_ = false;            // whether this history is about update rates
  std::optional<int> bystander_;  // the place of one that is connected and does not join
  const std::size_t places_;
  const std::size_t length_;
  std::vector<Service> refusing_;  // whose refusals this history looks for
  std::map<std::pair<Service, ErrorCode>, int> met_;
  // An answer that this history looks for, and how often still; without an error: a legal call.
  struct Target {
    Service service;
    std::optional<ErrorCode> error;
    int left;
  };
  std::vector<Target> targets_;
  bool manages_ = false;  // federates observe each other (clause 11)
  bool ends_ = false;     // all resign and the federation is destroyed, half-way
  int favourite_ = 1;     // the object class that most federates use
  int last_ = 0;
  std::size_t step_ = 0;
  std::vector<Call> opening_;
  std::vector<int> weights_;  // by service
  std::vector<int>
      evoke_weights_;  // by place, in percent: federates that seldom evoke let messages queue
  std::vector<int> objects_;
  std::vector<int> messages_;
  std::vector<int> regions_;
};

}  // namespace orrery::rti::testing
