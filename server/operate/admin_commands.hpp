// Carries out what the operator asks.
#pragma once

#include "server/operate/admin_command.hpp"
#include "server/operate/moderation.hpp"
#include "server/operate/player_commands.hpp"
#include "server/operate/readiness.hpp"
#include "server/operate/reports.hpp"
#include "server/people/people.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/time.hpp"
#include "server/runtime/weak_list.hpp"
#include "server/session/client_session.hpp"
#include "server/store/sql.hpp"
#include "server/store/store_reader.hpp"

#include <boost/system/result.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tefuda::server {

/// For one thread, which waits for rooms and stores: never an event loop.
class AdminCommands {
public:
    /// What there is to command; outlives this object.
    struct Served {
        RoomRegistry& rooms;
        WeakList<ClientSession>& sessions;
        Readiness& readiness;
        Executor& executor;            ///< where rooms are woken and read
        StoreReader* reader = nullptr; ///< null: nothing is stored
        People* people = nullptr;      ///< null: no players are known
        std::string node;              ///< of this server
        std::function<void()> stop;    ///< as SIGTERM
        std::stop_token stop_token{};  ///< the server stops: nothing is waited for any more
    };
    /// \param moderation carries out what is stored \param database that servers share; null: there is none
    AdminCommands(Served served, Moderation& moderation, Reports& reports, Sql* database)
        : served_(std::move(served)), moderation_(moderation), reports_(reports),
          players_(served_.people, moderation, served_.stop_token), database_(database) {}

    /// \returns the answer to a line, without its end
    std::string answer(std::string_view line, Moment const& now);
    /// To be called now and then: a server that drains stops in time.
    /// \returns when it is to be called again at the latest
    std::chrono::milliseconds tick(SteadyTime now);

private:
    struct Draining {
        SteadyTime since;
        std::optional<SteadyTime> until;
    };

    std::string on(ListRooms const& command, Moment const& now);
    std::string on(ShowRoom const& command, Moment const& now);
    std::string on(ListPeople const& command, Moment const& now);
    std::string on(CloseRoom const& command, Moment const&);
    std::string on(KickSeat const& command, Moment const&);
    std::string on(Drain const& command, Moment const& now);

    /// A room that is in memory then, or a sentence why not.
    boost::system::result<std::shared_ptr<RoomActor>, std::string> wake(std::string const& code);
    std::string show_stored(std::string const& code, Moment const& now);

    template <class Command>
    std::string carry_out(Command const& command, Moment const& now);

    Served const served_;
    Moderation& moderation_;
    Reports& reports_;
    PlayerCommands players_;
    Sql* const database_;
    std::optional<Draining> draining_;
};

} // namespace tefuda::server
