// A federate of HELICS under the services of the standard (helics.hpp says what stands for what). Belongs to its thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "orrery/peers/helics/helics.hpp"

#include "api.hpp"
#include "words.hpp"

namespace orrery::peers::helics {

// Distance of two grants at least; also what asks for the next one.
inline constexpr double least_step = 1e-9;
// Distance of two updates of an object. A federate that is granted the very time of a value may see it with its next
// grant only, and HELICS keeps but the newest of those that have come by then.
inline constexpr double apart = 4e-9;

// What the federates of a process share; outlives them.
struct Shared {
  Api api;
  Options options;
  rti::ObjectModel model;
};

// Where a federate is to meet the others.
struct Meeting {
  std::string core_type;
  std::string core_name;
  std::string core_options;
  std::function<void()> connected;  // by federate 0, when all have met
};

class Federate final : public rti::BasicServices {
 public:
  Federate(const Shared& shared, Meeting meeting, int number, rti::FederateAmbassador& ambassador,
           rti::NodeCounters& counters);
  ~Federate() override;

  // Until something has come, by a time request; shortly before a deadline not at all.
  bool wait(std::int64_t deadline_ns);
  // As a crash: not even HELICS is told.
  void forget();

  rti::Status create_federation_execution(const std::string&, const std::vector<rti::FomModule>&,
                                          rti::TimeRepresentation) override;
  rti::Result<std::vector<rti::FederationInformation>> list_federation_executions() override;
  rti::Result<rti::FederateHandle> join_federation_execution(
      const std::string& federate_name, const std::string& federate_type,
      const std::string& federation_name, const std::vector<rti::FomModule>&) override;
  rti::Status resign_federation_execution(rti::ResignAction action) override;
  rti::Status register_federation_synchronization_point(
      const std::string& label, rti::Bytes tag, std::span<const rti::FederateHandle> set) override;
  rti::Status synchronization_point_achieved(const std::string& label, bool success) override;

  rti::Status publish_object_class_attributes(rti::ObjectClassHandle,
                                              std::span<const rti::AttributeHandle>) override;
  rti::Status publish_interaction_class(rti::InteractionClassHandle of) override;
  rti::Status subscribe_object_class_attributes(rti::ObjectClassHandle of,
                                                std::span<const rti::AttributeHandle>,
                                                bool active) override;
  rti::Status subscribe_interaction_class(rti::InteractionClassHandle of, bool active) override;

  rti::Result<rti::ObjectInstanceHandle> register_object_instance(rti::ObjectClassHandle of,
                                                                  const std::string&) override;
  rti::Status update_attribute_values(rti::ObjectInstanceHandle object,
                                      std::span<const rti::AttributeValue> values,
                                      rti::Bytes tag) override;
  rti::Status send_interaction(rti::InteractionClassHandle of,
                               std::span<const rti::ParameterValue> values,
                               rti::Bytes tag) override;

  rti::Status enable_time_regulation(rti::LogicalTimeInterval) override;
  rti::Status enable_time_constrained() override;
  rti::Status enable_asynchronous_delivery() override { return {}; }
  rti::Status time_advance_request(rti::LogicalTime time) override;

  rti::Result<rti::ObjectClassHandle> get_object_class_handle(std::string_view name) override {
    return shared_.model.object_class(name);
  }
  rti::Result<rti::AttributeHandle> get_attribute_handle(rti::ObjectClassHandle of,
                                                         std::string_view name) override {
    return shared_.model.attribute(of, name);
  }
  rti::Result<rti::InteractionClassHandle> get_interaction_class_handle(
      std::string_view name) override {
    return shared_.model.interaction_class(name);
  }
  rti::Result<rti::ParameterHandle> get_parameter_handle(rti::InteractionClassHandle of,
                                                         std::string_view name) override {
    return shared_.model.parameter(of, name);
  }
  rti::Result<rti::FederateHandle> get_federate_handle(std::string_view name) override;
  rti::Result<bool> evoke_multiple_callbacks(double least_s, double most_s) override;

 private:
  enum class Stage : std::uint8_t { alone, declaring, executing, gone };

  // One of ours.
  struct Published {
    Object publication = nullptr;
    double next_at = 0;  // may be updated again
  };
  // One of another federate.
  struct Discovered {
    Object input = nullptr;
    rti::ObjectInstanceHandle handle;
    rti::ObjectClassHandle of;
  };

  rti::Status execute();
  rti::Result<std::set<std::string>> names(const char* query);
  rti::Status link(const std::set<std::string>& publications);
  rti::Status must_declare() const;
  rti::Status must_execute() const;
  // Grants the next time, at most `time`: what was sent goes out.
  rti::Status advance(double time);
  void flush_own();
  void say(What what, const std::string& text);
  rti::Status send(rti::Bytes message);
  void read();
  void read_objects();
  void read_messages();
  void handle(rti::Bytes message);
  void achieved(const std::string& label);
  void later(std::function<void()> callback) { callbacks_.push_back(std::move(callback)); }
  void lost(const rti::Status& why);

  const Shared& shared_;
  const Meeting meeting_;
  const Api& api_;
  const int number_;
  rti::FederateAmbassador& ambassador_;
  rti::NodeCounters& counters_;

  Stage stage_ = Stage::alone;
  Object federate_ = nullptr;
  Object out_ = nullptr;
  Object in_ = nullptr;
  double granted_ = 0;
  bool has_arrived_ = false;  // something may wait to be read since the last grant
  std::string broken_;        // why nothing goes on

  std::vector<Published> objects_;
  std::vector<Discovered> discovered_;
  std::set<std::uint16_t> published_interactions_;
  std::set<std::uint16_t> wanted_interactions_;
  std::set<std::uint16_t> wanted_objects_;
  std::map<std::string, std::uint32_t, std::less<>> federates_;  // that have not resigned

  // Of the batch that goes out with the next time request.
  std::size_t batch_updates_ = 0;
  int batch_messages_ = 0;
  bool full_ = false;                                // somebody was told so
  unsigned evoked_ = 0;                              // since the last grant
  std::deque<std::vector<std::byte>> own_messages_;  // that did not fit

  double requested_ = 0;  // of HELICS' time, while an advance is pending
  rti::LogicalTime wanted_time_;
  bool advancing_ = false;

  std::map<std::string, int> achieved_;  // federate 0: by how many
  std::deque<std::function<void()>> callbacks_;
  std::vector<std::byte> writing_;
  std::vector<std::byte> reading_;
  std::vector<rti::AttributeValue> attributes_;
  std::vector<rti::ParameterValue> parameters_;
};

}  // namespace orrery::peers::helics
