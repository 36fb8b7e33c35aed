#include "orrery/transport/run_secret.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace orrery::transport {

Mac sign(std::string_view run_token, std::span<const std::byte> message) {
  // Without the machine's openssl.cnf: SHA-256 is in the default provider.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  Mac mac{};
  unsigned int size = 0;
  const auto* made = HMAC(EVP_sha256(), run_token.data(), static_cast<int>(run_token.size()),
                          reinterpret_cast<const unsigned char*>(message.data()), message.size(),
                          reinterpret_cast<unsigned char*>(mac.data()), &size);
  if (made == nullptr || size != mac.size()) {
    // An unkeyed proof would let anybody in.
    std::fputs("libcrypto has no HMAC-SHA256: install libssl3 of the distribution\n", stderr);
    std::abort();
  }
  return mac;
}

bool same(const Mac& left, const Mac& right) {
  return CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::uint64_t run_key(std::string_view run_token, std::string_view purpose) {
  const Mac mac = sign(run_token, std::as_bytes(std::span(purpose)));
  std::uint64_t key = 0;
  std::memcpy(&key, mac.data(), sizeof key);
  return key;
}

std::string run_name(std::string_view run_token, std::string_view purpose) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string name;
  for (std::uint64_t key = run_key(run_token, purpose), left = 16; left > 0; --left, key <<= 4) {
    name += digits[key >> 60];
  }
  return name;
}

}  // namespace orrery::transport
