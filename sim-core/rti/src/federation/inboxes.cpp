#include "federation/inboxes.hpp"

#include <utility>

#include "federation/known_objects.hpp"

namespace orrery::rti {

void Inboxes::post(Local& local, Call what, std::size_t content, Brought brought) {
  if (local.overfull) return;
  local.calls.push(std::move(what), content, brought);
  local.queue.push({});
  review(local);
}

void Inboxes::post_about(const Federation& federation, Local& local, std::uint64_t object,
                         Call call, std::size_t content, Brought brought) {
  post(
      local,
      [&federation, &local, object, made = std::move(call)](FederateAmbassador& ambassador) {
        if (knows(federation, object, local)) made(ambassador);
      },
      content, brought);
}

void Inboxes::push(Local& receiver, Bytes message) {
  (receiver.rules.holds_receive_order() ? receiver.gated : receiver.queue).push(message);
  review(receiver);
}

void Inboxes::take_back(Local& local, std::uint64_t retraction) {
  local.stamped.retract(retraction);
  local.queue.retract(retraction);
  local.gated.retract(retraction);
  if (!local.delivered_early.take(retraction)) return;
  post(
      local, [retraction](auto& ambassador) { ambassador.request_retraction({retraction}); }, 0,
      Brought::by_data);
}

// What operations bring cannot be refused, and only the federate's evoking makes room. The memory is free at once; the rest
// follows with the next poll: here some list of federates or objects may be gone through.
void Inboxes::review(Local& local) {
  if (local.overfull || local.waiting_bytes() <= most_bytes_) return;
  local.overfull = overfull_ = true;
  local.queue = {};
  local.calls = {};
}

void Inboxes::open_gate(Local& local) {
  while (!local.gated.empty()) {
    local.queue.push(local.gated.front());
    local.gated.pop();
  }
}

// Receive-order messages that the federate has not got wait for its next advance: those before an untold grant come yet.
void Inboxes::close_gate(Local& local) {
  if (!local.rules.constrained || local.rules.advance != Advance::none) return;
  bool granted = !local.grant_untold;
  std::uint64_t call = local.calls.pushed() - local.calls.size();
  ByteQueue kept;
  for (; !local.queue.empty(); local.queue.pop()) {
    const Bytes front = local.queue.front();
    const bool is_call = front.empty();
    const bool waits =
        granted && !is_call && (read_as<MessageHead>(front).flags & stamped_flag) == 0;
    (waits ? local.gated : kept).push(front);
    if (is_call && call++ == local.grant_call) granted = true;
  }
  local.queue = std::move(kept);
}

}  // namespace orrery::rti
