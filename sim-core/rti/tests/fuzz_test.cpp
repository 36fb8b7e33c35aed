// What comes from outside, altered at random from seeds: files of object models, operations of a peer that is a member.
// Nothing crashes, and nothing takes memory without bound. The same alterations every time.
#include <sys/resource.h>

#include "orrery/base/random.hpp"

#include "log/operation.hpp"
#include "peer.hpp"
#include "wire/wire.hpp"

namespace orrery::rti::testing {
namespace {

// Texts made of others: bytes changed, cut out, doubled, parts of others and words put in.
class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> corpus, std::vector<std::string> words)
      : random_(seed, 7), corpus_(std::move(corpus)), words_(std::move(words)) {}

  std::string next() {
    std::string text = corpus_[random_.below(corpus_.size())];
    for (std::uint64_t n = 1 + random_.below(6); n > 0; --n) alter(text);
    if (text.size() > most_bytes) text.resize(most_bytes);
    return text;
  }

 private:
  static constexpr std::size_t most_bytes = 64U << 10;

  void alter(std::string& text) {
    const std::size_t at = random_.below(text.size() + 1);
    const std::size_t most = std::min<std::size_t>(text.size() - at, 1 + random_.below(200));
    switch (random_.below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random_.below(256));
        break;
      case 1:
        text.erase(at, most);
        break;
      case 2:
        text.insert(at, text.substr(at, most));
        break;
      case 3: {
        const std::string& other = corpus_[random_.below(corpus_.size())];
        text.insert(at, other.substr(random_.below(other.size()), most));
        break;
      }
      case 4:
        text.resize(at);
        break;
      default: {
        // Once, or so often that it nests.
        const std::string& word = words_[random_.below(words_.size())];
        for (std::uint64_t n = random_.chance(0.1) ? 300 : 1; n > 0; --n) text.insert(at, word);
      }
    }
  }

  base::Random random_;
  const std::vector<std::string> corpus_;
  const std::vector<std::string> words_;
};

long peak_kb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

class Fuzz : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_LT(peak_kb() - before_kb_, 512 * 1024); }

 private:
  const long before_kb_ = peak_kb();
};

constexpr int rounds = 10'000;
constexpr const char* omt = R"(<?xml version="1.0" encoding="UTF-8"?>
<objectModel xmlns="http://standards.ieee.org/IEEE1516-2010"><!-- a model -->
<modelIdentification><name>Fuzz &amp; Co</name></modelIdentification>
<objects><objectClass><name>HLAobjectRoot</name>
<attribute><name>HLAprivilegeToDeleteObject</name><dataType>HLAtoken</dataType></attribute>
<objectClass><name>Ship</name><attribute><name>Course</name><dataType>HLAfloat64BE</dataType>
<dimensions><dimension>Sea</dimension></dimensions><transportation>Fast</transportation>
<order>TimeStamp</order></attribute>
<objectClass><name>Tug</name><attribute><name>Pull</name><transportation>StateConsistent</transportation>
<order>Receive</order></attribute></objectClass></objectClass></objectClass></objects>
<interactions><interactionClass><name>HLAinteractionRoot</name>
<interactionClass><name>Hail</name><transportation>HLAbestEffort</transportation><order>Receive</order>
<parameter><name>Words</name><dataType>HLAunicodeString</dataType></parameter></interactionClass>
</interactionClass></interactions>
<dimensions><dimension><name>Sea</name><upperBound>1000</upperBound></dimension></dimensions>
<transportations><transportation><name>Fast</name><reliable>No</reliable></transportation></transportations>
<switches><attributeScopeAdvisory isEnabled="true"/></switches>
<time><timeStamp><dataType>HLAfloat64Time</dataType></timeStamp></time>
<dataTypes><simpleDataTypes><simpleData><name>Knots</name></simpleData></simpleDataTypes></dataTypes>
</objectModel>)";
constexpr const char* fed = R"((FED (Federation Fuzz) (FEDversion v1.3) ;; a comment
(spaces (space Sea (dimension East) (dimension North)))
(objects (class ObjectRoot (attribute privilegeToDelete reliable timestamp)
 (class Ship (attribute Course best_effort receive Sea)
  (class Tug (attribute Pull state_consistent timestamp)))))
(interactions (class InteractionRoot best_effort receive
 (class Hail reliable timestamp Sea (parameter Words))))))";

