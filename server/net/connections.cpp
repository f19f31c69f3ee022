#include "server/net/connections.hpp"

#include "server/metrics/metrics.hpp"

#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

void count_refused(Limit limit) {
    metrics().connections_refused.add();
    metrics().limits_hit[limit].add();
}

} // namespace

Connections::Entry::Entry(Entry&& other) noexcept : all_(std::exchange(other.all_, nullptr)), id_(other.id_) {}

Connections::Entry& Connections::Entry::operator=(Entry&& other) noexcept {
    std::swap(all_, other.all_);
    std::swap(id_, other.id_);
    return *this;
}

Connections::Entry::~Entry() {
    if (all_) all_->remove(id_);
}

bool Connections::accepts(std::string const& address) const {
    auto const found = from_address_.find(address);
    return found == from_address_.end() || found->second < limits_.an_address;
}

std::optional<Connections::Entry> Connections::add(std::weak_ptr<Connection> connection, std::string address) {
    std::size_t id = 0;
    bool stopping = false;
    {
        std::lock_guard const lock(mutex_);
        if (open_.size() >= limits_.in_all) {
            count_refused(Limit::connections);
            return std::nullopt;
        }
        if (!accepts(address)) {
            count_refused(Limit::connections_an_address);
            return std::nullopt;
        }
        id = next_id_++;
        if (!address.empty()) ++from_address_[address];
        open_.emplace(id, Open{connection, std::move(address)});
        metrics().connections_open.add();
        stopping = stopping_;
    }
    if (auto const late = stopping ? connection.lock() : nullptr) late->stop();
    return Entry(*this, id);
}

bool Connections::count_address(Entry const& entry, std::string address) {
    std::lock_guard const lock(mutex_);
    if (!accepts(address)) {
        count_refused(Limit::connections_an_address);
        return false;
    }
    ++from_address_[address];
    open_[entry.id_].address = std::move(address);
    return true;
}

void Connections::hand_over(Entry const& entry, std::weak_ptr<Connection> to) {
    bool stopping = false;
    {
        std::lock_guard const lock(mutex_);
        open_[entry.id_].connection = to;
        stopping = stopping_;
    }
    if (auto const late = stopping ? to.lock() : nullptr) late->stop();
}

void Connections::stop_all() {
    std::vector<std::shared_ptr<Connection>> all;
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
        for (auto const& [id, connection] : open_)
            if (auto locked = connection.connection.lock()) all.push_back(std::move(locked));
    }
    for (auto const& connection : all) connection->stop();
}

bool Connections::wait_until_none(std::chrono::milliseconds at_most) {
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, at_most, [this] { return open_.empty(); });
}

void Connections::remove(std::size_t id) {
    std::lock_guard const lock(mutex_);
    auto const found = open_.find(id);
    if (auto const from = from_address_.find(found->second.address); from != from_address_.end() && --from->second == 0)
        from_address_.erase(from);
    open_.erase(found);
    metrics().connections_open.subtract();
    if (open_.empty()) none_.notify_all();
}

} // namespace tefuda::server
