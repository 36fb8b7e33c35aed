// Programs that join a federation while it runs:
//
//   visitors clock 10.0.0.1 3         keeps a clock for three visitors; prints its endpoint, tcp:10.0.0.1:41001
//   visitors 1 tcp:10.0.0.1:41001     the first visitor: joins, prints the time and leaves
//   visitors 2 tcp:10.0.0.1:41001     the second visitor, later
//   visitors                          a clock and three visitors on this host: checks itself
//
// The number is the visitor's seat. Each seat is used once, the lowest first. A visitor opens a channel to every node that runs;
// here that is the clock alone, since the visitor before it has left.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/transport/transport.hpp"

#include "../checked.hpp"

namespace {

using namespace orrery;

constexpr std::uint32_t seats = 64;
constexpr std::int64_t patience_ns = 60'000'000'000;
// All programs of a run have this token. A node admits whoever has it, so keep it secret.
constexpr std::string_view run_token = "a secret of this run";
constexpr std::string_view model = R"(<?xml version="1.0"?>
<objectModel xmlns="http://standards.ieee.org/IEEE1516-2010">
 <objects><objectClass><name>HLAobjectRoot</name>
  <objectClass><name>Clock</name>
   <attribute><name>Ticks</name><transportation>HLAreliable</transportation><order>Receive</order></attribute>
  </objectClass></objectClass></objects>
</objectModel>)";

std::unique_ptr<rti::Node> make_node(std::uint32_t seat, std::shared_ptr<base::Doorbell> bell,
                                     std::vector<std::unique_ptr<transport::Channel>> channels) {
  rti::NodeOptions options;
  options.self = seat;
  options.nodes = seats;
  options.present = 1;  // the clock
  options.joins = seat > 0;
  return checked(rti::Node::create(options, std::move(bell), std::move(channels)));
}

class Clock : public rti::FederateAmbassador {
 public:
  Clock(rti::Node& node, transport::Listener& listener, std::shared_ptr<base::Doorbell> bell)
      : node_(node),
        listener_(listener),
        bell_(std::move(bell)),
        rti_(node.connect(*this, rti::CallbackModel::evoked)) {}

  void tick_for(std::uint32_t visitors) {
    const auto module = checked(rti::parse_fom(model, "clock.xml"));
    checked(rti_->create_federation_execution("clock", {module}));
    checked(rti_->join_federation_execution("clock", "clock", "clock"));
    const auto object_class = checked(rti_->get_object_class_handle("Clock"));
    ticks_handle_ = checked(rti_->get_attribute_handle(object_class, "Ticks"));
    checked(rti_->publish_object_class_attributes(object_class, std::span(&ticks_handle_, 1)));
    clock_ = checked(rti_->register_object_instance(object_class));
    // Until all visitors have read the time and left.
    while (served_ < visitors || members() > 1) {
      ++ticks_;
      (void)checked(rti_->evoke_multiple_callbacks(0.001, 0.01));
      admit();
    }
    checked(rti_->resign_federation_execution(rti::ResignAction::delete_objects));
  }

  void provide_attribute_value_update(rti::ObjectInstanceHandle,
                                      std::span<const rti::AttributeHandle>, rti::Bytes) override {
    const rti::AttributeValue value{ticks_handle_, std::as_bytes(std::span(&ticks_, 1))};
    checked(rti_->update_attribute_values(clock_, std::span(&value, 1)));
    ++served_;
  }
  void federate_lost(rti::FederateHandle, const std::string& why) override {
    throw std::runtime_error("a visitor was lost: " + why);
  }
  void connection_lost(const std::string& why) override { throw std::runtime_error(why); }

 private:
  // Gives a seat to a visitor that has connected.
  void admit() {
    auto accepted = listener_.accept(bell_, base::now_ns() + 1'000'000);
    if (!accepted) return;
    const std::uint32_t seat = accepted.value().peer_index;
    checked(node_.open_seat(seat, std::move(accepted.value().channel)));
    std::cerr << "visitor " << seat << " asks to join\n";
  }
  std::size_t members() { return checked(rti_->list_federation_execution_members("clock")).size(); }

  rti::Node& node_;
  transport::Listener& listener_;
  const std::shared_ptr<base::Doorbell> bell_;
  std::unique_ptr<rti::RtiAmbassador> rti_;
  rti::ObjectInstanceHandle clock_;
  rti::AttributeHandle ticks_handle_;
  std::uint64_t ticks_ = 0;
  std::uint32_t served_ = 0;
};

