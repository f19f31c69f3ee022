#include "server/net/gatherer.hpp"

#include "server/net/turn_end.hpp"

#include <boost/asio/write.hpp>

#include <algorithm>
#include <bit>

namespace tefuda::server {

namespace {

/// So much a turn often writes.
constexpr std::size_t usual_bytes = 4096;

/// An idle connection needs no memory: an assignment would leave it its own.
template <class Buffer>
void give_back(Buffer& buffer) {
    Buffer().swap(buffer);
}

} // namespace

class Gatherer::Sending {
public:
    explicit Sending(std::shared_ptr<Gatherer> gatherer) : gatherer_(std::move(gatherer)) {}
    Sending(Sending&&) = default;
    ~Sending() {
        if (gatherer_) gatherer_->drop_waiters();
    }

    std::shared_ptr<Gatherer> comes() { return std::move(gatherer_); }

private:
    std::shared_ptr<Gatherer> gatherer_;
};

Gatherer::Gatherer(Stream stream)
    : stream_(std::move(stream)), turn_end_(asio::use_service<TurnEnd>(stream_.get_executor().context())) {}

Gatherer::~Gatherer() = default;

void Gatherer::drop_waiters() {
    auto const gathered = std::exchange(for_gathered_, {});
    auto const going = std::exchange(for_going_, {});
}

void Gatherer::begin() {
    // What grows is copied; a turn writes about as much as the last one.
    gathered_.reserve(std::max(usual_bytes, std::bit_ceil(last_bytes_)));
    if (!std::exchange(flush_is_due_, true)) turn_end_.flush(shared_from_this());
}

void Gatherer::when_sent(std::unique_ptr<IoCompletion> done, std::size_t bytes) {
    for_gathered_ = {std::move(done), bytes};
}

void Gatherer::flush() {
    flush_is_due_ = false;
    if (sending_ || (gathered_.empty() && !for_gathered_.done)) return;
    sending_ = true;
    going_.swap(gathered_);
    last_bytes_ = going_.size();
    for_going_ = std::exchange(for_gathered_, {});
    if (failure_) return ended(failure_);
    auto const sent = stream_.try_write_some(asio::buffer(going_));
    if (sent == going_.size()) return ended({});
    send_rest(sent);
}

void Gatherer::send_rest(std::size_t sent) {
    asio::async_write(stream_, asio::buffer(going_) + sent,
                      [sending = Sending(shared_from_this())](error_code error, std::size_t) mutable {
                          sending.comes()->ended(error);
                      });
}

void Gatherer::ended(error_code error) {
    sending_ = false;
    give_back(going_);
    if (error && !failure_) {
        failure_ = error;
        stream_.abort();
    }
    tell(std::exchange(for_going_, {}), error);
    if (std::exchange(was_full_, false) && on_room_) on_room_();
    if (!flush_is_due_) flush();
}

void Gatherer::tell(Waiter waiter, error_code error) {
    if (waiter.done) waiter.done->complete(error, error ? 0 : waiter.bytes);
}

void Gatherer::abort() {
    if (!failure_) failure_ = asio::error::operation_aborted;
    on_room_ = nullptr;
    stream_.abort();
}

} // namespace tefuda::server
