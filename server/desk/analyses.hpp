// The analyses and pars of finished matches: made once, by the bots' threads when they have nothing else to do.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/bots/match_study.hpp"
#include "server/net/service.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tefuda::server {

/// Kept in memory, the last ones that were asked for. Thread-safe.
class Analyses {
public:
    /// How many are made at once, for one address and in all.
    static constexpr std::size_t max_running_an_address = 2;
    static constexpr std::size_t max_running = 20;
    static constexpr std::size_t max_kept = 200;
    /// Nobody works longer on one that nobody asks for.
    static constexpr std::chrono::seconds patience{60};

    /// \param bots must be alive whenever a function of this object is called
    explicit Analyses(BotPool& bots);

    enum class Kind : std::uint8_t { analysis, par };
    /// What is worked out about which match.
    struct Subject {
        Kind kind;
        std::string room;
        int match;
        friend bool operator==(Subject const&, Subject const&) = default;
    };

    /// The document, or 202 and how far it is; nothing where it was not begun.
    std::optional<HttpReply> find(Subject const& subject) const;
    /// Begins it, where it was not begun. 429 where too many are being made.
    /// \param study new
    /// \param address as ClientConnection::address
    HttpReply begin(Subject const& subject, std::shared_ptr<MatchStudy> study, std::string const& address);

private:
    struct State;

    BotPool& bots_;
    /// Shared with the work that is under way.
    std::shared_ptr<State> const state_;
};

} // namespace tefuda::server
