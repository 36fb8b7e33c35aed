#include "norm_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace orrery::transport {

namespace {

constexpr std::size_t read_at_once = 32'768;

}  // namespace

void NormReader::attach(NormObjectHandle stream) {
  detach();
  NormObjectRetain(stream);
  stream_ = stream;
}

void NormReader::detach() {
  if (stream_ != nullptr) NormObjectRelease(std::exchange(stream_, nullptr));
  begin_ = end_ = 0;
  has_more_ = seeking_ = false;
}

void NormReader::seek() {
  begin_ = end_ = 0;
  seeking_ = !NormStreamSeekMsgStart(stream_);
  if (seeking_) has_more_ = false;
}

// More bytes, or false.
bool NormReader::fill() {
  if (!has_more_ || stream_ == nullptr) return false;
  if (seeking_) seek();
  if (!has_more_) return false;
  if (bytes_.empty()) bytes_.resize(sizeof(NormHead) + greatest_ + read_at_once);
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_),
            bytes_.begin() + static_cast<std::ptrdiff_t>(end_), bytes_.begin());
  end_ -= std::exchange(begin_, 0);
  auto count = static_cast<unsigned>(bytes_.size() - end_);
  if (!NormStreamRead(stream_, reinterpret_cast<char*>(bytes_.data() + end_), &count)) {
    seek();
    return has_more_;
  }
  end_ += count;
  if (count == 0) has_more_ = false;
  return count > 0;
}

NormReader::Next NormReader::next() {
  do {
    if (end_ - begin_ < sizeof head_) continue;
    std::memcpy(&head_, bytes_.data() + begin_, sizeof head_);
    if (head_.key != key_) {
      detach();
      return Next::foreign;
    }
    if (head_.bytes > greatest_) {
      seek();
      return Next::malformed;
    }
    if (end_ - begin_ >= sizeof head_ + head_.bytes) return Next::message;
  } while (fill());
  return Next::none;
}

}  // namespace orrery::transport
