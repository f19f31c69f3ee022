#include "server/net/connections.hpp"

#include "server/observe/metrics.hpp"

#include <utility>
#include <vector>

namespace tefuda::server {

Connections::Entry::Entry(Entry&& other) noexcept : all_(std::exchange(other.all_, nullptr)), id_(other.id_) {}

Connections::Entry& Connections::Entry::operator=(Entry&& other) noexcept {
    std::swap(all_, other.all_);
    std::swap(id_, other.id_);
    return *this;
}

Connections::Entry::~Entry() {
    if (all_) all_->remove(id_);
}

Connections::Entry Connections::add(std::weak_ptr<Connection> connection) {
    std::size_t id = 0;
    bool stopping = false;
    {
        std::lock_guard const lock(mutex_);
        id = next_id_++;
        open_.emplace(id, connection);
        metrics().connections_open.add();
        stopping = stopping_;
    }
    if (auto const late = stopping ? connection.lock() : nullptr) late->stop();
    return {*this, id};
}

void Connections::hand_over(Entry const& entry, std::weak_ptr<Connection> to) {
    bool stopping = false;
    {
        std::lock_guard const lock(mutex_);
        open_[entry.id_] = to;
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
            if (auto locked = connection.lock()) all.push_back(std::move(locked));
    }
    for (auto const& connection : all) connection->stop();
}

bool Connections::wait_until_none(std::chrono::milliseconds at_most) {
    std::unique_lock lock(mutex_);
    return none_.wait_for(lock, at_most, [this] { return open_.empty(); });
}

void Connections::remove(std::size_t id) {
    std::lock_guard const lock(mutex_);
    open_.erase(id);
    metrics().connections_open.subtract();
    if (open_.empty()) none_.notify_all();
}

} // namespace tefuda::server
