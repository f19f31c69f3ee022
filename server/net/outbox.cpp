#include "server/net/outbox.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace tefuda::server {

namespace {

/// `clear` and assignments keep the string's memory.
void release(std::string& bytes) {
    std::string().swap(bytes);
}

} // namespace

bool WriteQueue::reserve(std::size_t bytes) {
    if (!empty() && size() + bytes > capacity_) return false;
    // A buffer that grows step by step is copied each time. A turn writes about as many bytes as the last one.
    constexpr std::size_t least = 4096;
    if (gathered_.empty()) gathered_.reserve(std::max({least, bytes, std::bit_ceil(last_sent_)}));
    return true;
}

std::string_view WriteQueue::begin_send() {
    if (!sending_.empty()) return {};
    sending_.swap(gathered_);
    return sending_;
}

void WriteQueue::end_send() {
    last_sent_ = sending_.size();
    release(sending_);
}

void WriteQueue::clear_gathered() {
    release(gathered_);
}

void Outbox::open(std::weak_ptr<void> owner, SendBudget& budget, std::string const& address,
                  std::function<void()> close, std::function<void(error_code)> on_sent) {
    owner_ = std::move(owner);
    account_.emplace(budget, address, std::move(close));
    on_sent_ = std::move(on_sent);
}

void Outbox::schedule() {
    charge();
    if (gathered().empty() || is_scheduled_ || is_discarded_) return;
    executor_.flush_later(std::shared_ptr<Flushable>(owner_.lock(), this));
    is_scheduled_ = true;
}

void Outbox::flush() {
    is_scheduled_ = false;
    if (is_discarded_) return;
    auto const bytes = queue_.begin_send();
    if (bytes.empty()) return;
    auto const done = stream_.try_write_some(asio::buffer(bytes));
    if (done == bytes.size()) return sent({});
    send_rest(bytes.substr(done));
}

/// In pieces, to see that a slow client takes some.
void Outbox::send_rest(std::string_view bytes) {
    constexpr std::size_t piece = 64 * 1024;
    try {
        charge();
        asio::async_write(stream_, asio::buffer(bytes.substr(0, piece)),
                          [this, owner = owner_.lock(), bytes](error_code error, std::size_t done) {
                              if (error || done == bytes.size() || is_discarded_) return sent(error);
                              send_rest(bytes.substr(done));
                          });
    } catch (std::bad_alloc const&) {
        sent(asio::error::no_memory);
    }
}

void Outbox::sent(error_code error) {
    queue_.end_send();
    if (is_discarded_) return;
    try {
        charge();
        on_sent_(error);
        schedule();
    } catch (std::bad_alloc const&) {
        on_sent_(asio::error::no_memory);
    }
}

/// Rounded down: most queues are short, and cost nothing here.
void Outbox::charge() {
    constexpr std::size_t step = 16 * 1024;
    auto const rounded = is_discarded_ ? 0 : queue_.memory() / step * step;
    if (rounded == charged_) return;
    charged_ = rounded;
    account_->set(rounded, executor_.now());
}

void Outbox::discard() {
    is_discarded_ = true;
    queue_.clear_gathered();
    if (account_) charge();
}

} // namespace tefuda::server
