#include "server/match/match_run.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"

#include <ranges>
#include <utility>

namespace tefuda::server {

MatchRun::MatchRun(MatchRecord const& record, ChanceRecord* chance_record)
    : choices_(record.setup.seats()), room_(record.room), number_(record.number),
      chance_(record.setup.server_seed, record.setup.entropies, record.setup.fixed_shuffles), from_(record.setup.from) {
    if (chance_record) {
        chance_record->log = ShuffleLog(record.setup.game->packs(record.setup.options, record.setup.seats()));
        chance_.record_to(*chance_record);
    }
    match_ = record.setup.game->start(record.setup.options, record.setup.seats(), chance_);
    for (auto const seat : all_seats(choices_.seats())) choices_[seat].decision = record.decisions_before[seat];
    update_choices(std::nullopt);
    if (!from_) return;
    for (auto const& action : from_->actions()) {
        auto const tree = codec::JsonTree::parse(action.action);
        if (!tree || match_->act(action.seat, tree->root(), chance_))
            throw UnplayableMatch("the actions before its beginning are against the rules");
        update_choices(action.seat);
    }
}

MatchRun::MatchRun(MatchRun const& other)
    : match_(other.match_->clone()), choices_(other.choices_), seq_(other.seq_), room_(other.room_),
      number_(other.number_), chance_(other.chance_), from_(other.from_) {}

std::optional<Illegal> MatchRun::act(Seat seat, std::string_view action) {
    auto const tree = codec::JsonTree::parse(action);
    return tree ? act(seat, tree->root()) : Illegal{"The action is not JSON, or an object in it has a field twice."};
}

std::optional<Illegal> MatchRun::act(Seat seat, codec::JsonValue action) {
    if (auto refused = match_->act(seat, action, chance_)) return refused;
    ++seq_;
    from_.reset();
    update_choices(seat);
    return std::nullopt;
}

void MatchRun::update_choices(std::optional<Seat> actor) {
    codec::JsonText legal;
    for (auto const seat : all_seats(choices_.seats())) {
        auto& choices = choices_[seat];
        legal.clear();
        match_->append_legal(legal, seat);
        auto const same = legal.view() == choices.legal;
        auto const key = match_->decision_key(seat);
        if (!legal.empty() && (!same || key != choices.key || seat == actor)) ++choices.decision;
        if (!same) choices.legal = legal.view();
        choices.key = key;
    }
}

SeatList<std::int64_t> MatchRun::decisions_reached() const {
    SeatList<std::int64_t> reached;
    for (auto const& choices : choices_) reached.push_back(choices.decision);
    return reached;
}

std::string MatchRun::view(Observer observer) const {
    codec::JsonText view;
    match_->append_view(view, observer, replay_path());
    return view.str();
}

void MatchRun::append_events(codec::JsonText& out, Observer observer) const {
    if (!from_) return match_->append_events(out, observer);
    codec::encode(out, std::vector{ContinuedEvent{from_->room(), from_->match(),
                                                  static_cast<std::int64_t>(from_->actions().size())}});
}

void MatchRun::append_update(codec::JsonText& out, Observer observer, Form form,
                             std::optional<std::int64_t> deadline_ms) const {
    codec::append_word(out += R"({"type":"update","room":)", room_);
    codec::encode(out += R"(,"seq":)", seq_);
    if (form.resync) {
        out += R"(,"events":[])";
    } else {
        append_events(out += R"(,"events":)", observer);
    }
    if (form.view) match_->append_view(out += R"(,"view":)", observer, replay_path());
    if (observer.seat() && !legal(*observer.seat()).empty()) {
        codec::encode(out += R"(,"decision":)", choices_[*observer.seat()].decision);
        (out += R"(,"legal":)") += legal(*observer.seat());
        out += waits_for(*observer.seat()) ? R"(,"must":true)" : R"(,"must":false)";
    }
    if (deadline_ms) codec::encode(out += R"(,"deadline_ms":)", *deadline_ms);
    if (over()) out += R"(,"over":true)";
    if (form.resync) out += R"(,"resync":true)";
    out += '}';
}

std::string MatchRun::update(Observer observer, Form form) const {
    codec::JsonText out;
    append_update(out, observer, form);
    return out.str();
}

std::string MatchRun::replay_path() const {
    return over() ? "/api/rooms/" + room_ + "/matches/" + std::to_string(number_) : std::string();
}

std::string MatchRun::result() const {
    codec::JsonText result;
    match_->append_result(result);
    return result.str();
}

void RecentPast::note(MatchRun const& run, MatchRecord const& record) {
    auto const& actions = record.actions;
    if (actions.size() % interval != 0) return;
    State state{run, actions.bytes().size()};
    state.run.forget_events();
    if (states_.size() == most) states_.erase(states_.begin());
    states_.push_back(std::move(state));
}

RecentPast::Again RecentPast::from(std::int64_t seq, MatchRecord const& record) const {
    for (auto const& state : states_ | std::views::reverse)
        if (state.run.seq() <= seq) return {state.run, record.actions.from(state.bytes)};
    return {MatchRun(record), record.actions.begin()};
}

} // namespace tefuda::server
