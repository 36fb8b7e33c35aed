#include "player.hpp"

#include <algorithm>
#include <sstream>

#include "exceptions.hpp"

namespace orrery::rti::testing {

namespace {

std::string wrong_answer(Service service, const Verdict& verdict, const Answer& answer) {
  if (answer.error && !exceptions_of(service).contains(*answer.error))
    return std::string(clause_of(service)) + " lists no " + std::string(to_string(*answer.error));
  std::string allowed;
  for (const ErrorCode each : verdict.errors) allowed += std::string(to_string(each)) + " ";
  if (verdict.may_succeed) allowed += "success ";
  if (answer.error) {
    if (verdict.errors.contains(*answer.error)) return {};
    return "the answer is " + std::string(to_string(*answer.error)) + " (" + answer.message +
           "), expected: " + allowed;
  }
  if (!verdict.may_succeed) return "the answer is success, expected: " + allowed;
  if (!verdict.wrong_value) return {};
  const std::string wrong = verdict.wrong_value(answer.value);
  return wrong.empty() ? "" : "the result is " + answer.value + ", " + wrong;
}

class Player {
 public:
  Player(const Stage& stage)
      : stage_(stage),
        handles_(stage.times),
        model_(stage.places, stage.nodes, stage.nodes == 1 || stage.settle, stage.times) {
    for (std::size_t place = 0; place < stage.places; ++place) {
      recorders_.push_back(std::make_unique<CallbackRecorder>(handles_, place, told_));
      rtis_.emplace_back();
      if (!stage.connects_late) connect(place);
    }
  }

  Played run(const std::function<std::optional<Call>(Model&)>& next) {
    Played played;
    while (const auto call = next(model_)) {
      Step& line = played.lines.emplace_back();
      line.call = *call;
      played.wrong = step(line);
      if (!played.wrong.empty()) return played;
    }
    return played;
  }

 private:
  void connect(std::size_t place) {
    rtis_[place] = stage_.node(place).connect(*recorders_[place], stage_.callbacks);
  }

  std::string step(Step& line) {
    const Call& call = line.call;
    const auto place = static_cast<std::size_t>(call.federate);
    if (stage_.pass) stage_.pass(call);
    follow_clock();
    const Verdict verdict = model_.judge(call);
    if (call.service == Service::connect) {
      connect(place);
    } else {
      if (const std::string wrong = make_call(line); !wrong.empty()) return wrong;
    }
    if (call.service == Service::create_federation_execution && !line.answer.error)
      handles_.forget();
    if (const std::string wrong = wrong_answer(call.service, verdict, line.answer); !wrong.empty())
      return wrong;
    model_.commit(call, line.answer);
    keep_handles();
    follow_clock();
    const bool immediate = stage_.callbacks == CallbackModel::immediate;
    if (immediate && stage_.settle) stage_.settle();
    if (immediate) {
      for (std::size_t each = 0; each < recorders_.size(); ++each)
        while (rtis_[each] != nullptr && stage_.node(each).pump()) {
        }
    }
    for (const auto& [each, callback] : std::exchange(told_, {})) {
      line.told.push_back(callback);
      if (!immediate && each != place)
        return "a federate that did not evoke got " + to_string(callback);
      const std::string wrong = model_.accept(static_cast<int>(each), callback);
      if (!wrong.empty())
        return "federate " + std::to_string(each) + " got " + to_string(callback) + ": " + wrong;
    }
    for (std::size_t each = 0; each < recorders_.size(); ++each) {
      const bool all = immediate || (each == place && !line.answer.error &&
                                     call.service == Service::evoke_multiple_callbacks);
      if (!all) continue;
      const std::string wrong = model_.drained(static_cast<int>(each));
      if (!wrong.empty()) return "federate " + std::to_string(each) + ": " + wrong;
    }
    return {};
  }

  void follow_clock() {
    if (stage_.now_ns) model_.set_time(stage_.now_ns());
  }

  // The call, and the one within its first callback.
  std::string make_call(Step& line) {
    const Call& call = line.call;
    const auto place = static_cast<std::size_t>(call.federate);
    if (rtis_[place] == nullptr) connect(place);
    RtiAmbassador& rti = *rtis_[place];
    const bool evokes = call.service == Service::evoke_callback ||
                        call.service == Service::evoke_multiple_callbacks;
    if (stage_.settle && (std::exchange(speaker_, place) != place || evokes)) stage_.settle();
    if (!evokes || call.choice == 0 || stage_.nodes > 1) {
      line.answer = make(call, rti, handles_);
      return {};
    }
    Call nested{.id = call.id, .federate = call.federate};
    nested.service = refused_within[call.choice - 1];
    Verdict verdict = model_.judge(nested);
    verdict.errors.insert(ErrorCode::CallNotAllowedFromWithinCallback);
    verdict.may_succeed = false;
    recorders_[place]->within_next(
        [&] { line.within = {nested.service, make(nested, rti, handles_)}; });
    line.answer = make(call, rti, handles_);
    recorders_[place]->within_next({});
    return line.within ? wrong_answer(nested.service, verdict, line.within->second) : "";
  }

  // A restored federation has the handles of its save.
  void keep_handles() {
    for (const SnapshotEvent& each : model_.take_snapshot_events()) {
      if (each.restored) {
        handles_ = saved_handles_.at(each.label);
        std::erase_if(handles_.federates, [&](const auto& federate) {
          return !model_.federation().places.contains(federate.first);
        });
        for (std::size_t place = 0; place < stage_.places; ++place) {
          const Joined* const joined = model_.joined_at(static_cast<int>(place));
          if (joined == nullptr) continue;
          const auto found = std::ranges::find_if(
              handles_.joins, [&](const auto& join) { return join.second == joined->id; });
          if (found != handles_.joins.end())
            handles_.federates[static_cast<int>(place)] = found->first;
        }
      } else {
        saved_handles_.insert_or_assign(each.label, handles_);
      }
    }
  }

  const Stage& stage_;
  std::size_t speaker_ = SIZE_MAX;  // the federate of the last call
  Handles handles_;
  std::map<int, Handles> saved_handles_;  // by label
  Model model_;
  Told told_;
  std::vector<std::unique_ptr<CallbackRecorder>> recorders_;
  std::vector<std::unique_ptr<RtiAmbassador>> rtis_;
};

}  // namespace

Played play(const Stage& stage, const std::function<std::optional<Call>(Model&)>& next) {
  return Player(stage).run(next);
}

std::string print(const Played& played) {
  std::ostringstream out;
  for (const Step& line : played.lines) {
    out << to_string(line.call) << " -> "
        << (line.answer.error ? to_string(*line.answer.error) : line.answer.value) << "\n";
    if (line.within)
      out << "      within its first callback: " << to_string(line.within->first) << " -> "
          << (line.within->second.error ? to_string(*line.within->second.error) : "") << "\n";
    for (const Callback& each : line.told) out << "      " << to_string(each) << "\n";
  }
  if (!played.wrong.empty()) out << "wrong: " << played.wrong << "\n";
  return out.str();
}

}  // namespace orrery::rti::testing
