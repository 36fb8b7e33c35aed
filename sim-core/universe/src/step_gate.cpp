#include "step_gate.hpp"

#include <new>
#include <utility>

namespace orrery::universe {

base::Result<std::unique_ptr<StepGate>> StepGate::create(std::uint64_t entities, bool counts,
                                                         std::shared_ptr<base::Doorbell> bell) {
  auto memory = base::SharedMemory::create(sizeof(Words));
  if (!memory) return memory.error();
  auto cue_bell = base::Doorbell::create(base::Doorbell::Scope::shared);
  if (!cue_bell) return cue_bell.error();
  return std::unique_ptr<StepGate>(
      new StepGate(entities, counts, std::move(*memory), std::move(bell), std::move(*cue_bell)));
}

StepGate::StepGate(std::uint64_t entities, bool counts, base::SharedMemory memory,
                   std::shared_ptr<base::Doorbell> bell, std::shared_ptr<base::Doorbell> cue_bell)
    : entities_(entities),
      counts_(counts),
      memory_(std::move(memory)),
      words_(new (memory_.data()) Words),
      bell_(std::move(bell)),
      cue_bell_(std::move(cue_bell)) {}

void StepGate::open(Step step) {
  sent_before_ = words_->sent.load(std::memory_order_relaxed);
  due_ += entities_;
  open_ = entities_ > 0;
  cue(step + 1);
}

void StepGate::cue(std::uint64_t word) {
  words_->cue.store(word, std::memory_order_release);
  cue_bell_->ring();
}

StepGate::Cue StepGate::await(std::uint64_t& last, base::Waiter& waiter) const {
  const auto news = [&] { return words_->cue.load(std::memory_order_acquire) != last; };
  // The wait needs no end of its own: abandon() wakes threads, and processes end with the universe manager.
  while (waiter.wait(news, base::no_deadline, [] { return true; }) != base::WaitOutcome::ready) {
  }
  last = words_->cue.load(std::memory_order_acquire);
  if (last == finish_cue) return Cue::finish;
  return last == gone_cue ? Cue::gone : Cue::step;
}

void StepGate::ended(std::uint64_t updates_sent) {
  if (updates_sent > 0) words_->sent.fetch_add(updates_sent, std::memory_order_relaxed);
  const std::uint64_t count = words_->ended.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (count % entities_ == 0) bell_->ring();
}

}  // namespace orrery::universe
