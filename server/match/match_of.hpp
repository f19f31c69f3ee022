// Game and Match for an engine. Slow to compile: include it in .cpp files only.
#pragma once

#include "protocol/codec/all_options.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/game_text.hpp"
#include "protocol/codec/schema.hpp"
#include "rules/core/cards.hpp"
#include "rules/search/ismcts.hpp"
#include "server/match/bot_view.hpp"
#include "server/match/game_of.hpp"
#include "server/match/match.hpp"
#include "server/match/options_schema.hpp"

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

namespace tefuda::server {

template <search::HasPolicy E>
class BotViewOf final : public BotView {
public:
    /// \pre the seat has a legal action
    BotViewOf(typename E::State const& state, Seat seat) : known_(imagined(state, seat)), seat_(seat) {
        auto const waiting = E::to_act(known_);
        must_act_ = std::find(waiting.begin(), waiting.end(), seat_) != waiting.end();
    }

    std::optional<std::string> as_beginner([[maybe_unused]] search::Random& random) const override {
        if constexpr (requires { search::PolicyOf<E>::choose_as_beginner(known_, seat_, random); })
            if (must_act_) return codec::to_json(search::PolicyOf<E>::choose_as_beginner(known_, seat_, random));
        return std::nullopt;
    }

    std::optional<std::string> by_rules_of_thumb(search::Random& random) const override {
        if (!must_act_) return volunteered(random);
        return codec::to_json(search::PolicyOf<E>::choose(known_, seat_, random));
    }

    std::optional<std::string> by_search(search::Budget const& budget, search::Random& random) const override {
        if (!must_act_) return volunteered(random);
        return codec::to_json(search::Search<E>(known_, seat_, random).best(budget));
    }

    std::optional<Consideration> consider(search::Budget const& budget, search::Random& random,
                                          std::string_view asked) const override {
        if (!must_act_) {
            auto action = volunteered(random);
            return action ? std::optional(Consideration{std::move(*action), {}}) : std::nullopt;
        }
        search::Search<E> search(known_, seat_, random);
        std::optional<typename E::Action> also;
        if (!asked.empty()) also = codec::Decoder().read_text<typename E::Action>(asked);
        if (also) search.consider_also(*also);
        Consideration found{codec::to_json(search.best(budget)), {}};
        if (also) found.value_of_asked = search.value_of(*also);
        for (auto const& [action, value] : search.considered())
            found.opinions.push_back({codec::to_json(action), value});
        return found;
    }

private:
    static typename E::State imagined(typename E::State const& state, Seat seat) {
        // A constant seed: the view depends only on what the seat knows. The search deals the hidden cards again for
        // each iteration, so any deal is good enough here.
        search::Random random(1);
        search::ImaginedChance chance(random);
        return search::imagine<E>(state, seat, chance);
    }

    /// An action of a seat for which the game does not wait; nothing if it prefers not to act.
    std::optional<std::string> volunteered([[maybe_unused]] search::Random& random) const {
        if constexpr (requires { search::PolicyOf<E>::volunteer(known_, seat_, random); })
            if (auto const action = search::PolicyOf<E>::volunteer(known_, seat_, random))
                return codec::to_json(*action);
        return std::nullopt;
    }

    typename E::State known_;
    Seat seat_;
    bool must_act_;
};

/// Sorts all lists in a described struct, cards in canonical order.
template <class T>
void sort_lists(T& value) {
    if constexpr (std::is_same_v<T, Cards>) {
        sort_canonical(value);
    } else if constexpr (requires {
                             *value;
                             value.has_value();
                         }) {
        if (value) sort_lists(*value);
    } else if constexpr (
        requires {
            value.begin();
            value.push_back(*value.begin());
        } && requires { *value.begin() < *value.begin(); }) {
        std::sort(value.begin(), value.end());
    } else if constexpr (boost::describe::has_describe_members<T>::value) {
        using Members = boost::describe::describe_members<T, boost::describe::mod_any_access>;
        boost::mp11::mp_for_each<Members>([&](auto member) { sort_lists(value.*member.pointer); });
    }
}

template <Engine E>
class MatchOf final : public Match {
public:
    MatchOf(typename E::Options const& options, int seats, Chance& chance)
        : state_(E::start(options, seats, chance, events_)) {}

    std::unique_ptr<Match> clone() const override { return std::make_unique<MatchOf>(*this); }

    std::optional<Illegal> act(Seat seat, codec::JsonValue json, Chance& chance) override {
        auto const action = codec::read_action<E>(json);
        if (auto const* unreadable = std::get_if<Illegal>(&action)) return *unreadable;
        std::vector<typename E::Event> events;
        if (auto refused = E::apply(state_, seat, std::get<typename E::Action>(action), chance, events)) return refused;
        events_ = std::move(events);
        return std::nullopt;
    }

    bool over() const override { return E::over(state_); }
    Seats to_act() const override { return E::to_act(state_); }

    void append_events(codec::JsonText& out, Observer observer) const override {
        codec::append_events<E>(out, events_, observer);
    }

    void forget_events() override { std::vector<typename E::Event>().swap(events_); }

    void append_view(codec::JsonText& out, Observer observer, std::string_view replay_path) const override {
        codec::append_view<E>(out, state_, observer, replay_path);
    }

    void append_legal(codec::JsonText& out, Seat seat) const override {
        auto const legal = E::legal(state_, seat);
        if (!legal.empty()) codec::encode(out, legal);
    }

    void append_result(codec::JsonText& out) const override {
        codec::encode(out, E::view(state_, Observer::spectator()).result);
    }

