#include "server/net/connections.hpp"

#include "server/metrics/limit_log.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

/// Places for addresses that have no connection yet.
std::size_t reserved(std::size_t in_all) {
    return std::min<std::size_t>(32, in_all / 10);
}

/// Places beyond the maximum for the machine itself.
constexpr std::size_t own_places = 4;

void note_refused(Limit limit, std::string const& address) {
    metrics().connections_refused.add();
    note_limit(limit, address);
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

std::size_t Connections::number_of(std::string const& address) const {
    auto const found = from_address_.find(address);
    return found == from_address_.end() ? 0 : found->second.open;
}

bool Connections::accepts(std::string const& address) const {
    return address.empty() || number_of(address) < limits_.an_address;
}

bool Connections::has_place(std::string const& address, bool is_own) const {
    auto const number = number_of(address);
    auto const has_own_place = counted_ < limits_.in_all || counted_ - limits_.in_all < own_places;
    if (is_own && (number == 0 || address.empty()) && has_own_place) return true;
    auto const kept = number == 0 ? 0 : reserved(limits_.in_all);
    return counted_ + kept < limits_.in_all;
}

void Connections::count(Open const& connection) {
    ++counted_;
    auto& numbers = from_address_[connection.address];
    ++numbers.open;
    if (connection.joined) ++numbers.joined;
}

void Connections::discount(Open const& connection) {
    --counted_;
    auto const numbers = from_address_.find(connection.address);
    if (connection.joined) --numbers->second.joined;
    if (--numbers->second.open == 0) from_address_.erase(numbers);
}

/// \returns null where nobody has to make place for this address
std::shared_ptr<Connection> Connections::drop_one_for(std::string const& address) {
    auto const idle = [](Numbers const& numbers) { return numbers.open - numbers.joined; };
    auto most = from_address_.end();
    for (auto it = from_address_.begin(); it != from_address_.end(); ++it)
        if (idle(it->second) > 0 && (most == from_address_.end() || idle(it->second) > idle(most->second))) most = it;
    if (most == from_address_.end() || most->second.open <= number_of(address)) return nullptr;
    auto oldest = open_.end();
    for (auto it = open_.begin(); it != open_.end(); ++it)
        if (!it->second.dropped && !it->second.joined && it->second.address == most->first)
            if (oldest == open_.end() || it->first < oldest->first) oldest = it;
    note_limit(Limit::connections, most->first);
    discount(oldest->second);
    oldest->second.dropped = true;
    return oldest->second.connection.lock();
}

std::optional<Connections::Entry> Connections::add(std::weak_ptr<Connection> connection, std::string address,
                                                   bool is_own) {
    std::size_t id = 0;
    bool stopping = false;
    std::shared_ptr<Connection> dropped;
    {
        std::lock_guard const lock(mutex_);
        if (!accepts(address)) {
            note_refused(Limit::connections_an_address, address);
            return std::nullopt;
        }
        if (!has_place(address, is_own) && !(dropped = drop_one_for(address))) {
            note_refused(Limit::connections, address);
            return std::nullopt;
        }
        id = next_id_++;
        auto const& added = open_.emplace(id, Open{connection, std::move(address)}).first->second;
        count(added);
        metrics().connections_open.add();
        stopping = stopping_;
    }
    if (dropped) dropped->drop();
    if (auto const late = stopping ? connection.lock() : nullptr) late->stop();
    return Entry(*this, id);
}

bool Connections::count_address(Entry const& entry, std::string address, bool is_own) {
    std::shared_ptr<Connection> dropped;
    {
        std::lock_guard const lock(mutex_);
        if (!accepts(address)) {
            note_refused(Limit::connections_an_address, address);
            return false;
        }
        auto& connection = open_[entry.id_];
        if (connection.dropped) return false;
        discount(connection);
        // A proxy on this machine may have got a place that is the machine's own.
        connection.dropped = true; // it is not the one that makes place
        auto const has_place_now = has_place(address, is_own) || (dropped = drop_one_for(address));
        connection.dropped = false;
        if (has_place_now)
            connection.address = std::move(address);
        else
            note_refused(Limit::connections, address);
        count(connection);
        if (!has_place_now) return false;
    }
    if (dropped) dropped->drop();
    return true;
}

void Connections::hand_over(Entry const& entry, std::weak_ptr<Connection> to) {
    bool stopping = false;
    bool dropped = false;
    {
        std::lock_guard const lock(mutex_);
        auto& connection = open_[entry.id_];
        connection.connection = to;
        stopping = stopping_;
        dropped = connection.dropped;
    }
    auto const owner = stopping || dropped ? to.lock() : nullptr;
    if (owner && dropped) owner->drop();
    if (owner && stopping) owner->stop();
}

void Connections::set_joined(Entry const& entry) {
    if (entry.all_ != this) return;
    std::lock_guard const lock(mutex_);
    auto& connection = open_[entry.id_];
    if (connection.joined || connection.dropped) return;
    discount(connection);
    connection.joined = true;
    count(connection);
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
    if (!found->second.dropped) discount(found->second);
    open_.erase(found);
    metrics().connections_open.subtract();
    if (open_.empty()) none_.notify_all();
}

} // namespace tefuda::server
