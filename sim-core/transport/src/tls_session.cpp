#include "tls_session.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace orrery::transport {
namespace {

// Of a record's plaintext (RFC 8446, section 5.1).
constexpr std::size_t most_record_bytes = 16 * 1024;
// Sealed at once, and read from the socket at once.
constexpr std::size_t most_batch_bytes = 64 * 1024;
// Names the key to the listener, which has one only.
constexpr unsigned char key_name[] = {'o', 'r', 'r', 'e', 'r', 'y'};
constexpr unsigned char cipher_suite[] = {0x13, 0x01};  // TLS_AES_128_GCM_SHA256

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;

SSL_SESSION* key_of(const SSL* session) {
  return static_cast<SSL_SESSION*>(SSL_get_ex_data(session, 0));
}

int offer_key(SSL* session, const EVP_MD* /*hash*/, const unsigned char** name, std::size_t* size,
              SSL_SESSION** key) {
  *key = key_of(session);
  *name = key_name;
  *size = sizeof key_name;
  return SSL_SESSION_up_ref(*key);
}

// Whether the other end's key is the same is found by TLS itself.
int find_key(SSL* session, const unsigned char* /*name*/, std::size_t /*size*/, SSL_SESSION** key) {
  *key = key_of(session);
  return SSL_SESSION_up_ref(*key);
}

Context make_context(TlsSession::Role role) {
  const bool calls = role == TlsSession::Role::connector;
  // Without the machine's openssl.cnf: what is spoken between workers is decided here.
  OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  Context context(SSL_CTX_new(calls ? TLS_client_method() : TLS_server_method()));
  if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_ciphersuites(context.get(), "TLS_AES_128_GCM_SHA256") != 1 ||
      SSL_CTX_set1_groups_list(context.get(), "X25519:P-256") != 1 ||
      SSL_CTX_set_num_tickets(context.get(), 0) != 1) {
    return nullptr;
  }
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_read_ahead(context.get(), 1);
  SSL_CTX_set_default_read_buffer_len(context.get(), most_batch_bytes);
  if (calls) {
    // No certificate is believed: only the key proves the listener.
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_psk_use_session_callback(context.get(), &offer_key);
  } else {
    SSL_CTX_set_psk_find_session_callback(context.get(), &find_key);
  }
  return context;
}

SSL_CTX* context_of(TlsSession::Role role) {
  static const Context connector = make_context(TlsSession::Role::connector);
  static const Context listener = make_context(TlsSession::Role::listener);
  return (role == TlsSession::Role::connector ? connector : listener).get();
}

std::string words_of_library() {
  const char* words = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return words != nullptr ? words : "no reason given";
}

}  // namespace

struct TlsSession::Library {
  struct Free {
    void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
    void operator()(SSL_SESSION* given) const { SSL_SESSION_free(given); }
    void operator()(SSL* given) const { SSL_free(given); }
  };

  std::unique_ptr<SSL_SESSION, Free> key;
  std::unique_ptr<SSL, Free> session;

  // False: the library cannot.
  bool take_key(const Mac& secret) {
    key.reset(SSL_SESSION_new());
    const SSL_CIPHER* cipher = SSL_CIPHER_find(session.get(), cipher_suite);
    const auto* bytes = reinterpret_cast<const unsigned char*>(secret.data());
    return key && cipher != nullptr &&
           SSL_SESSION_set1_master_key(key.get(), bytes, secret.size()) == 1 &&
           SSL_SESSION_set_cipher(key.get(), cipher) == 1 &&
           SSL_SESSION_set_protocol_version(key.get(), TLS1_3_VERSION) == 1 &&
           SSL_set_ex_data(session.get(), 0, key.get()) == 1;
  }

  // The socket as OpenSSL's BIO: writing takes everything, for flush() to send; reading never waits.
  static int write(BIO* bio, const char* bytes, int size) {
    auto& sealed = static_cast<TlsSession*>(BIO_get_data(bio))->sealed_;
    const auto* first = reinterpret_cast<const std::byte*>(bytes);
    sealed.insert(sealed.end(), first, first + size);
    return size;
  }
  static int read(BIO* bio, char* room, int size) {
    BIO_clear_retry_flags(bio);
    auto* self = static_cast<TlsSession*>(BIO_get_data(bio));
    const auto got =
        self->read_socket(std::as_writable_bytes(std::span(room, static_cast<std::size_t>(size))));
    if (got < 0 && errno == EAGAIN) BIO_set_retry_read(bio);
    return static_cast<int>(got);
  }
  static long control(BIO* /*bio*/, int command, long /*number*/, void* /*pointer*/) {
    return command == BIO_CTRL_FLUSH ? 1 : 0;
  }
  static const BIO_METHOD* method() {
    static const std::unique_ptr<BIO_METHOD, Free> made = [] {
      std::unique_ptr<BIO_METHOD, Free> method(
          BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "orrery socket"));
      if (method) {
        BIO_meth_set_write(method.get(), &write);
        BIO_meth_set_read(method.get(), &read);
        BIO_meth_set_ctrl(method.get(), &control);
      }
      return method;
    }();
    return made.get();
  }
};

