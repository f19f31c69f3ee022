#include "server/operate/moderation.hpp"

#include "protocol/codec/text.hpp"
#include "protocol/player_name.hpp"
#include "server/match/given_names.hpp"
#include "server/metrics/logging.hpp"
#include "server/metrics/utc.hpp"
#include "server/operate/admin_answer.hpp"
#include "server/operate/gather.hpp"
#include "server/operate/times.hpp"
#include "server/runtime/failure_log.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tefuda::server {

namespace {

struct SanctionRow {
    std::int64_t number;
    std::string kind;
    Nullable<std::string> player;
    Nullable<std::string> address;
    Nullable<std::string> until;
    Nullable<std::string> because;
    std::string since;
    std::optional<int> closed; ///< connections that a new ban has closed
};
BOOST_DESCRIBE_STRUCT(SanctionRow, (), (number, kind, player, address, until, because, since, closed))

struct ActRow {
    std::string at;
    std::string command;
    codec::RawObject arguments;
};
BOOST_DESCRIBE_STRUCT(ActRow, (), (at, command, arguments))

Nullable<std::string> or_null(std::optional<std::string> const& text) {
    return text && !text->empty() ? Nullable<std::string>(*text) : Nullable<std::string>();
}

SanctionRow row_of(Sanction const& sanction) {
    return {sanction.number,
            std::string(name_of(sanction.kind)),
            or_null(sanction.player),
            or_null(sanction.network),
            sanction.until ? Nullable<std::string>(iso_time(at_second(*sanction.until))) : Nullable<std::string>(),
            or_null(sanction.because),
            iso_time(at_second(sanction.since)),
            {}};
}

/// Whether the notice is to be shown still.
bool holds(StoredNotice const& notice, Moment const& now) {
    return !notice.until || *notice.until > now.seconds();
}

std::string message_of(std::optional<StoredNotice> const& notice) {
    if (!notice) return codec::to_json(Notice{{}, {}});
    return codec::to_json(
        Notice{notice->text, notice->until ? std::optional(iso_time(at_second(*notice->until))) : std::nullopt});
}

} // namespace

void Moderation::load(Moment const& now) {
    version_.with([&](std::int64_t& version) {
        version = table_.version();
        apply_sanctions(false, now);
        apply_notice(false, now);
    });
}

void Moderation::tick(Moment const& now) {
    version_.with([&](std::int64_t& version) {
        try {
            auto const stored = table_.version();
            auto const has_ended = next_end_ != 0 && next_end_ <= now.seconds();
            if (std::exchange(version, stored) == stored && !has_ended) return;
            apply_sanctions(true, now);
            apply_notice(true, now);
        } catch (std::exception const& problem) {
            version = -1;
            failures_("Sanctions can't be read", problem);
        }
    });
}

// With the version held.

/// Also closes the connections that a new ban meets. \returns how many
int Moderation::apply_sanctions(bool tell, Moment const& now) {
    auto const all = table_.sanctions(now.seconds());
    served_.sanctions.replace(all);
    apply_names(all, tell);
    auto closed = 0;
    for (auto const& session : served_.sessions.all()) {
        auto const who = session->player();
        auto const met =
            served_.sanctions.find(SanctionKind::ban, who ? std::optional(who->id) : std::nullopt, session->address());
        if (!met) continue;
        session->close_as_banned(met->because);
        ++closed;
    }
    return closed;
}

/// A name that has ended is chosen by its player again, and shown as it was.
void Moderation::apply_names(std::vector<Sanction> const& all, bool tell) {
    std::map<std::string, GivenName> names;
    std::int64_t next_end = 0;
    for (auto const& sanction : all) {
        if (sanction.kind != SanctionKind::rename || !sanction.player) continue;
        auto const until = sanction.until;
        names[*sanction.player] = {sanction.because, until ? std::optional(iso_time(at_second(*until))) : std::nullopt};
        if (until) next_end = next_end == 0 ? *until : std::min(next_end, *until);
    }
    next_end_ = next_end;
    auto const changed = given_names().set(std::move(names));
    if (tell && served_.people && !changed.empty()) served_.people->show_names_of(changed);
}