// Files that are read are models, and models can be merged or refused.
void read_all(Mutator files) {
  int read = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto module = parse_fom(files.next(), "fuzz");
    if (!module) {
      ASSERT_NE(module.error().message, "");
      continue;
    }
    ++read;
    const auto model = ObjectModel::merge({*module});
    if (!model) continue;
    for (const ObjectClass& each : model->object_classes()) {
      ASSERT_LE(each.attributes.size(), most_attributes);
      ASSERT_TRUE(model->has(each.parent));
    }
  }
  // Seeds that are all broken at once would show little.
  EXPECT_GT(read, rounds / 100);
  EXPECT_LT(read, rounds);
}

TEST_F(Fuzz, ObjectModelsInXml) {
  read_all(Mutator(1, {omt, "<objectModel><objects/></objectModel>"},
                   {"<objectClass>", "</objectClass>", "<name>", "&#x10FFFF;", "&lt;", "<!--",
                    "-->", "<![CDATA[", "]]>", "<?x", "\"", "'", "/>", "<attribute>",
                    std::string(1, '\0'), "<objectClass><name>a</name>"}));
}

TEST_F(Fuzz, ObjectModelsInLists) {
  read_all(Mutator(2, {fed, "(FED (objects) (interactions))"},
                   {"(", ")", "(class X", "(attribute A reliable receive)", "\"", ";", "one_shot",
                    std::string(1, '\0'), "(space", "(parameter P)"}));
}

// Operations that are ones, by a federate that is a member at its node: any kind, with any content.
TEST_F(Fuzz, OperationsOfAMember) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    base::Random random(seed, 8);
    NodeWithPeer both;
    Federate me(*both.node);
    const auto say = [&](const Operation& operation) {
      const MessageHead head{.kind = MessageKind::operation, .detail = 1};
      std::vector<std::byte> message(sizeof head);
      std::memcpy(message.data(), &head, sizeof head);
      encode(operation, message);
      (void)both.peer->send_now(message);
      me.drain();
      while (both.peer->peek().io == transport::Io::ok) both.peer->release();
    };
    ASSERT_OK(me.rti->create_federation_execution("test", test_modules()));
    me.join("me");
    me.subscribe("Vehicle", {"Position", "Speed"});
    me.publish("Ship", {"Course"});
    me.subscribe("Ship", {"Course"});
    Operation join{.kind = OperationKind::join};
    join.text = "test";
    join.texts = {"other", "tester"};
    say(join);
    me.until([&] { return me.rti->get_federate_handle("other").ok(); }, "the other");
    const std::uint32_t other = me.rti->get_federate_handle("other")->value;
    ASSERT_OK(me.rti->register_object_instance(me.object_class("Ship")));
    for (int i = 0; i < 400; ++i) {
      Operation operation;
      do {
        operation.kind = static_cast<OperationKind>(
            1 + random.below(static_cast<std::uint64_t>(last_operation)));
        // Of those that end it all one is enough, and saves stop the rest.
      } while (operation.kind == OperationKind::node_lost ||
               operation.kind == OperationKind::resign ||
               operation.kind == OperationKind::request_save ||
               operation.kind == OperationKind::request_restore);
      operation.flag = static_cast<std::uint8_t>(random.below(random.chance(0.9) ? 4 : 256));
      operation.class_handle =
          static_cast<std::uint16_t>(random.below(random.chance(0.9) ? 60 : 65'536));
      operation.federation = 1;
      operation.federate = other;
      const std::uint64_t objects[] = {1,
                                       2,
                                       3,
                                       random.below(1U << 20),
                                       (std::uint64_t{other} << 32) + 1 + random.below(10),
                                       (std::uint64_t{me.handle.value} << 32) + 1};
      operation.object = objects[random.below(6)];
      operation.number = static_cast<std::int64_t>(random.below(10));
      operation.text = random.chance(0.5) ? "label" : std::string(random.below(40), 'n');
      operation.tag.resize(random.below(80));
      for (std::byte& each : operation.tag) {
        each = static_cast<std::byte>(random.chance(0.7) ? 0 : random.below(256));
      }
      for (std::uint64_t n = random.below(5); n > 0; --n) {
        operation.items.push_back(
            static_cast<std::uint32_t>(random.below(random.chance(0.9) ? 6 : UINT32_MAX)));
      }
      operation.texts.resize(random.below(4), "text");
      say(operation);
    }
    EXPECT_TRUE(me.rti->get_object_class_handle("Ship").ok());
    // They were taken for what they say, most of them.
    EXPECT_GT(both.node->counters().operations, 400U);
  }
}

}  // namespace
}  // namespace orrery::rti::testing
