// What the operator asks about players: who they are, all that is stored of one, its end, and how much is played.
#pragma once

#include "server/operate/admin_command.hpp"
#include "server/operate/moderation.hpp"
#include "server/people/people.hpp"

#include <stop_token>
#include <string>

namespace tefuda::server {

/// For the operator's thread.
class PlayerCommands {
public:
    /// \param people null: no players are known \param moderation keeps the log
    PlayerCommands(People* people, Moderation& moderation, std::stop_token stop)
        : people_(people), moderation_(moderation), stop_(std::move(stop)) {}

    std::string on(FindPlayers const& command, Moment const&);
    std::string on(ExportPlayer const& command, Moment const& now);
    std::string on(DeletePlayer const& command, Moment const& now);
    std::string on(ShowStats const& command, Moment const&);

private:
    People* const people_;
    Moderation& moderation_;
    std::stop_token const stop_;
};

} // namespace tefuda::server
