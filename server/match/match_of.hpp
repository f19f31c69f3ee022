// An engine behind the interfaces Game and Match. Heavy to compile: for .cpp files.
#pragma once

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/codec/schema.hpp"
#include "server/match/fetch.hpp"
#include "server/match/match.hpp"
#include "server/match/bot_view_of.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>

namespace tefuda::server {

template <Engine E>
class MatchOf final : public Match {
public:
    MatchOf(typename E::Options const& options, int seats, Chance& chance)
        : state_(E::start(options, seats, chance, events_)) {}

    std::optional<Illegal> act(Seat seat, codec::JsonValue json, Chance& chance) override {
        fetch();
        codec::Decoder decoder;
        auto const action = decoder.read<typename E::Action>(json);
        if (!action) return Illegal{"The action can't be read: " + decoder.problem() + "."};
        if (events_.capacity() == 0) events_.swap(spare_events);
        auto const before = static_cast<std::ptrdiff_t>(events_.size());
        if (auto refused = E::apply(state_, seat, *action, chance, events_)) return refused;
        events_.erase(events_.begin(), events_.begin() + before);
        stamp_ = new_stamp();
        return std::nullopt;
    }

    void fetch() const override {
        server::fetch(events_.data(), events_.size() * sizeof(typename E::Event));
        if constexpr (FinishesForGood<E>) server::fetch(finished_.text.data(), finished_.text.size());
    }

    bool over() const override { return E::over(state_); }
    Seats to_act() const override { return E::to_act(state_); }

    void append_events(codec::JsonText& out, Observer observer) const override {
        out += '[';
        for (auto const& event : events_) {
            if (out.back() != '[') out += ',';
            codec::encode(out, E::event_for(event, observer));
        }
        out += ']';
    }

    void forget_events() override {
        events_.clear();
        if (events_.capacity() > spare_events.capacity()) events_.swap(spare_events);
        std::vector<typename E::Event>().swap(events_);
    }

    void append_view(codec::JsonText& out, Observer observer, std::string_view replay_path) const override {
        codec::append_word(out += R"({"game":)", E::id);
        codec::encode(out += R"(,"seat":)", Nullable<Seat>(observer.seat()));
        if constexpr (HidesOnlyHands<E>) {
            auto const& everybody = view_of_everybody(replay_path);
            out += everybody.text.view().substr(0, everybody.hands_at);
            codec::encode(out, E::hands(state_, observer));
            out += everybody.text.view().substr(everybody.hands_at);
        } else {
            append_fields(out, E::view(state_, observer), replay_path, [] {});
        }
    }

    void append_legal(codec::JsonText& out, Seat seat) const override {
        auto const legal = E::legal(state_, seat);
        if (!legal.empty()) codec::encode(out, legal);
    }

    void append_result(codec::JsonText& out) const override {
        codec::encode(out, E::view(state_, Observer::spectator()).result);
    }

    std::shared_ptr<BotView const> bot_view_of([[maybe_unused]] Seat seat) const override {
        if constexpr (search::HasPolicy<E>)
            return std::make_shared<BotViewOf<E>>(state_, seat);
        else
            return nullptr;
    }

private:
    /// A view's text from behind its `seat` on, without the list of hands.
    struct ViewOfEverybody {
        std::uint64_t stamp = 0;
        codec::JsonText text;
        std::size_t hands_at = 0;
    };

    /// The items of a table's list `finished` that were written once, with commas; and how many these are.
    struct Finished {
        std::string text;
        std::size_t size = 0;
    };

    /// Written once after each action, however many look on: the thread keeps the last one. Valid until the next call.
    ViewOfEverybody const& view_of_everybody(std::string_view replay_path) const {
        thread_local ViewOfEverybody last;
        if (last.stamp == stamp_) return last;
        last.stamp = 0;
        last.text.clear();
        append_fields(last.text, view_of_spectator(), replay_path, [] { last.hands_at = last.text.size(); });
        last.stamp = stamp_;
        return last;
    }

