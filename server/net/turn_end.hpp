// The end of an event loop's turn: what was gathered for the sockets goes out.
#pragma once

#include <boost/asio/execution_context.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace tefuda::server {

class Gatherer;

/// One for each io_context: a service in Asio's sense. For that loop's thread alone.
class TurnEnd final : public boost::asio::execution_context::service {
public:
    using key_type = TurnEnd;
    static inline boost::asio::execution_context::id id;

    explicit TurnEnd(boost::asio::execution_context& context) : service(context) {}

    /// The gatherer is flushed when this turn ends.
    void flush(std::shared_ptr<Gatherer> gatherer) { due_.push_back(std::move(gatherer)); }

    /// Called by the loop.
    void run();

private:
    void shutdown() override;

    std::vector<std::shared_ptr<Gatherer>> due_;
    std::size_t next_ = 0;
};

} // namespace tefuda::server
