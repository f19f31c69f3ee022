#include "server/net/inflow.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace tefuda::server {

class Inflow::Reading {
public:
    explicit Reading(std::shared_ptr<Inflow> inflow) : inflow_(std::move(inflow)) {}
    Reading(Reading&&) = default;
    ~Reading() {
        // The event loop is destroyed. Who waits may own whoever owns the inflow.
        if (inflow_) auto const dropped = std::pair(std::move(inflow_->for_more_), std::move(inflow_->for_bytes_));
    }

    std::shared_ptr<Inflow> comes() { return std::move(inflow_); }

private:
    std::shared_ptr<Inflow> inflow_;
};

void Inflow::when_more(std::shared_ptr<Reader> reader) {
    for_more_ = std::move(reader);
    read();
}

bool Inflow::stop_waiting() {
    return std::exchange(for_more_, nullptr) != nullptr;
}

void Inflow::read_some(asio::mutable_buffer to, std::unique_ptr<IoCompletion> done) {
    if (input_.can_take()) {
        asio::post(connection_->stream().get_executor(),
                   [done = std::move(done), bytes = take(to)] { done->complete({}, bytes); });
        return;
    }
    for_bytes_ = std::move(done);
    to_ = to;
    read();
}

void Inflow::read() {
    if (std::exchange(reading_, true)) return;
    auto const room = input_.room();
    connection_->stream().async_read_some(
        asio::buffer(room.data(), room.size()),
        [reading = Reading(shared_from_this())](error_code error, std::size_t bytes) mutable {
            reading.comes()->came(error, bytes);
        });
}

void Inflow::came(error_code error, std::size_t bytes) {
    reading_ = false;
    input_.commit(bytes);
    if (!error && input_.was_filled()) read_more();
    if (bytes > 0) heard_ = Clock::now();
    if (for_bytes_)
        give(error);
    else if (for_more_)
        std::exchange(for_more_, nullptr)->more_came(error);
}

void Inflow::read_more() {
    auto const room = input_.more_room();
    if (room.empty()) return;
    auto const bytes = connection_->stream().try_read_some(asio::buffer(room.data(), room.size()));
    if (bytes > 0) input_.commit(bytes);
}

void Inflow::give(error_code error) {
    if (!error && !input_.can_take()) return read();
    auto const bytes = error ? 0 : take(to_);
    std::exchange(for_bytes_, nullptr)->complete(error, bytes);
}

std::size_t Inflow::take(asio::mutable_buffer to) {
    return input_.take({static_cast<char*>(to.data()), to.size()});
}

} // namespace tefuda::server