class Visitor : public rti::FederateAmbassador {
 public:
  explicit Visitor(rti::Node& node) : rti_(node.connect(*this, rti::CallbackModel::evoked)) {}

  // The services wait until the node has joined.
  std::uint64_t read_time() {
    checked(rti_->join_federation_execution("", "visitor", "clock"));
    const auto object_class = checked(rti_->get_object_class_handle("Clock"));
    const auto ticks = checked(rti_->get_attribute_handle(object_class, "Ticks"));
    checked(rti_->subscribe_object_class_attributes(object_class, std::span(&ticks, 1)));
    while (!clock_) evoke();
    checked(rti_->request_attribute_value_update(*clock_, std::span(&ticks, 1)));
    while (!ticks_) evoke();
    checked(rti_->resign_federation_execution(rti::ResignAction::no_action));
    return *ticks_;
  }

  void discover_object_instance(rti::ObjectInstanceHandle object, rti::ObjectClassHandle,
                                const std::string&, rti::FederateHandle) override {
    clock_ = object;
  }
  void reflect_attribute_values(rti::ObjectInstanceHandle,
                                std::span<const rti::AttributeValue> values, rti::Bytes,
                                const rti::Delivery&) override {
    std::uint64_t ticks = 0;
    std::memcpy(&ticks, values.front().value.data(), sizeof ticks);
    ticks_ = ticks;
  }
  void connection_lost(const std::string& why) override { throw std::runtime_error(why); }

 private:
  void evoke() { (void)checked(rti_->evoke_callback(0.1)); }

  std::unique_ptr<rti::RtiAmbassador> rti_;
  std::optional<rti::ObjectInstanceHandle> clock_;
  std::optional<std::uint64_t> ticks_;
};

void keep_clock(const std::string& address, std::uint32_t visitors, int endpoint_to) {
  const auto bell = checked(base::Doorbell::create(base::Doorbell::Scope::local));
  transport::Transport transport;
  const transport::Identity self{std::string(run_token), 0};
  const auto listener =
      checked(transport.listen(transport::Kind::tcp, {.self = self, .bind_address = address}));
  const std::string line = listener->endpoint() + "\n";
  if (write(endpoint_to, line.data(), line.size()) < 0) throw std::runtime_error("no output");
  const auto node = make_node(0, bell, std::vector<std::unique_ptr<transport::Channel>>(seats));
  Clock(*node, *listener, bell).tick_for(visitors);
}

std::uint64_t visit(std::uint32_t seat, const std::string& endpoint) {
  const auto bell = checked(base::Doorbell::create(base::Doorbell::Scope::local));
  transport::Transport transport;
  const transport::Identity self{std::string(run_token), seat};
  std::vector<std::unique_ptr<transport::Channel>> channels(seats);
  channels[0] = checked(transport.connect(endpoint, {.self = self, .peer_index = 0}, bell,
                                          base::now_ns() + patience_ns));
  const auto node = make_node(seat, bell, std::move(channels));
  const std::uint64_t ticks = Visitor(*node).read_time();
  std::cerr << "visitor " << seat << " read " << ticks << " ticks\n";
  return ticks;
}

// The clock is a child, whose endpoint comes through a pipe. This process is
// all visitors. Each must read a later time.
int check() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  const pid_t child = fork();
  if (child == 0) {
    keep_clock("127.0.0.1", 3, ends[1]);
    _exit(0);
  }
  std::string endpoint;
  for (char each = 0; read(ends[0], &each, 1) == 1 && each != '\n';) endpoint += each;
  std::uint64_t before = 0;
  bool rises = true;
  for (std::uint32_t seat = 1; seat <= 3; ++seat) {
    const std::uint64_t ticks = visit(seat, endpoint);
    rises = rises && ticks > before;
    before = ticks;
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 1;
  return !rises || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return check();
  if (arguments.size() == 3 && arguments[0] == "clock") {
    keep_clock(arguments[1], static_cast<std::uint32_t>(std::stoul(arguments[2])), STDOUT_FILENO);
    return 0;
  }
  if (arguments.size() == 2) {
    (void)visit(static_cast<std::uint32_t>(std::stoul(arguments[0])), arguments[1]);
    return 0;
  }
  std::cerr << "usage: visitors clock ADDRESS VISITORS, or visitors SEAT ENDPOINT\n";
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run({arguments + 1, arguments + count});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
