// A federation of programs, one federate each, on one host or on several:
//
//   programs 0 3 10.0.0.1                                    prints its endpoint, tcp:10.0.0.1:41001
//   programs 1 3 10.0.0.2 tcp:10.0.0.1:41001                 prints its endpoint too
//   programs 2 3 10.0.0.3 tcp:10.0.0.1:41001 tcp:10.0.0.2:41002
//   programs                                                 two of them on this host: checks itself
//
// The arguments are the number of this node, the count of nodes, the address of this host that the others can reach, and the
// endpoints of the nodes before this one. Each node connects to the nodes before it and accepts the nodes after it. Every
// federate sends one interaction to all others.
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/transport/transport.hpp"

#include "../checked.hpp"

namespace {

using namespace orrery;

constexpr std::int64_t patience_ns = 60'000'000'000;
// All programs of a run have this token. A node admits whoever has it, so keep it secret.
constexpr std::string_view run_token = "a secret of this run";
constexpr std::string_view model = R"(<?xml version="1.0"?>
<objectModel xmlns="http://standards.ieee.org/IEEE1516-2010">
 <interactions><interactionClass><name>HLAinteractionRoot</name>
  <interactionClass><name>Greeting</name>
   <transportation>HLAreliable</transportation><order>Receive</order>
   <parameter><name>Text</name></parameter>
  </interactionClass></interactionClass></interactions>
</objectModel>)";

struct Place {
  std::uint32_t self = 0;
  std::uint32_t nodes = 2;
  std::string address = "127.0.0.1";
  std::vector<std::string> endpoints = {};  // of the nodes before this one
};

std::unique_ptr<rti::Node> make_node(const Place& place, int endpoint_to) {
  auto bell = checked(base::Doorbell::create(base::Doorbell::Scope::local));
  const transport::Identity self{std::string(run_token), place.self};
  const std::int64_t deadline = base::now_ns() + patience_ns;
  std::vector<std::unique_ptr<transport::Channel>> channels(place.nodes);
  transport::Transport transport;
  const auto listener = checked(
      transport.listen(transport::Kind::tcp, {.self = self, .bind_address = place.address}));
  const std::string line = listener->endpoint() + "\n";
  if (write(endpoint_to, line.data(), line.size()) < 0) throw std::runtime_error("no output");
  for (std::uint32_t before = 0; before < place.self; ++before) {
    channels[before] = checked(transport.connect(
        place.endpoints.at(before), {.self = self, .peer_index = before}, bell, deadline));
  }
  for (std::uint32_t after = place.self + 1; after < place.nodes; ++after) {
    auto accepted = checked(listener->accept(bell, deadline));
    channels.at(accepted.peer_index) = std::move(accepted.channel);
  }
  rti::NodeOptions options;
  options.self = place.self;
  options.nodes = place.nodes;
  return checked(rti::Node::create(options, std::move(bell), std::move(channels)));
}

class Greeter : public rti::FederateAmbassador {
 public:
  Greeter(rti::Node& node, const Place& place)
      : rti_(node.connect(*this, rti::CallbackModel::evoked)), place_(place) {}

  void greet() {
    if (place_.self == 0) {
      const auto module = checked(rti::parse_fom(model, "greeting.xml"));
      checked(rti_->create_federation_execution("greeting", {module}));
    }
    while (checked(rti_->list_federation_executions()).empty()) evoke();
    checked(rti_->join_federation_execution(name_of(place_.self), "greeter", "greeting"));
    const auto greeting = checked(rti_->get_interaction_class_handle("Greeting"));
    const auto text = checked(rti_->get_parameter_handle(greeting, "Text"));
    checked(rti_->publish_interaction_class(greeting));
    checked(rti_->subscribe_interaction_class(greeting));
    for (std::uint32_t node = 0; node < place_.nodes; ++node) {
      while (!rti_->get_federate_handle(name_of(node))) evoke();
    }
    meet("all have subscribed");
    const std::string words = "hello from " + name_of(place_.self);
    const rti::ParameterValue value{text, std::as_bytes(std::span(words))};
    checked(rti_->send_interaction(greeting, std::span(&value, 1)));
    while (received_ + 1 < place_.nodes) evoke();
    meet("all have received");
    checked(rti_->resign_federation_execution(rti::ResignAction::no_action));
  }

  void receive_interaction(rti::InteractionClassHandle, std::span<const rti::ParameterValue> values,
                           rti::Bytes, const rti::Delivery&) override {
    const rti::Bytes text = values.front().value;
    std::cerr << name_of(place_.self) << " received: "
              << std::string_view(reinterpret_cast<const char*>(text.data()), text.size()) << "\n";
    ++received_;
  }
  void announce_synchronization_point(const std::string& point, rti::Bytes) override {
    announced_ = point;
  }
  void federation_synchronized(const std::string& point,
                               std::span<const rti::FederateHandle>) override {
    synchronized_ = point;
  }
  void connection_lost(const std::string& why) override { throw std::runtime_error(why); }

 private:
  static std::string name_of(std::uint32_t node) { return "federate " + std::to_string(node); }
  void evoke() { (void)checked(rti_->evoke_callback(0.1)); }
  // All register the point: the first succeeds, and it is announced to all.
  void meet(const std::string& point) {
    checked(rti_->register_federation_synchronization_point(point, {}));
    while (announced_ != point) evoke();
    checked(rti_->synchronization_point_achieved(point));
    while (synchronized_ != point) evoke();
  }

  std::unique_ptr<rti::RtiAmbassador> rti_;
  const Place place_;
  std::uint32_t received_ = 0;
  std::string announced_;
  std::string synchronized_;
};

int run(const Place& place, int endpoint_to) {
  try {
    const auto node = make_node(place, endpoint_to);
    Greeter(*node, place).greet();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "node " << place.self << ": " << error.what() << "\n";
    return 1;
  }
}

// Node 0 is this process, node 1 a child, which reads the endpoint from a pipe.
int check() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  const pid_t child = fork();
  if (child == 0) {
    std::string endpoint;
    for (char each = 0; read(ends[0], &each, 1) == 1 && each != '\n';) endpoint += each;
    _exit(run({.self = 1, .endpoints = {endpoint}}, STDOUT_FILENO));
  }
  const int failed = run({}, ends[1]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  return failed != 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 1) return check();
  Place place;
  if (count > 3) {
    place = {.self = static_cast<std::uint32_t>(std::stoul(arguments[1])),
             .nodes = static_cast<std::uint32_t>(std::stoul(arguments[2])),
             .address = arguments[3],
             .endpoints = {arguments + 4, arguments + count}};
  }
  if (count < 4 || place.self >= place.nodes || place.endpoints.size() != place.self) {
    std::cerr << "usage: programs NODE NODES ADDRESS [ENDPOINT of each node before]\n";
    return 2;
  }
  return run(place, STDOUT_FILENO);
}
