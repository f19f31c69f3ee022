// The end of an event loop's turn: what was gathered for the sockets goes out. A turn is what was ready to run when the
// first of it was gathered.
#pragma once

#include <boost/asio/io_context.hpp>

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

    explicit TurnEnd(boost::asio::io_context& context) : service(context), executor_(context.get_executor()) {}

    /// The gatherer is flushed when this turn ends.
    void flush(std::shared_ptr<Gatherer> gatherer) {
        if (due_.empty()) come();
        due_.push_back(std::move(gatherer));
    }

private:
    void come();
    void run();
    void flush_all();
    void shutdown() override;

    boost::asio::io_context::executor_type executor_;
    std::vector<std::shared_ptr<Gatherer>> due_;
    std::size_t next_ = 0;
};

} // namespace tefuda::server