void Moderation::apply_notice(bool tell, Moment const& now) {
    auto const notice = table_.notice();
    if (notice_.with([&](auto& told) { return std::exchange(told, notice) == notice; })) return;
    if (!tell || (notice && !holds(*notice, now))) return;
    auto const text = message_of(notice);
    for (auto const& session : served_.sessions.all()) session->send(text);
}

std::optional<std::string> Moderation::notice(Moment const& now) const {
    auto const notice = notice_.with([](auto const& it) { return it; });
    return notice && holds(*notice, now) ? std::optional(message_of(notice)) : std::nullopt;
}

// Sanctions.

template <class Command>
std::string Moderation::punish(Command const& command, Moment const& now) {
    if (command.player.has_value() == command.address.has_value())
        return admin_refused("Whom? Name either --player or --address.");
    auto const time = command.for_ ? read_span(*command.for_) : std::nullopt;
    if (command.for_ && !time) return admin_refused(bad_span);
    if (command.address && !Network::parse(*command.address))
        return admin_refused("--address is an address or a network, such as 192.0.2.7 or 192.0.2.0/24; behind the "
                             "network's bits there are zeros.");
    if (auto fault = fault_of_text("--because", command.because.value_or("")); !fault.empty())
        return admin_refused(std::move(fault));
    if (command.player)
        if (auto refused = refusal_of_player(*command.player); !refused.empty())
            return admin_refused(std::move(refused));
    Sanction sanction{.kind = Command::kind,
                      .player = command.player,
                      .network = command.address,
                      .until = time ? std::optional(now.seconds() + time->count()) : std::nullopt,
                      .because = command.because.value_or(""),
                      .since = now.seconds()};
    if (command.address && command.yes != true)
        if (auto refused = refusal_of_crowd(sanction); !refused.empty()) return admin_refused(std::move(refused));
    sanction.number = table_.add(sanction, act_of(command, now));
    log_event("The operator made a sanction", {{"command", Command::command}, {"number", sanction.number}});
    auto const closed = version_.with([&](auto&) { return apply_sanctions(true, now); });
    auto row = row_of(sanction);
    if (Command::kind == SanctionKind::ban) row.closed = closed;
    return admin_row(row);
}

template std::string Moderation::punish(Ban const& command, Moment const& now);
template std::string Moderation::punish(Mute const& command, Moment const& now);

/// Behind one address there may be a whole club, or everybody where a proxy is not trusted. Empty where few are met.
std::string Moderation::refusal_of_crowd(Sanction const& sanction) {
    constexpr std::size_t few = 3;
    Sanctions alone;
    alone.replace({sanction});
    std::set<std::string> players;
    std::size_t nameless = 0;
    for (auto const& session : served_.sessions.all()) {
        if (!alone.find(sanction.kind, std::nullopt, session->address())) continue;
        if (auto const who = session->player())
            players.insert(who->id);
        else
            ++nameless;
    }
    if (players.size() <= few && nameless <= few) return {};
    return *sanction.network + " has " + std::to_string(players.size()) + " players and " + std::to_string(nameless) +
           " connections of nobody known. If all of them are meant, say --yes.";
}

/// Whether there is such a player; nothing where the players can't be read now. \pre players are known
std::optional<bool> Moderation::exists(std::string const& id) {
    auto const awaited = std::make_shared<Awaited<std::optional<bool>>>();
    served_.people->exists(id, [awaited](std::optional<bool> exists) { awaited->set(exists); });
    return awaited->wait(served_.stop_token).value_or(std::nullopt);
}

/// Empty where there is such a player.
std::string Moderation::refusal_of_player(std::string const& id) {
    if (!served_.people) return "This server knows no players (--identity off).";
    auto const is_there = exists(id);
    if (!is_there) return "The players can't be read now: try again.";
    return *is_there ? "" : "There is no player " + id + ".";
}

std::string Moderation::on(ListSanctions const&, Moment const& now) {
    std::vector<SanctionRow> rows;
    for (auto const& sanction : table_.sanctions(now.seconds())) rows.push_back(row_of(sanction));
    return admin_rows(rows);
}

