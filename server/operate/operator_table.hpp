// Sanctions, the notice and the log of the operator's commands, as they are stored.
#pragma once

#include "protocol/codec/encode.hpp"
#include "server/runtime/time.hpp"
#include "server/session/sanctions.hpp"
#include "server/store/sql.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// What everybody is told.
struct StoredNotice {
    std::string text;                  ///< not empty
    std::optional<std::int64_t> until; ///< seconds since 1970
    friend bool operator==(StoredNotice const&, StoredNotice const&) = default;
};

/// A command that changes something.
struct Act {
    std::int64_t at = 0; ///< seconds since 1970
    std::string command;
    std::string arguments; ///< JSON text of an object
    std::string player;    ///< whose name is in the arguments; empty: nobody's
};

/// \param command described, with a name `command`
template <class Command>
Act act_of(Command const& command, Moment const& now) {
    return {now.seconds(), std::string(Command::command), codec::to_json(command), {}};
}

/// For one thread at a time; blocks. All functions throw StoreFailure. Each change and its line in the log are stored
/// together.
class OperatorTable {
public:
    explicit OperatorTable(Sql& sql) : sql_(sql) {}

    /// Grows with each change, by whatever server.
    std::int64_t version();

    /// Those that hold at this time, by number.
    std::vector<Sanction> sanctions(std::int64_t now);
    /// \param sanction without a number \returns its number, which no other ever had
    std::int64_t add(Sanction const& sanction, Act const& act);
    /// \returns false where it does not hold
    bool lift(std::int64_t number, Act const& act);

    struct PastSanction {
        Sanction sanction;
        std::int64_t lifted; ///< when; 0: it was not
    };
    /// Of all times, the first 1000.
    std::vector<PastSanction> sanctions_against(std::string const& player);

    std::optional<StoredNotice> notice();
    void set_notice(std::optional<StoredNotice> const& notice, Act const& act);

    struct StoredReport {
        std::int64_t number;
        std::int64_t at;
        std::string report; ///< JSON of FiledReport
    };
    /// How many are kept: the newest. With 50 lines of chat of the usual length one takes 5 KB.
    static constexpr int max_reports = 5000;

    /// \param by the id of the player who makes it; nothing: nobody's
    void add_report(std::int64_t at, std::string const& report, std::optional<std::string> const& by);
    /// Some that the player has made, behind a number.
    std::vector<StoredReport> reports_by(std::string const& player, std::int64_t after);
    /// The newest 1000, the newest first.
    std::vector<StoredReport> reports();
    std::optional<StoredReport> report(std::int64_t number);

    /// \returns its number in the log
    std::int64_t add_act(Act const& act);
    /// It was not carried out: only its number stays, by which other servers know what is new.
    void withdraw(std::int64_t number);
    /// The oldest first.
    std::vector<Act> acts(std::int64_t since);
    /// Nothing of the player stays in the log but its id, and who gave the command; no sanction is against it any more.
    void forget(std::string const& player, std::int64_t now);

private:
    Sql& sql_;
};

} // namespace tefuda::server
