#include "byte_swap.hpp"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace orrery::model {

namespace {

std::uint32_t turned(std::uint32_t word) { return __builtin_bswap32(word); }
std::uint64_t turned(std::uint64_t word) { return __builtin_bswap64(word); }

template <class Word>
void plain(std::byte* to, const std::byte* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Word word = 0;
    std::memcpy(&word, from + i * sizeof(Word), sizeof(Word));
    word = turned(word);
    std::memcpy(to + i * sizeof(Word), &word, sizeof(Word));
  }
}

#if defined(__x86_64__)

template <class Word>
__attribute__((target("avx2"))) void wide(std::byte* to, const std::byte* from, std::size_t count) {
  const __m256i order =
      sizeof(Word) == 4 ? _mm256_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3,
                                           2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
                        : _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7,
                                           6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  const std::size_t bytes = count * sizeof(Word);
  constexpr std::size_t step = 2 * sizeof(__m256i);
  std::size_t at = 0;
  for (; at + step <= bytes; at += step) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + at));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + at) + 1);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + at), _mm256_shuffle_epi8(a, order));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + at) + 1, _mm256_shuffle_epi8(b, order));
  }
  plain<Word>(to + at, from + at, (bytes - at) / sizeof(Word));
}

template <class Word>
__attribute__((target("ssse3"))) void narrow(std::byte* to, const std::byte* from,
                                             std::size_t count) {
  const __m128i order = sizeof(Word) == 4
                            ? _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
                            : _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  const std::size_t bytes = count * sizeof(Word);
  std::size_t at = 0;
  for (; at + sizeof(__m128i) <= bytes; at += sizeof(__m128i)) {
    const __m128i words = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), _mm_shuffle_epi8(words, order));
  }
  plain<Word>(to + at, from + at, (bytes - at) / sizeof(Word));
}

#endif

template <class Word>
void copy_swapped(std::byte* to, const std::byte* from, std::size_t count) {
#if defined(__x86_64__)
  // For a few numbers, finding out costs more than it saves.
  if (count >= 8) {
    if (__builtin_cpu_supports("avx2")) return wide<Word>(to, from, count);
    if (__builtin_cpu_supports("ssse3")) return narrow<Word>(to, from, count);
  }
#endif
  plain<Word>(to, from, count);
}

}  // namespace

void copy_swapped4(std::byte* to, const std::byte* from, std::size_t count) {
  copy_swapped<std::uint32_t>(to, from, count);
}

void copy_swapped8(std::byte* to, const std::byte* from, std::size_t count) {
  copy_swapped<std::uint64_t>(to, from, count);
}

}  // namespace orrery::model
