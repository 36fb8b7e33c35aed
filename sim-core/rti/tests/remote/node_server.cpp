#include "node_server.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <tuple>
#include <utility>

#include "orrery/base/clock.hpp"

#include "core.hpp"
#include "marshal.hpp"
#include "protocol.hpp"
#include "teller.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::int64_t nap_ns = 100'000;  // between looks at the line
constexpr const char* no_federation = "(none: for settling)";

template <auto Service>
struct Call {
  static void run(RtiAmbassador& rti, Reader& in, Writer& out) { call(Service, rti, in, out); }

 private:
  template <class Made, class Of, class... Arguments>
  static void call(Made (Of::*service)(Arguments...), RtiAmbassador& rti, Reader& in, Writer& out) {
    std::tuple<marshal::kept<Arguments>...> kept{in.take<marshal::kept<Arguments>>()...};
    out.put(std::apply([&](auto&... each) { return (rti.*service)(each...); }, kept));
  }
};
constexpr auto services = Services::map<void (*)(RtiAmbassador&, Reader&, Writer&), Call>();

class NodeServer {
 public:
  NodeServer(Line& line, const MakeNode& make) : line_(line), make_(make) {}

  bool serve() {
    while (!ended_) {
      const auto request = line_.hear(0);
      if (request) {
        handle(*request);
      } else if (node_ && !node_->pump()) {
        (void)node_->wait(base::now_ns() + nap_ns);
      } else if (!node_) {
        handle(line_.hear());
      }
    }
    return again_;
  }

 private:
  void handle(const std::vector<std::byte>& request) {
    Reader in(request);
    Writer out;
    out.put(Frame::reply);
    switch (in.take<Frame>()) {
      case Frame::begin: {
        SavesOfNode saves{.directory = in.take<std::string>()};
        saves.most_bytes = in.take<std::uint64_t>();
        node_ = make_(saves);
        if (!node_) throw std::runtime_error("there is no node");
        settler_ = node_->connect(nobody_, CallbackModel::evoked);
        break;
      }
      case Frame::connect:
        out.put(connect());
        break;
      case Frame::disconnect:
        ambassadors_.at(in.take<std::uint32_t>()).reset();
        break;
      case Frame::call: {
        RtiAmbassador& rti = *ambassadors_.at(in.take<std::uint32_t>());
        services.at(in.take<std::uint16_t>())(rti, in, out);
        break;
      }
      case Frame::settle:
        out.put(settle());
        break;
      case Frame::counters:
        out.put(node_->counters());
        break;
      case Frame::end:
        ambassadors_.clear();
        settler_.reset();
        node_->forget();  // all end at once: none is there to acknowledge another's last word
        node_.reset();
        again_ = in.take<bool>();
        ended_ = true;
        break;
      default:
        throw std::runtime_error("that is no request");
    }
    line_.say(out.take());
  }

  std::uint32_t connect() {
    const auto number = static_cast<std::uint32_t>(ambassadors_.size());
    tellers_.push_back(std::make_unique<Teller>(number, [this](Bytes told) { tell(told); }));
    ambassadors_.push_back(node_->connect(*tellers_.back(), CallbackModel::evoked));
    return number;
  }

  // In the callback the check may ask for more.
  void tell(Bytes told) {
    line_.say(told);
    for (;;) {
      const std::vector<std::byte> said = line_.hear();
      if (Reader(said).take<Frame>() == Frame::returned) return;
      handle(said);
    }
  }

  // An operation that changes nothing: it is applied here when all that is before it in their order was, and that waits for
  // what its node had sent before.
  Settled settle() {
    const Status none = settler_->destroy_federation_execution(no_federation);
    if (none.ok() || none.error().code != ErrorCode::FederationExecutionDoesNotExist) {
      throw std::runtime_error("a node does not settle: " +
                               (none.ok() ? "no error" : none.error().message));
    }
    ++settled_;
    // As a thread that goes to sleep: who was granted an advance is waited for no longer.
    while (node_->wait(base::now_ns())) {
    }
    const NodeCounters& counted = node_->counters();
    const PathCounters& port = counted.best_effort;
    return {
        .operations = static_cast<Core&>(*node_).net().next_sequence() - settled_,
        .data_sent = counted.data_sent,
        .data_received = counted.data_received,
        .bounds = counted.bounds,
        .best_effort_sent = port.sent,
        .best_effort_came = port.received + port.elsewhere + port.dropped + port.duplicates,
    };
  }

  Line& line_;
  const MakeNode& make_;
  FederateAmbassador nobody_;
  std::vector<std::unique_ptr<Teller>> tellers_;
  std::unique_ptr<Node> node_;
  std::unique_ptr<RtiAmbassador> settler_;
  std::vector<std::unique_ptr<RtiAmbassador>> ambassadors_;
  std::uint64_t settled_ = 0;
  bool ended_ = false;
  bool again_ = false;
};

}  // namespace

bool serve_node(Line& line, const MakeNode& make) {
  try {
    return NodeServer(line, make).serve();
  } catch (const std::exception& why) {
    ADD_FAILURE() << "serving a node: " << why.what();
    return false;
  }
}

}  // namespace orrery::rti::testing