    /// Without the items of `finished_`.
    typename E::View view_of_spectator() const {
        if constexpr (FinishesForGood<E>)
            return E::view(state_, Observer::spectator(), finished_.size);
        else
            return E::view(state_, Observer::spectator());
    }

    /// \param at_hands called where the hands' list belongs, instead of writing it, in a game that gives it by itself
    template <class AtHands>
    void append_fields(codec::JsonText& out, typename E::View const& view, std::string_view replay_path,
                       AtHands at_hands) const {
        boost::mp11::mp_for_each<codec::Members<typename E::View>>([&]<class ClientSession>(ClientSession) {
            auto const& value = view.*ClientSession::pointer;
            out += codec::detail::key_of<ClientSession>.view();
            if constexpr (HidesOnlyHands<E> && codec::field_name(ClientSession()) == "hands") {
                at_hands();
            } else if constexpr (!HidesOnlyHands<E> && codec::Described<std::remove_cvref_t<decltype(value)>>) {
                codec::encode_shared(out, value);
            } else if constexpr (FinishesForGood<E> && codec::field_name(ClientSession()) == "table") {
                append_table(out, value);
            } else {
                codec::encode(out, value);
            }
        });
        if (view.result) codec::append_string(out += R"(,"replay":)", replay_path);
        out += '}';
    }

    /// \param table of `view_of_spectator`
    template <class Table>
    void append_table(codec::JsonText& out, Table const& table) const {
        for (auto const& item : table.finished) {
            finished_.text += (finished_.size > 0 ? "," : "") + codec::to_json(item);
            ++finished_.size;
        }
        out += '{';
        codec::FieldWriter fields(out);
        boost::mp11::mp_for_each<codec::Members<Table>>([&](auto member) {
            if constexpr (codec::field_name(member) == "finished") {
                ((fields.start("finished") += '[') += finished_.text) += ']';
            } else {
                fields.member(member, table.*member.pointer);
            }
        });
        out += '}';
    }

    /// No two states of any match have the same; never 0.
    static std::uint64_t new_stamp() {
        // Each thread counts by itself: an atomic addition for each action would wait for all that was stored before.
        static std::atomic<std::uint64_t> threads = 0;
        static thread_local std::uint64_t last = ++threads << 40;
        return ++last;
    }

    /// What matches of this thread have forgotten leaves its memory to the next.
    static inline thread_local std::vector<typename E::Event> spare_events;

    // What each action needs stands in front: MatchRun::fetch.
    std::vector<typename E::Event> events_;
    [[no_unique_address]] mutable std::conditional_t<FinishesForGood<E>, Finished, std::monostate> finished_;
    std::uint64_t stamp_ = new_stamp();
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

    std::variant<std::string_view, Illegal> settle(std::string_view text, int seats) const override {
        auto const counts = E::seat_counts();
        if (std::find(counts.values.begin(), counts.values.end(), seats) == counts.values.end())
            return Illegal{"This game is not played by so many."};
        codec::Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(text);
        if (!options) return Illegal{"The options can't be read: " + decoder.problem() + "."};
        auto settled = E::settle(*options, seats);
        if (auto* refused = std::get_if<Illegal>(&settled)) return std::move(*refused);
        return keep_options(codec::to_json(std::get<typename E::Options>(settled)));
    }

    std::unique_ptr<Match> start(std::string_view text, int seats, Chance& chance) const override {
        codec::Decoder decoder;
        auto const options = decoder.read_options<typename E::Options>(text);
        return std::make_unique<MatchOf<E>>(options.value(), seats, chance);
    }

private:
    using Result = typename decltype(E::View::result)::value_type;

    static GameSchemas make_schemas() {
        auto options = codec::options_schema<typename E::Options>();
        options.update(codec::OrderedJson::parse(E::options_schema));
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
                codec::schema_of<Result>().dump()};
    }
};

} // namespace tefuda::server
