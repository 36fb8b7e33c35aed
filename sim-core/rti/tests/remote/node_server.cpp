#include "node_server.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "orrery/base/clock.hpp"

#include "core/core.hpp"
#include "marshal.hpp"
#include "protocol.hpp"
#include "teller.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::int64_t nap_ns = 5'000'000;  // between looks at what a node does at its time
constexpr std::int64_t short_nap_ns = 1'000'000;

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
  NodeServer(const NodeServer&) = delete;
  NodeServer& operator=(const NodeServer&) = delete;
  ~NodeServer() { line_.unwatch(); }

  bool serve() {
    while (!ended_) {
      if (!node_) {
        answer(line_.hear());
      } else if (!asked_.empty()) {
        const std::vector<std::byte> request = std::move(asked_.front());
        asked_.pop_front();
        answer(request);
      } else if (const auto request = line_.hear(0)) {
        answer(*request);
      } else if (!node_->wait(base::now_ns())) {
        line_.wait(base::now_ns() + nap_ns);
      }
    }
    return again_;
  }

 private:
  void answer(const std::vector<std::byte>& request) {
    Reader in(request);
    Writer out;
    out.put(Frame::reply);
    switch (in.take<Frame>()) {
      case Frame::begin: {
        SavesOfNode saves{.directory = in.take<std::string>()};
        saves.most_bytes = in.take<std::uint64_t>();
        node_ = make_(saves, {.channel = [this](auto& each) { line_.watch(each); },
                              .port =
                                  [this](auto& each) {
                                    line_.watch(each);
                                    ports_.push_back(&each);
                                  }});
        if (!node_) throw std::runtime_error("there is no node");
        meet();
        break;
      }
      case Frame::connect:
        out.put(connect(in.take<CallbackModel>()));
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
        line_.unwatch();
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

  // Ports whose parties find each other by name take nothing before they have: a federate would be told of congestion.
  void meet() {
    const std::int64_t deadline = base::now_ns() + watchdog_ns;
    for (transport::Port* port : ports_) {
      while (port->reserve(Paths::data_stream, 1).io == transport::Io::full) {
        if (base::now_ns() > deadline) throw std::runtime_error("the nodes' ports do not meet");
        if (!node_->wait(base::now_ns())) line_.wait(base::now_ns() + short_nap_ns);
      }
    }
    ports_.clear();
  }

  std::uint32_t connect(CallbackModel model) {
    const auto number = static_cast<std::uint32_t>(ambassadors_.size());
    tellers_.push_back(std::make_unique<Teller>(number, [this](Bytes told) { tell(told); }));
    ambassadors_.push_back(node_->connect(*tellers_.back(), model));
    return number;
  }

  // Answers what the check asks within the callback. What it asked before it heard of the callback waits until that returns.
  void tell(Bytes told) {
    line_.say(told);
    for (bool heard = false;;) {
      std::vector<std::byte> said = line_.hear();
      const auto frame = Reader(said).take<Frame>();
      if (frame == Frame::returned) return;
      if (frame == Frame::heard) {
        heard = true;
      } else if (heard) {
        answer(said);
      } else {
        asked_.push_back(std::move(said));
      }
    }
  }

  Settled settle() {
    // As a thread that goes to sleep: who was granted an advance is waited for no longer.
    while (node_->pump() || node_->wait(base::now_ns())) {
    }
    const NodeCounters& counted = node_->counters();
    const auto moved = [](const PathCounters& path) {
      return Settled::Moved{path.sent,
                            path.received + path.elsewhere + path.dropped + path.duplicates};
    };
    return {
        .channels = {counted.channels.sent, counted.channels.received},
        .reliable = {counted.reliable.sent, counted.reliable.received + counted.reliable.elsewhere},
        .best_effort = moved(counted.best_effort),
        .waiting =
            counted.channels.waiting + counted.reliable.waiting + counted.best_effort.waiting,
        .order_lost = static_cast<Core&>(*node_).net().order_lost(),
    };
  }

  Line& line_;
  const MakeNode& make_;
  std::vector<transport::Port*> ports_;  // of the node, until they have met
  std::vector<std::unique_ptr<Teller>> tellers_;
  std::unique_ptr<Node> node_;
  std::vector<std::unique_ptr<RtiAmbassador>> ambassadors_;
  std::deque<std::vector<std::byte>> asked_;  // before the check heard of an immediate callback
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
