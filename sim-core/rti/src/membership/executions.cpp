#include "membership/executions.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "membership/membership.hpp"

namespace orrery::rti {

// Defined where Mom, Ownership and Snapshots are complete.
Federation::Federation() = default;
Federation::~Federation() = default;

Status Executions::create(const Operation& operation) {
  if (find(operation.text) != nullptr) {
    return error(
        ErrorCode::FederationExecutionAlreadyExists,
        "there is a federation '" + operation.text + "' already: join it, or choose another name");
  }
  auto modules = modules_of(operation, 0);
  if (!modules) return modules.error();
  std::optional<FomModule> own_mim;
  if ((operation.flag & create_mim_bit) != 0 && !modules->empty()) {
    own_mim = std::move(modules->front());
    modules->erase(modules->begin());
  }
  auto model = own_mim ? ObjectModel::merge(*modules, *own_mim) : ObjectModel::merge(*modules);
  if (!model) return model.error();
  auto federation = std::make_unique<Federation>();
  federation->clock = net_.clock();
  federation->id = next_++;
  federation->name = operation.text;
  federation->as = static_cast<TimeRepresentation>(operation.flag & create_time_bit);
  federation->model = std::move(*model);
  federation->regions = Regions(net_.ports().groups());
  federation->auto_provide = federation->model.switched_on("autoProvide");
  federation->time.markers.resize(net_.nodes());
  federation->time.receivable.resize(net_.nodes(), std::numeric_limits<std::int64_t>::min());
  federation->newest = Newest(options_.repeat_ns, options_.digest_ns);
  federation->snapshots =
      std::make_unique<Snapshots>(snapshots_owner_, inboxes_, net_, options_, *federation);
  federation->ownership = std::make_unique<Ownership>(discovery_, inboxes_, *federation);
  federation->mom = std::make_unique<Mom>(mom_owner_, discovery_, net_, *federation);
  federation->mom->learn_model();
  federation->mom->add_federation_object();
  federations_.emplace(federation->id, std::move(federation));
  return {};
}

Status Executions::destroy(const Operation& operation) {
  Federation* federation = find(operation.text);
  if (federation == nullptr) {
    return error(ErrorCode::FederationExecutionDoesNotExist,
                 "there is no federation '" + operation.text + "'");
  }
  if (!federation->members.empty()) {
    return error(ErrorCode::FederatesCurrentlyJoined,
                 std::to_string(federation->members.size()) + " federates are joined to '" +
                     operation.text + "': they must resign first");
  }
  federation->destroyed = destroyed_ = true;
  return {};
}

Federation* Executions::find(std::uint32_t id) {
  if (recent_ == nullptr || recent_->id != id) {
    const auto found = federations_.find(id);
    recent_ = found == federations_.end() ? nullptr : found->second.get();
  }
  return recent_;
}

Federation* Executions::find(const std::string& name) const {
  for (const auto& [id, federation] : federations_) {
    if (!federation->destroyed && federation->name == name) return federation.get();
  }
  return nullptr;
}

std::vector<FederationInformation> Executions::list() const {
  std::vector<FederationInformation> all;
  for (const auto& [id, federation] : federations_) {
    if (!federation->destroyed) all.push_back({federation->name, federation->as});
  }
  return all;
}

void Executions::erase_the_dead() {
  if (!std::exchange(destroyed_, false)) return;
  recent_ = nullptr;
  std::erase_if(federations_, [](const auto& each) { return each.second->destroyed; });
}

}  // namespace orrery::rti
