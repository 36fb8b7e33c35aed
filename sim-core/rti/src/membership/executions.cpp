#include "membership/executions.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "membership/membership.hpp"
#include "saving/shared_state.hpp"

namespace orrery::rti {

namespace {

// Modules that came together are merged together: handles follow from that.
Result<ObjectModel> model_of(const SharedState& shared) {
  std::optional<ObjectModel> model;
  std::size_t at = 0;
  for (const std::uint32_t count : shared.module_counts) {
    std::vector<FomModule> modules;
    for (; at < count && at < shared.modules.size(); ++at) {
      auto module = parse_fom(shared.modules[at].second, shared.modules[at].first);
      if (!module) return module.error();
      modules.push_back(std::move(*module));
    }
    auto merged = model ? model->with(modules) : ObjectModel::merge(modules);
    if (!model && !shared.mim.empty()) {
      const auto own = parse_fom(shared.mim.front().second, shared.mim.front().first);
      if (!own) return own.error();
      merged = ObjectModel::merge(modules, *own);
    }
    if (!merged) return merged.error();
    model = std::move(*merged);
  }
  if (model && at == shared.modules.size()) return std::move(*model);
  return error(ErrorCode::RTIinternalError, "the modules of a federation of it are not whole");
}

}  // namespace

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
  const auto as = static_cast<TimeRepresentation>(operation.flag & create_time_bit);
  Federation& federation = add(next_++, operation.text, as, std::move(*model));
  federation.has_own_mim = own_mim.has_value();
  federation.module_counts = {static_cast<std::uint32_t>(federation.model.modules().size())};
  return {};
}

Federation& Executions::add(std::uint32_t id, const std::string& name, TimeRepresentation as,
                            ObjectModel model) {
  auto federation = std::make_unique<Federation>();
  federation->clock = net_.clock();
  federation->id = id;
  federation->name = name;
  federation->as = as;
  federation->model = std::move(model);
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
  federation->mom->objects().add_federation_object();
  return *federations_.emplace(id, std::move(federation)).first->second;
}

bool Executions::may_join() const {
  return std::ranges::none_of(federations_, [](const auto& each) {
    return !each.second->destroyed && each.second->snapshots->active();
  });
}

void Executions::save(std::vector<std::byte>& out) const {
  Writer writer(out);
  writer.put(next_);
  for (const auto& [id, federation] : federations_) {
    if (federation->destroyed) continue;
    writer.put(Bytes(save_shared(*federation)));
  }
}

Status Executions::load(Bytes bytes) {
  Reader in(bytes);
  next_ = in.get<std::uint32_t>();
  while (in.ok() && in.left() > 0) {
    auto shared = load_shared(in.bytes());
    if (!shared || shared->id >= next_ || find(shared->id) != nullptr) {
      return error(ErrorCode::RTIinternalError, "a federation of it is malformed");
    }
    auto model = model_of(*shared);
    if (!model) return model.error();
    Federation& federation =
        add(shared->id, shared->state.federation, shared->as, std::move(*model));
    federation.has_own_mim = !shared->mim.empty();
    federation.module_counts = shared->module_counts;
    if (auto status = check_consistent(*shared, federation, net_); !status) return status;
    apply_shared(federation, std::move(*shared), net_);
  }
  if (in.ok()) return {};
  return error(ErrorCode::RTIinternalError, "it is not whole");
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