    std::vector<TimedMove> timed_moves() const override {
        std::vector<TimedMove> moves;
        if constexpr (HasTimedActions<E>)
            for (auto const& [seat, action, after_ms, bots_only] : E::timed(state_)) {
                auto const after = after_ms ? std::optional(std::chrono::milliseconds(*after_ms)) : std::nullopt;
                moves.push_back({seat, codec::to_json(action), after, bots_only});
            }
        return moves;
    }

    std::uint64_t decision_key([[maybe_unused]] Seat seat) const override {
        if constexpr (HasDecisionKeys<E>)
            return E::decision_key(state_, seat);
        else
            return 0;
    }

    std::shared_ptr<BotView const> bot_view_of([[maybe_unused]] Seat seat) const override {
        if constexpr (search::HasPolicy<E>)
            return std::make_shared<BotViewOf<E>>(state_, seat);
        else
            return nullptr;
    }

private:
    /// Events of the last action.
    std::vector<typename E::Event> events_;
    typename E::State state_;
};

template <Engine E>
class GameOf final : public Game {
public:
    std::string_view id() const override { return E::id; }
    GameName name() const override { return E::name; }
    SeatCounts seat_counts() const override { return E::seat_counts(); }

    GameSchemas const& schemas() const override {
        static GameSchemas const schemas = make_schemas();
        return schemas;
    }

    std::span<std::string_view const> seldom() const override {
        if constexpr (HasSeldomActions<E>) return E::seldom;
        return {};
    }

    std::variant<std::string_view, Illegal> settle(std::string_view text, int seats) const override {
        auto settled = codec::settled_options<E>(text, seats);
        if (auto* refused = std::get_if<Illegal>(&settled)) return std::move(*refused);
        return intern_options(codec::to_json(std::get<typename E::Options>(settled)));
    }

    std::vector<Cards> packs(std::string_view text, int seats) const override {
        codec::Decoder decoder;
        return E::fresh_cards(decoder.read_options<typename E::Options>(text).value(), seats);
    }

    std::vector<Cards> const& all_packs() const override {
        static auto const all = [] {
            std::vector<Cards> packs;
            for (auto const seats : E::seat_counts().values)
                for (auto const& options : codec::all_options<E>(seats))
                    for (auto const& pack : E::fresh_cards(options, seats))
                        if (std::find(packs.begin(), packs.end(), pack) == packs.end()) packs.push_back(pack);
            return packs;
        }();
        return all;
    }

    std::string canonical(std::string_view action) const override {
        codec::Decoder decoder;
        auto read = decoder.read_text<typename E::Action>(action);
        if (!read) return std::string(action);
        if constexpr (!HasOrderedLists<E>) std::visit([](auto& it) { sort_lists(it); }, *read);
        return codec::to_json(*read);
    }

    std::optional<std::uint64_t> move_key(std::string_view action) const override {
        auto const read = codec::Decoder().read_text<typename E::Action>(action);
        if (!read) return std::nullopt;
        if constexpr (search::HasPolicy<E>)
            return search::PolicyOf<E>::action_key(*read);
        else
            return std::hash<std::string>()(canonical(action));
    }

    std::unique_ptr<Match> start(std::string_view text, int seats, Chance& chance) const override {
        codec::Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(text);
        return std::make_unique<MatchOf<E>>(options.value(), seats, chance);
    }

    std::optional<DailyBoard> daily() const override {
        if constexpr (HasDaily<E>) {
            auto const board = E::daily();
            return DailyBoard{board.seats, codec::to_json(board.options)};
        }
        return std::nullopt;
    }

    std::int64_t margin([[maybe_unused]] std::string_view result, [[maybe_unused]] Seat seat) const override {
        if constexpr (HasDaily<E>) {
            auto const read = codec::Decoder().read_text<ResultOf<E>>(result);
            if (read && seat.number() < read->scores.seats()) return E::margin(*read, seat);
        }
        throw std::invalid_argument("this is no result of a match with a margin");
    }

private:
    static bool refuses(std::string const& text, int seats) {
        codec::Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(text);
        return !options || std::holds_alternative<Illegal>(E::settle(*options, seats));
    }

    static codec::OrderedJson make_options_schema() {
        auto options = codec::options_schema<typename E::Options>();
        auto by_seats = codec::OrderedJson::object();
        for (auto const seats : E::seat_counts().values) {
            auto const refused = refused_options(options, [&](auto const& text) { return refuses(text, seats); });
            if (refused.empty()) continue;
            auto& of_these = by_seats[std::to_string(seats)] = {{"$ref", "#"}};
            of_these.update(refused);
        }
        options.update(codec::OrderedJson::parse(E::options_schema));
        if (!by_seats.empty()) options["$defs"] = std::move(by_seats);
        return options;
    }

    static GameSchemas make_schemas() {
        auto const options = make_options_schema();
        codec::ObjectSchema view;
        view.property("game", {{"const", std::string(E::id)}});
        view.property("seat", codec::schema_of<Nullable<Seat>>());
        view.members<typename E::View>();
        view.property("replay", {{"type", "string"}}, false);
        return {options.dump(),
                codec::schema_of<typename E::Action>().dump(),
                codec::template_schema<typename E::Action>().dump(),
                codec::schema_of<typename E::SeenEvent>().dump(),
                view.build().dump(),
                codec::schema_of<ResultOf<E>>().dump()};
    }
};

template <Engine E>
Game const& game_of() {
    static GameOf<E> const game;
    return game;
}

} // namespace tefuda::server
