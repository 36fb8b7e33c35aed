// One end of a hello over a Unix socket: first byte, which end is played and which of its words are right; then the bytes that it
// says instead of, or after, those. No end becomes a peer without a right proof.
#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "hello.hpp"
#include "sized_inputs.hpp"
#include "socket.hpp"
#include "support.hpp"

namespace {

using namespace orrery;                      // NOLINT(google-build-using-namespace)
using namespace orrery::transport;           // NOLINT(google-build-using-namespace)
using namespace orrery::transport::testing;  // NOLINT(google-build-using-namespace)

constexpr unsigned plays_listener = 1;
constexpr unsigned first_is_right = 2;
constexpr unsigned second_is_right = 4;
constexpr unsigned over_shm = 8;
const Identity self{.run_token = "a token", .index = 3};
const ConnectOptions caller{.self = {.run_token = "a token", .index = 8}, .peer_index = 3};
constexpr std::int64_t patience_ns = 3'000'000;

void must(bool right) {
  if (!right) std::abort();
}

void say(int fd, std::span<const std::byte> bytes) {
  (void)::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}
template <class Word>
void say(int fd, const Word& word) {
  say(fd, std::as_bytes(std::span(&word, 1)));
}
template <class Word>
bool hear(int fd, Word& word) {
  return ::recv(fd, &word, sizeof word, MSG_WAITALL) == sizeof word;
}

void as_caller(unsigned way, std::span<const std::byte> said) {
  const Kind kind = (way & over_shm) != 0 ? Kind::shm : Kind::uds;
  Transport transport;
  auto listener = *transport.listen(kind, {.self = self});
  const std::string& endpoint = listener->endpoint();
  const auto address = *parse_local(endpoint.substr(endpoint.find(':') + 1));
  base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  must(::connect(socket.get(), address.get(), address.length) == 0);
  auto bell = make_bell();
  const auto serve = [&] { return listener->accept(bell, base::now_ns() + patience_ns); };
  if ((way & first_is_right) != 0) {
    const Hello hello = make_hello(kind, caller);
    say(socket.get(), hello);
    (void)serve();
    Challenge challenge;
    must(hear(socket.get(), challenge));
    if ((way & second_is_right) != 0) {
      say(socket.get(), make_proof(self.run_token, hello, challenge.nonce));
    }
  }
  say(socket.get(), said);
  (void)::shutdown(socket.get(), SHUT_WR);
  const auto accepted = serve();
  must(!accepted.ok() ||
       (kind == Kind::uds && (way & first_is_right) != 0 && (way & second_is_right) != 0));
}

void as_listener(unsigned way, std::span<const std::byte> said) {
  const std::string name = "@" + random_name();
  const auto address = *parse_local(name);
  const base::UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  must(::bind(socket.get(), address.get(), address.length) == 0);
  must(::listen(socket.get(), 4) == 0);
  const std::string kind = (way & over_shm) != 0 ? "shm:" : "uds:";
  std::thread impostor([&] {
    const base::UniqueFd taken(::accept(socket.get(), nullptr, nullptr));
    Hello hello;
    if (!hear(taken.get(), hello)) return;
    if ((way & first_is_right) != 0) {
      const Challenge challenge = make_challenge(Verdict::accepted);
      say(taken.get(), challenge);
      Proof proof;
      if (!hear(taken.get(), proof)) return;
      if ((way & second_is_right) != 0) {
        say(taken.get(),
            make_answer(Verdict::accepted, {}, self.run_token, hello, challenge.nonce));
      }
    }
    say(taken.get(), said);
  });
  Transport transport;
  const auto channel =
      transport.connect(kind + name, caller, make_bell(), base::now_ns() + patience_ns);
  (void)::shutdown(socket.get(), SHUT_RDWR);
  impostor.join();
  must(!channel.ok() || (kind == "uds:" && (way & second_is_right) != 0));
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  if (input.empty()) return;
  const auto way = std::to_integer<unsigned>(input.front());
  if ((way & plays_listener) != 0) {
    as_listener(way, input.subspan(1));
  } else {
    as_caller(way, input.subspan(1));
  }
}

void write_seeds(const std::string& folder) {
  const Hello hello = make_hello(Kind::uds, caller);
  const Challenge challenge = make_challenge(Verdict::accepted);
  const Proof proof = make_proof(self.run_token, hello, challenge.nonce);
  const Answer answer = make_answer(Verdict::accepted, {}, self.run_token, hello, challenge.nonce);
  for (unsigned way = 0; way < 16; ++way) {
    std::ofstream file(folder + "/" + std::to_string(way), std::ios::binary);
    const auto put = [&file](const auto& word) {
      file.write(reinterpret_cast<const char*>(&word), sizeof word);
    };
    file.put(static_cast<char>(way));
    const bool is_listener = (way & plays_listener) != 0;
    if ((way & first_is_right) == 0) is_listener ? put(challenge) : put(hello);
    if ((way & second_is_right) == 0) is_listener ? put(answer) : put(proof);
    file.put(1);
  }
}

}  // namespace orrery::testing