TlsSession::TlsSession(int socket, std::unique_ptr<Library> library)
    : socket_(socket), library_(std::move(library)) {
  sealed_.reserve(most_batch_bytes + most_batch_bytes / 2);
}

TlsSession::~TlsSession() = default;

base::Result<std::unique_ptr<TlsSession>> TlsSession::create(int socket, Role role,
                                                             const Mac& key) {
  ERR_clear_error();
  auto library = std::make_unique<Library>();
  if (SSL_CTX* context = context_of(role); context != nullptr) {
    library->session.reset(SSL_new(context));
  }
  SSL* session = library->session.get();
  const bool is_keyed = session != nullptr && library->take_key(key);
  BIO* bio = is_keyed && Library::method() != nullptr ? BIO_new(Library::method()) : nullptr;
  if (bio == nullptr) {
    return base::Error{base::ErrorCode::internal,
                       "TLS cannot be set up (" + words_of_library() +
                           "): install libssl3 of the distribution, or use transport tcp"};
  }
  std::unique_ptr<TlsSession> made(new TlsSession(socket, std::move(library)));
  BIO_set_data(bio, made.get());
  BIO_set_init(bio, 1);
  SSL_set_bio(session, bio, bio);
  if (role == Role::connector) {
    SSL_set_connect_state(session);
  } else {
    SSL_set_accept_state(session);
  }
  return made;
}

TlsSession::Handshake TlsSession::handshake() {
  SSL* session = library_->session.get();
  drained_ = false;
  ERR_clear_error();
  const int done = SSL_do_handshake(session);
  const bool goes_on = done == 1 || SSL_get_error(session, done) == SSL_ERROR_WANT_READ;
  if (!goes_on && why_.empty()) why_ = hung_up() ? "end of the connection" : words_of_library();
  // An alert tells the peer why.
  const bool left = flush();
  if (!goes_on) return Handshake::failed;
  if (!left && socket_error_ != 0) {
    why_ = "end of the connection";
    return Handshake::failed;
  }
  if (done != 1 || !left) return Handshake::waiting;
  if (SSL_session_reused(session) == 1) return Handshake::done;
  why_ = "the peer has not proved the key";
  return Handshake::failed;
}

bool TlsSession::flush() {
  while (has_output()) {
    ++system_calls_;
    const ssize_t sent = ::send(socket_, sealed_.data() + sent_, sealed_.size() - sent_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      sent_ += static_cast<std::size_t>(sent);
    } else if (errno != EINTR) {
      if (errno != EAGAIN) socket_error_ = errno;
      return false;
    }
  }
  sealed_.clear();
  sent_ = 0;
  return true;
}

ssize_t TlsSession::read_socket(std::span<std::byte> room) {
  if (drained_) {
    errno = EAGAIN;
    return -1;
  }
  for (;;) {
    ++system_calls_;
    const ssize_t got = ::recv(socket_, room.data(), room.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) at_end_ = true;
    if (got < 0 && errno != EAGAIN) socket_error_ = errno;
    drained_ = got < static_cast<ssize_t>(room.size());
    return got;
  }
}

ssize_t TlsSession::send(std::span<const std::byte> bytes) {
  if (!flush()) return -1;
  std::size_t taken = 0;
  ERR_clear_error();
  while (taken < bytes.size() && sealed_.size() < most_batch_bytes) {
    const std::size_t size = std::min(bytes.size() - taken, most_record_bytes);
    const int sealed =
        SSL_write(library_->session.get(), bytes.data() + taken, static_cast<int>(size));
    if (sealed <= 0) return failed();
    taken += static_cast<std::size_t>(sealed);
  }
  if (!flush() && errno != EAGAIN) return -1;
  return static_cast<ssize_t>(taken);
}

ssize_t TlsSession::receive(std::span<std::byte> room) {
  SSL* session = library_->session.get();
  std::size_t taken = 0;
  drained_ = false;
  ERR_clear_error();
  while (taken < room.size()) {
    const std::size_t size = std::min(room.size() - taken, most_record_bytes);
    const int got = SSL_read(session, room.data() + taken, static_cast<int>(size));
    if (got > 0) {
      taken += static_cast<std::size_t>(got);
      continue;
    }
    if (SSL_get_error(session, got) != SSL_ERROR_WANT_READ) {
      const ssize_t end = failed();
      if (taken == 0) return end;
    } else if (taken == 0) {
      errno = EAGAIN;
      return -1;
    }
    break;
  }
  return static_cast<ssize_t>(taken);
}

// 0: the end of the stream; else -1, and errno.
ssize_t TlsSession::failed() {
  if (socket_error_ != 0) {
    errno = socket_error_;
    return -1;
  }
  if (at_end_) return 0;
  if (why_.empty()) why_ = words_of_library();
  errno = EBADMSG;
  return -1;
}

std::uint64_t TlsSession::take_system_calls() { return std::exchange(system_calls_, 0); }

}  // namespace orrery::transport
