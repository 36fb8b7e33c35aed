#include "saving/timed_save.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rti {

void TimedSave::ask(const Request& request) {
  asked_.push_back(request);
  find_limit();
}

void TimedSave::known(std::uint64_t attempt) {
  std::erase_if(asked_, [&](const Request& each) { return each.attempt == attempt; });
  find_limit();
}

void TimedSave::forget_requests(std::uint32_t federate) {
  std::erase_if(asked_, [&](const Request& each) { return each.requester == federate; });
  find_limit();
}

void TimedSave::request(Request request, NodeSet nodes) {
  request_ = std::move(request);
  nodes_ = nodes;
  find_limit();
}

void TimedSave::drop() {
  nodes_ = 0;
  find_limit();
}

bool TimedSave::arrived(std::uint32_t node) {
  if (!waits_for(node)) return false;
  nodes_ &= ~only(node);
  return nodes_ == 0;
}

void TimedSave::wait_again(std::uint32_t node) {
  if (pending()) nodes_ |= only(node);
}

void TimedSave::find_limit() {
  limit_ = pending() ? request_.time : never;
  for (const Request& each : asked_) limit_ = std::min(limit_, each.time);
}

}  // namespace orrery::rti