std::string Moderation::on(Lift const& command, Moment const& now) {
    auto const number = command.n.as_int();
    if (!number || !table_.lift(*number, act_of(command, now)))
        return admin_refused("There is no sanction with this number that holds.");
    log_event("The operator lifted a sanction", {{"number", std::int64_t{*number}}});
    version_.with([&](auto&) { apply_sanctions(true, now); });
    return admin_done();
}

// Names, the notice, the log.

std::string Moderation::on(RenamePlayer const& command, Moment const& now) {
    if (auto refused = refusal_of_player(command.id); !refused.empty()) return admin_refused(std::move(refused));
    if (auto const fault = fault_of_name(command.name)) return admin_refused(std::string(sentence_of(*fault)));
    auto const time = command.for_ ? read_span(*command.for_) : std::nullopt;
    if (command.for_ && !time) return admin_refused(bad_span);
    auto act = act_of(command, now);
    act.player = command.id;
    Sanction sanction{.kind = SanctionKind::rename,
                      .player = command.id,
                      .network = {},
                      .until = time ? std::optional(now.seconds() + time->count()) : std::nullopt,
                      .because = command.name,
                      .since = now.seconds()};
    sanction.number = table_.add(sanction, act);
    log_event("The operator renamed a player", {{"number", sanction.number}});
    // From here on nobody is shown another name. It stays where this one has ended.
    auto const awaited = std::make_shared<Awaited<bool>>();
    served_.people->rename(command.id, command.name, [awaited](bool done) { awaited->set(done); });
    auto const done = awaited->wait(served_.stop_token);
    version_.with([&](auto&) { apply_sanctions(true, now); });
    return done && *done ? admin_row(row_of(sanction)) : admin_unanswered();
}

std::string Moderation::on(SetNotice const& command, Moment const& now) {
    auto const clears = command.clear == true;
    auto const has_text = command.text && !codec::is_blank(*command.text);
    if (clears == command.text.has_value() || (!clears && !has_text))
        return admin_refused("A notice needs a text, or --clear without one.");
    if (clears && command.for_) return admin_refused("--for and --clear exclude each other.");
    if (auto fault = fault_of_text("A notice", command.text.value_or("")); !fault.empty())
        return admin_refused(std::move(fault));
    auto const time = command.for_ ? read_span(*command.for_) : std::nullopt;
    if (command.for_ && !time) return admin_refused(bad_span);
    std::optional<StoredNotice> notice;
    if (!clears) notice = {*command.text, time ? std::optional(now.seconds() + time->count()) : std::nullopt};
    table_.set_notice(notice, act_of(command, now));
    log_event(clears ? "The operator cleared the notice" : "The operator told everybody something", {});
    version_.with([&](auto&) { apply_notice(true, now); });
    return admin_done();
}

std::string Moderation::on(ShowLog const& command, Moment const& now) {
    auto const since = command.since ? read_since(*command.since, now.seconds()) : std::optional<std::int64_t>(0);
    if (!since)
        return admin_refused("--since is a number with s, m, h or d, such as 7d, or a date such as 2026-11-26.");
    std::vector<ActRow> rows;
    for (auto const& act : table_.acts(*since))
        rows.push_back({iso_time(at_second(act.at)), act.command, {act.arguments}});
    return admin_rows(rows);
}

bool forget_player(Sql& tables, std::string const& player, std::int64_t now) {
    try {
        OperatorTable(tables).forget(player, now);
        return true;
    } catch (std::exception const& problem) {
        log_failure("A deleted player can't be forgotten in what the operator has decided", problem);
        return false;
    }
}

std::string Moderation::logged(Act const& act, std::function<std::string()> const& carry_out) {
    auto const number = table_.add_act(act);
    std::string answer;
    try {
        answer = carry_out();
    } catch (...) {
        table_.withdraw(number);
        throw;
    }
    if (answer != admin_done() && answer != admin_unanswered()) table_.withdraw(number);
    return answer;
}

} // namespace tefuda::server
