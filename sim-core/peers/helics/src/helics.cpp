#include "orrery/peers/helics/helics.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <utility>

#include "orrery/base/unique_fd.hpp"

#include "federate.hpp"

namespace orrery::peers::helics {

namespace {

constexpr int leave_ms = 2000;  // that a broker may take to end
constexpr const char* timeouts = " --loglevel=no_print --timeout=30s ";

const char* type_of(Core core) {
  switch (core) {
    case Core::inproc:
      return "inproc";
    case Core::ipc:
      return "ipc";
    case Core::tcp:
      return "tcp";
  }
  return "";
}

rti::Error wrong(std::string message) {
  return {rti::ErrorCode::RTIinternalError, std::move(message)};
}

// One that nobody uses. HELICS takes it soon afterwards; its own choice would be the same for two runs.
rti::Result<std::string> free_port(const std::string& address) {
  const base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in here{};
  here.sin_family = AF_INET;
  socklen_t size = sizeof here;
  auto* const raw = reinterpret_cast<sockaddr*>(&here);
  if (::inet_pton(AF_INET, address.c_str(), &here.sin_addr) != 1 ||
      ::bind(socket.get(), raw, size) != 0 || ::getsockname(socket.get(), raw, &size) != 0) {
    return wrong("HELICS has no free port at " + address + ": is it an address of this host?");
  }
  return std::to_string(ntohs(here.sin_port));
}

class Place final : public rti::BasicNode {
 public:
  Place(const Shared& shared, Meeting meeting, int number)
      : shared_(shared), meeting_(std::move(meeting)), number_(number) {}

  std::unique_ptr<rti::BasicServices> connect_basic(rti::FederateAmbassador& ambassador) override {
    auto federate = std::make_unique<Federate>(shared_, meeting_, number_, ambassador, counters_);
    federate_ = federate.get();
    return federate;
  }
  bool pump() override { return false; }
  bool wait(std::int64_t deadline_ns) override {
    return federate_ != nullptr && federate_->wait(deadline_ns);
  }
  void forget() override {
    if (federate_ != nullptr) federate_->forget();
  }
  [[nodiscard]] const rti::NodeCounters& counters() const override { return counters_; }

 private:
  const Shared& shared_;
  const Meeting meeting_;
  const int number_;
  Federate* federate_ = nullptr;
  rti::NodeCounters counters_;
};

class Helics final : public rti::Peer {
 public:
  explicit Helics(Shared shared) : shared_(std::move(shared)) {}
  ~Helics() override;

  rti::Result<std::string> open() override;
  [[nodiscard]] bool left() const override { return shared_.api.BrokerIsConnected(broker_) == 0; }
  rti::Result<std::unique_ptr<rti::BasicNode>> node(const std::string& where,
                                                    int federate) override;
  void abandon() override;

 private:
  [[nodiscard]] std::string broker_name() const { return shared_.options.name + "b"; }
  [[nodiscard]] std::string core_name(int federate) const {
    const bool one = shared_.options.core == Core::inproc;
    return shared_.options.name + "c" + (one ? "" : std::to_string(federate));
  }
  rti::Status start(const std::string& options);
  // Queues in shared memory have names; once all have them, they need none.
  void unlink_queues() const;

  const Shared shared_;
  Object broker_ = nullptr;
};

Helics::~Helics() {
  if (broker_ != nullptr) {
    Call call("ending the broker");
    if (shared_.api.BrokerWaitForDisconnect(broker_, leave_ms, call) == 0) abandon();
    shared_.api.BrokerFree(broker_);
    unlink_queues();
  }
}

void Helics::abandon() {
  if (broker_ != nullptr) unlink_queues();
  shared_.api.Abort(-2, "the run has been stopped");
}

rti::Status Helics::start(const std::string& options) {
  const Options& wanted = shared_.options;
  const std::string all = "--federates=" + std::to_string(wanted.federates) + timeouts +
                          (wanted.advances_time && wanted.federates > 2 ? "--globaltime " : "") +
                          options;
  Call call("starting a broker");
  broker_ =
      shared_.api.CreateBroker(type_of(wanted.core), broker_name().c_str(), all.c_str(), call);
  if (auto made = call.status(); !made) return made.error();
  if (shared_.api.BrokerIsConnected(broker_) != 0) return {};
  shared_.api.BrokerFree(std::exchange(broker_, nullptr));
  return wrong("HELICS' broker does not come up");
}

rti::Result<std::string> Helics::open() {
  switch (shared_.options.core) {
    case Core::inproc:
      if (auto started = start(""); !started) return started.error();
      break;
    case Core::ipc:
      if (auto started = start("--local_interface=" + broker_name() + "q"); !started) {
        return started.error();
      }
      break;
    case Core::tcp: {
      const std::string& address = shared_.options.address;
      auto port = free_port(address);
      if (!port) return port.error();
      if (auto started = start("--local_interface=" + address + " --port=" + *port); !started) {
        return started.error();
      }
      return address + ":" + *port;
    }
  }
  return broker_name();
}

rti::Result<std::unique_ptr<rti::BasicNode>> Helics::node(const std::string& where, int federate) {
  const Options& wanted = shared_.options;
  Meeting meeting;
  meeting.core_type = type_of(wanted.core);
  meeting.core_name = core_name(federate);
  const bool one = wanted.core == Core::inproc;
  meeting.core_options =
      "--federates=" + std::to_string(one ? wanted.federates_here : 1) + timeouts;
  if (wanted.core == Core::ipc) {
    meeting.core_options +=
        "--broker_address=" + where + "q --local_interface=" + meeting.core_name + "q ";
  }
  if (wanted.core == Core::tcp) {
    const std::size_t colon = where.rfind(':');
    auto port = free_port(wanted.address);
    if (!port) return port.error();
    meeting.core_options += "--broker_address=" + where.substr(0, colon) +
                            " --brokerport=" + where.substr(colon + 1) +
                            " --local_interface=" + wanted.address + " --localport=" + *port;
  } else {
    meeting.core_options += "--broker=" + where;
  }
  if (federate == 0) meeting.connected = [this] { unlink_queues(); };
  return std::unique_ptr<rti::BasicNode>(new Place(shared_, std::move(meeting), federate));
}

void Helics::unlink_queues() const {
  if (shared_.options.core != Core::ipc) return;
  const auto unlink = [](const std::string& queue) {
    // What is not there any more is as it should be.
    (void)::shm_unlink(("/" + queue).c_str());
    (void)::shm_unlink(("/" + queue + "_state").c_str());
  };
  unlink(broker_name() + "q");
  for (int i = 0; i < shared_.options.federates; ++i) unlink(core_name(i) + "q");
}

}  // namespace

rti::Result<std::string> version() {
  auto api = Api::load();
  if (!api) return api.error();
  const std::string words = api->GetVersion();
  return words.substr(0, words.find(' '));
}

rti::Result<std::unique_ptr<rti::Peer>> make(Options options) {
  auto api = Api::load();
  if (!api) return api.error();
  auto model = rti::ObjectModel::merge(options.modules);
  if (!model) return model.error();
  return std::unique_ptr<rti::Peer>(new Helics({*api, std::move(options), std::move(*model)}));
}

}  // namespace orrery::peers::helics
