// Sanctions, names, the notice and the log: the operator's commands whose effects are stored.
#pragma once

#include "server/operate/admin_command.hpp"
#include "server/operate/operator_table.hpp"
#include "server/people/people.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/time.hpp"
#include "server/runtime/weak_list.hpp"
#include "server/session/client_session.hpp"
#include "server/session/sanctions.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace tefuda::server {

/// The commands are for the operator's thread, `tick` is for one of its own: what is stored holds also where no
/// operator commands this server, or one waits.
class Moderation {
public:
    struct Served {
        WeakList<ClientSession>& sessions;
        Sanctions& sanctions;
        People* people = nullptr;     ///< null: no players are known
        std::stop_token stop_token{}; ///< the server stops: nothing is waited for any more
    };
    /// \param tables of the operator; they outlive this object
    Moderation(Served served, Sql& tables) : served_(served), table_(tables) {}

    /// Reads what is stored; to be called before clients are served. \throws StoreFailure
    void load(Moment const& now);
    /// The notice that whoever connects now is sent; nothing: there is none. From any thread.
    std::optional<std::string> notice(Moment const& now) const;

    std::string on(Ban const& command, Moment const& now) { return punish(command, now); }
    std::string on(Mute const& command, Moment const& now) { return punish(command, now); }
    std::string on(ListSanctions const& command, Moment const& now);
    std::string on(Lift const& command, Moment const& now);
    std::string on(RenamePlayer const& command, Moment const& now);
    std::string on(SetNotice const& command, Moment const& now);
    std::string on(ShowLog const& command, Moment const& now);

    /// Writes a command into the log, then carries it out: what can't be written is not done. One that is refused is
    /// taken out of the log. \returns what `carry_out` does \throws StoreFailure
    std::string logged(Act const& act, std::function<std::string()> const& carry_out);
    /// Looks for what other servers have stored, and for names that have ended; to be called about each second.
    void tick(Moment const& now);

private:
    template <class Command>
    std::string punish(Command const& command, Moment const& now);
    std::optional<bool> exists(std::string const& id);
    std::string refusal_of_player(std::string const& id);
    std::string refusal_of_crowd(Sanction const& sanction);
    int apply_sanctions(bool tell, Moment const& now);
    void apply_names(std::vector<Sanction> const& all, bool tell);
    void apply_notice(bool tell, Moment const& now);

    Served const served_;
    OperatorTable table_;
    std::int64_t next_end_ = 0; ///< of the names that hold, in seconds since 1970; 0: none ends. With the version held
    FailureLog failures_{std::chrono::minutes(1)}; ///< of `tick`

    /// The version of the tables that holds here. Held from reading what is stored until it holds: what was read later
    /// holds later.
    Guarded<std::int64_t> version_;
    Guarded<std::optional<StoredNotice>> notice_;
};

/// A player was deleted: its name goes out of the log of the operator's commands, and sanctions against it end.
/// \param tables as Moderation's \param now in seconds since 1970 \returns false where that can't be written now
bool forget_player(Sql& tables, std::string const& player, std::int64_t now);

} // namespace tefuda::server
