// A radar that tunes the RTI while it runs, by what the RTI tells it of congestion.
//
//   tuning
//
// It sends tracks to a display over TCP: as they come, then bundled, then at a limited rate; at last only the newest track
// counts, and the attribute becomes state consistent. It checks itself: the exit status is 0 if every reliable track came in order,
// bundling saved system calls, the limit was felt, and the display holds the last track.
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <thread>

#include "orrery/transport/transport.hpp"

#include "../two_nodes.hpp"

namespace {

using namespace orrery;

constexpr int tracks = 500;  // of each part
constexpr std::string_view model = R"((FED (objects (class ObjectRoot
  (class Radar (attribute Track reliable receive)))) (interactions)))";

struct Track {
  int number = 0;
  char echo[40] = {};
};

class Radar : public rti::FederateAmbassador {
 public:
  explicit Radar(rti::Node& node) : rti_(node.connect(*this, rti::CallbackModel::evoked)) {
    const auto module = checked(rti::parse_fom(model, "tuning.fed"));
    checked(rti_->create_federation_execution("tuning", {module}));
    checked(rti_->join_federation_execution("radar", "sender", "tuning"));
    const auto of = checked(rti_->get_object_class_handle("Radar"));
    track_ = checked(rti_->get_attribute_handle(of, "Track"));
    checked(rti_->publish_object_class_attributes(of, std::span(&track_, 1)));
    while (!wanted_) evoke();
    self_ = checked(rti_->register_object_instance(of));
  }

  bool run() {
    const std::uint64_t alone = calls_for_tracks();
    checked(rti_->change_bundling({.bytes = 8'000}));
    const std::uint64_t together = calls_for_tracks();
    std::cout << "system calls for " << tracks << " tracks: " << alone << ", bundled " << together
              << "\n";
    const std::uint64_t refused = refused_at(2'000);
    std::cout << "refused at 2,000 a second: " << refused << " times\n";
    checked(rti_->change_bundling({}));
    checked(rti_->change_rate_limit({}));
    checked(rti_->request_attribute_transportation_type_change(
        self_, std::span(&track_, 1), rti::TransportationType::state_consistent));
    while (!confirmed_) evoke();
    for (int i = 0; i < tracks; ++i) send();
    const auto display = [this] { return rti_->get_federate_handle("display").ok(); };
    while (display()) evoke();
    checked(rti_->resign_federation_execution(rti::ResignAction::delete_objects));
    return together * 2 < alone && refused > 0;
  }

  void start_registration_for_object_class(rti::ObjectClassHandle) override { wanted_ = true; }
  void confirm_attribute_transportation_type_change(rti::ObjectInstanceHandle,
                                                    std::span<const rti::AttributeHandle>,
                                                    rti::TransportationType) override {
    confirmed_ = true;
  }

 private:
  void evoke() { (void)checked(rti_->evoke_callback(0.05)); }

  void send() {
    Track track;
    track.number = next_++;
    const rti::AttributeValue value{track_, std::as_bytes(std::span(&track, 1))};
    for (;;) {
      const auto sent = rti_->update_attribute_values(self_, std::span(&value, 1));
      if (sent) return;
      if (sent.error().code != rti::ErrorCode::Congested) checked(sent);
      (void)checked(rti_->evoke_multiple_callbacks(0, 0.001));
    }
  }

  std::uint64_t calls_for_tracks() {
    const auto calls = [this] { return checked(rti_->congestion()).paths.at(0).system_calls; };
    const std::uint64_t before = calls();
    for (int i = 0; i < tracks; ++i) send();
    return calls() - before;
  }

  // How often the limit refused a track.
  std::uint64_t refused_at(double per_s) {
    checked(rti_->change_rate_limit({.messages_per_s = per_s}));
    const std::uint64_t before = checked(rti_->congestion()).rate_limited;
    for (int i = 0; i < tracks / 10; ++i) send();
    return checked(rti_->congestion()).rate_limited - before;
  }

  std::unique_ptr<rti::RtiAmbassador> rti_;
  rti::AttributeHandle track_;
  rti::ObjectInstanceHandle self_;
  int next_ = 0;
  bool wanted_ = false;
  bool confirmed_ = false;
};

class Display : public rti::FederateAmbassador {
 public:
  explicit Display(rti::Node& node) : rti_(node.connect(*this, rti::CallbackModel::evoked)) {
    while (checked(rti_->list_federation_executions()).empty()) evoke();
    checked(rti_->join_federation_execution("display", "receiver", "tuning"));
    const auto of = checked(rti_->get_object_class_handle("Radar"));
    const auto track = checked(rti_->get_attribute_handle(of, "Track"));
    checked(rti_->subscribe_object_class_attributes(of, std::span(&track, 1)));
  }

  bool run() {
    while (newest_ < last) evoke();
    std::cout << "the display holds track " << newest_ << " of " << last << "\n";
    checked(rti_->resign_federation_execution(rti::ResignAction::no_action));
    return in_order_;
  }

  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery& delivery) override {
    int number = 0;
    std::memcpy(&number, values[0].value.data(), sizeof number);
    const bool reliable = delivery.transportation == rti::TransportationType::reliable;
    in_order_ &= reliable ? number == newest_ + 1 : number > newest_;
    newest_ = number;
  }

 private:
  static constexpr int last = 3 * tracks + tracks / 10 - 1;

  void evoke() { (void)checked(rti_->evoke_callback(0.05)); }

  std::unique_ptr<rti::RtiAmbassador> rti_;
  int newest_ = -1;
  bool in_order_ = true;
};

template <class Player>
bool play(std::uint32_t self, std::shared_ptr<base::Doorbell> bell,
          std::unique_ptr<transport::Channel> to_other) {
  try {
    const auto node = node_of(self, std::move(bell), std::move(to_other));
    return Player(*node).run();
  } catch (const std::exception& error) {
    std::cerr << "tuning: " << error.what() << "\n";
    std::exit(1);
  }
}

}  // namespace

int main() {
  auto bell_a = base::Doorbell::create(base::Doorbell::Scope::local);
  auto bell_b = base::Doorbell::create(base::Doorbell::Scope::local);
  if (!bell_a || !bell_b) return 1;
  auto pair = transport::Transport::make_pair(transport::Kind::tcp, {}, *bell_a, *bell_b);
  if (!pair) return 1;
  bool displayed = false;
  std::thread display([&, channel = std::move(pair->b)]() mutable {
    displayed = play<Display>(1, *bell_b, std::move(channel));
  });
  const bool tuned = play<Radar>(0, *bell_a, std::move(pair->a));
  display.join();
  return tuned && displayed ? 0 : 1;
}
