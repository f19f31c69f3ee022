#include "server/net/connections.hpp"

#include "server/metrics/limit_log.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace {

/// Places for networks that have no connection yet.
std::size_t reserved(std::size_t in_all) {
    return std::min<std::size_t>(32, in_all / 10);
}

/// Places beyond the maximum for the machine itself.
constexpr std::size_t own_places = 4;

void count_refused(Limit limit, std::string const& address) {
    metrics().connections_refused.add();
    count_limit(limit, address);
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

std::size_t Connections::number_of(std::string const& network) const {
    auto const found = networks_.find(network);
    return found == networks_.end() ? 0 : found->open();
}

bool Connections::has_place(std::string const& network, bool is_own) const {
    auto const number = number_of(network);
    // Of a connection whose address is not known yet, that is decided when it is.
    auto const may_be_first = number == 0 || network.empty();
    auto const has_own_place = counted_ < limits_.in_all || counted_ - limits_.in_all < own_places;
    if (is_own && may_be_first && has_own_place) return true;
    auto const kept = may_be_first ? 0 : reserved(limits_.in_all);
    return counted_ + kept < limits_.in_all;
}

/// Counts nothing where memory runs out.
void Connections::count(std::size_t id, Open& connection) {
    open_from_.add(connection.address);
    try {
        // What may fail comes before: a change that fails would remove the network.
        std::set<std::size_t> added{id};
        auto const network = networks_.insert({connection.network, {}, {}}).first;
        networks_.modify(network, [&](OfNetwork& of) { (connection.joined ? of.joined : of.idle).merge(added); });
    } catch (...) {
        open_from_.remove(connection.address);
        throw;
    }
    connection.counted = true;
    ++counted_;
}

/// Needs no memory but for the names of the networks, and waits for that: whoever has gone must not count.
void Connections::discount(std::size_t id, Open& connection) {
    if (!std::exchange(connection.counted, false)) return;
    open_from_.remove(connection.address);
    auto const found = networks_.find(connection.network);
    networks_.modify(found, [&](OfNetwork& network) { (connection.joined ? network.joined : network.idle).erase(id); });
    if (found->open() == 0) networks_.erase(found);
    --counted_;
}

/// \returns null where nobody has to make place for this network
std::shared_ptr<Connection> Connections::drop_one_for(std::string const& network) {
    auto const number = number_of(network);
    if (networks_.empty()) return nullptr;
    auto const& idle = *networks_.get<1>().rbegin();
    auto const& most = *networks_.get<2>().rbegin();
    if (idle.open_with_idle() > std::max<std::size_t>(number, 1)) return drop(*idle.idle.begin());
    auto const may_be_first = number == 0 || network.empty();
    if (may_be_first && most.open() > std::max<std::size_t>(number, 1)) return drop(*most.joined.begin());
    // Of those that have a single connection none makes place but one that does nothing.
    return idle.open_with_idle() > number ? drop(*idle.idle.begin()) : nullptr;
}

std::shared_ptr<Connection> Connections::drop(std::size_t id) {
    auto& connection = open_.at(id);
    count_limit(Limit::connections, connection.address);
    discount(id, connection);
    connection.dropped = true;
    return connection.connection.lock();
}

std::optional<Connections::Entry> Connections::add(std::weak_ptr<Connection> connection, std::string address,
                                                   bool is_own) {
    std::size_t id = 0;
    bool stopping = false;
    std::shared_ptr<Connection> dropped;
    {
        std::lock_guard const lock(mutex_);
        if (open_from_.has_its_share(address, limits_.an_address)) {
            count_refused(Limit::connections_an_address, address);
            return std::nullopt;
        }
        auto network = widest_network_of(address);
        if (!has_place(network, is_own) && !(dropped = drop_one_for(network))) {
            count_refused(Limit::connections, address);
            return std::nullopt;
        }
        id = next_id_++;
        auto const added = open_.emplace(id, Open{connection, std::move(address), std::move(network)}).first;
        try {
            count(id, added->second);
        } catch (...) {
            open_.erase(added);
            throw;
        }
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
        if (open_from_.has_its_share(address, limits_.an_address)) {
            count_refused(Limit::connections_an_address, address);
            return false;
        }
        auto& connection = open_[entry.id_];
        if (connection.dropped) return false;
        // A proxy on this machine may have got a place that is the machine's own. Discounted, it is not the one that
        // makes place.
        discount(entry.id_, connection);
        auto network = widest_network_of(address);
        auto const has_place_now = has_place(network, is_own) || (dropped = drop_one_for(network));
        if (has_place_now) {
            connection.address = std::move(address);
            connection.network = std::move(network);
        } else {
            count_refused(Limit::connections, address);
        }
        until_there_is_memory([&] { count(entry.id_, connection); });
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

void Connections::set_joined(Entry const& entry, bool joined) {
    if (entry.all_ != this) return;
    std::lock_guard const lock(mutex_);
    auto& connection = open_[entry.id_];
    if (connection.joined == joined || connection.dropped) return;
    discount(entry.id_, connection);
    connection.joined = joined;
    until_there_is_memory([&] { count(entry.id_, connection); });
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
    discount(id, found->second);
    open_.erase(found);
    metrics().connections_open.subtract();
    if (open_.empty()) none_.notify_all();
}

} // namespace tefuda::server
