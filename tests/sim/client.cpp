#include "tests/sim/client.hpp"

namespace tefuda::sim {

namespace {

constexpr int spectator = -1;

} // namespace

Json filled_in(Json action, Random& random) {
    action.erase("optional");
    for (auto& [name, value] : action.items()) {
        if (!value.is_object() || !value.contains("from")) continue;
        auto const& count = value["choose"];
        auto const least = count.is_array() ? count[0].get<int>() : count.get<int>();
        auto const most = count.is_array() ? count[1].get<int>() : least;
        auto from = value["from"].get<std::vector<Json>>();
        std::shuffle(from.begin(), from.end(), random);
        Json chosen = value.value("with", Json::array());
        auto const size = least + below(random, most - least + 1);
        for (int i = 0; i < size; ++i) chosen.push_back(from[static_cast<std::size_t>(i)]);
        value = std::move(chosen);
    }
    return action;
}

Client::Client(World& world, Servers const& servers, Ledger& ledger, int number)
    : world_(world), servers_(servers), ledger_(ledger), name_("client " + std::to_string(number)),
      address_("192.0.2." + std::to_string(number + 1)), random_(world.random()), next_(world.now()) {
    world_.add(*this);
}

std::optional<SteadyTime> Client::due() const {
    auto const is_told = connection_ && (connection_->has_sent() || connection_->is_over());
    return std::max(stalled_, is_told ? SteadyTime::min() : next_);
}

bool Client::plays(std::string const& code, Place const& place) const {
    // Nobody plays a board on once it is open, and the clock may have jumped there.
    if (ledger_.boards.contains(code) || ledger_.orphans.contains(code)) return false;
    return place.room.is_null() || place.room["status"] == "playing";
}

std::string Client::waits_for() const {
    std::string text;
    if (!connection_ || connection_->is_over()) text += " a connection";
    // It resumes its seats then: what it knows of its rooms may be old.
    if (!is_welcome_) text += " a welcome";
    if (connection_ && connection_->has_sent()) text += " what it has to read";
    for (auto const& [process, count] : asked_)
        if (count > 0 && process.first->starts() == process.second) text += " " + std::to_string(count) + " replies";
    for (auto const& [id, asked] : unanswered_) text += " an answer to " + asked.dump();
    for (auto const& [code, place] : places_)
        if (plays(code, place)) text += " the match of " + place.room.dump() + " " + place.update.dump();
    return text.empty() ? text : name_ + " waits for" + text + "\n";
}

void Client::cut() {
    if (connection_) connection_->cut();
}

void Client::step() {
    if (connects_to_ && connects_at_ != connects_to_->starts()) connects_to_ = nullptr;
    if (connection_ && connection_->is_over()) {
        connection_.reset();
        unanswered_.clear();
        next_ = world_.now() + std::chrono::milliseconds(below(random_, 300));
    } else if (connection_ && connection_->has_sent()) {
        auto const text = *connection_->take();
        world_.note(name_, text);
        hear(Json::parse(text));
    } else {
        next_ = world_.now() + std::chrono::milliseconds(1 + below(random_, 40));
        if (!connection_)
            connect();
        else
            act_at_random();
    }
}

/// Any of them: whoever spreads clients over servers may know no better, until all is well.
Server& Client::a_server() {
    // In the end all rooms are to come together: some clients have rooms that others take from the other server.
    if (is_finishing_ || servers_.size() == 1) return *servers_.front();
    return *servers_[static_cast<std::size_t>(below(random_, static_cast<int>(servers_.size())))];
}

void Client::connect() {
    if (connects_to_) return;
    // One that was on another server comes to this one so.
    auto const room = places_.contains(elsewhere_) ? elsewhere_ : places_.empty() ? "" : places_.begin()->first;
    auto& server = a_server();
    auto const opened = [this](std::shared_ptr<Connection> connection) {
        connects_to_ = nullptr;
        connection_ = std::move(connection);
        is_welcome_ = false;
    };
    if (!server.connect(address_, room.empty() ? "" : "room=" + room, secret_, opened)) return;
    connects_to_ = &server;
    connects_at_ = server.starts();
    process_ = {connects_to_, connects_at_};
    connected_as_ = player_;
}

void Client::send(Json message) {
    auto const id = ++ids_;
    message["id"] = id;
    world_.note(name_ + " >", message.dump());
    connection_->say(message.dump());
    if (message["type"] == "act") {
        auto const& place = places_[message["room"]];
        message["match"] = place.match;
        message["seat"] = *place.seat;
    }
    if (message["type"] == "change" || message["type"] == "call")
        message["number"] = ++ledger_.changes[{message["room"], message["type"]}];
    unanswered_.emplace(id, std::move(message));
}

void Client::ask(std::string const& method, std::string const& target, std::string const& body) {
    server::HttpRequest request{.method = method, .target = target, .address = address_, .body = body};
    if (!body.empty()) request.content_type = "application/json";
    if (!secret_.empty()) request.bearer = secret_;
    auto const answered = std::make_shared<bool>(false);
    auto& server = a_server();
    auto const process = std::pair(&std::as_const(server), server.starts());
    auto const reply = [this, target, answered, process, method, player = player_](server::HttpReply const& answer) {
        if (std::exchange(*answered, true)) fail("two replies to " + target);
        --asked_[process];
        world_.note(name_, std::to_string(answer.status) + " " + answer.body);
        if (answer.status == 500 && !world_.has_memory_failed) fail("a request was dropped: " + target);
        if (answer.status == 401 && player == player_) fail("a secret is lost: " + target);
        if (answer.status == 201 && method == "POST") {
            auto const made = Json::parse(answer.body);
            player_ = made["id"];
            secret_ = made["secret"];
        }
        if (answer.status == 204 && method == "DELETE") ledger_.deleted.insert(player);
    };
    world_.note(name_ + " >", method + " " + target);
    if (server.ask(std::move(request), reply)) ++asked_[process];
}

// What the server says.

void Client::hear(Json const& message) {
    auto const& type = message["type"];
    if (type == "welcome") {
        is_welcome_ = true;
        return resume();
    }
    if (message.contains("re")) return hear_answer(message);
    auto const place = message.contains("room") ? places_.find(message["room"]) : places_.end();
    if (type == "error") {
        // A room that can't go back to its last state closes its clients' connections.
        if (world_.has_memory_failed && message["code"] == "unavailable") return;
        fail("an error that answers nothing: " + message.dump());
    }
    if (place == places_.end()) return;
    if (type == "moved" || (type == "replaced" && !ledger_.kicked.contains(message["room"]))) {
        // Its seat is its own still: on another server, or it has come back before an earlier connection's own
        // `resume`.
        connection_->cut();
    } else if (type == "replaced" || type == "closed") {
        places_.erase(place);
    } else if (type == "joined") {
        place->second.seat = message["seat"];
    } else if (type == "room") {
        hear_room(place->second, message);
        auto const& status = message["status"];
        if (status != "waiting") place->second.match = message["match"].get<int>() - (status == "finished" ? 1 : 0);
    } else if (type == "update") {
        hear_update(message);
    }
}

void Client::hear_room(Place& place, Json const& message) {
    if (place.seat && message["seats"].size() <= static_cast<std::size_t>(*place.seat))
        fail("its seat is none of the room's: " + message.dump());
    // Where nobody has asked for another change since, what was acknowledged is so, after any kill.
    for (auto const& [type, newest] : place.changed) {
        auto const& [number, text] = newest;
        auto const is_newest = ledger_.changes[{message["room"], type}] == number;
        if (is_newest && message.value(type == "change" ? "game" : "call", "") != text)
            fail("a " + type + " to " + text + " was acknowledged: " + message.dump());
    }
    place.room = message;
}

/// Its seats are its own still.
void Client::resume() {
    std::erase_if(places_, [this](auto const& place) {
        if (place.second.token.empty()) ledger_.orphans.insert(place.first);
        return place.second.token.empty();
    });
    for (auto& [code, place] : places_) {
        place.waits = false;
        Json resume{{"type", "resume"}, {"room", code}, {"token", place.token}};
        if (place.update.contains("seq")) {
            resume["since"] = place.update["seq"];
            resume["match"] = place.match;
        }
        send(std::move(resume));
    }
    if (!goes_back_.is_null()) send(goes_back_);
}

void Client::hear_answer(Json const& message) {
    auto const asked = unanswered_.find(message["re"].get<int>());
    if (asked == unanswered_.end()) fail("a second answer: " + message.dump());
    auto const request = std::move(asked->second);
    unanswered_.erase(asked);
    auto const is_error = message["type"] == "error";
    auto const& type = request["type"];
    std::string const code = request.value("room", message.value("room", ""));
    if (type == "act") {
        Ledger::Match const match(code, request["match"]);
        // Its room may have been closed meanwhile.
        if (auto const place = places_.find(code); place != places_.end()) place->second.waits = false;
        auto const seat = request["seat"].get<int>();
        auto& sent = ledger_.sent[match];
        if (is_error) {
            auto const one = sent.find(std::to_string(seat) + request["action"].dump());
            if (one != sent.end()) sent.erase(one);
            // Nobody plays a board on once it is open.
            if (message["code"] == "not_playing" && ledger_.boards.contains(code)) places_.erase(code);
        } else {
            auto const seq = message["seq"].get<int>();
            if (!ledger_.acts[match].emplace(seq, std::pair(seat, request["action"])).second)
                fail("two actions were told to be update " + std::to_string(seq));
        }
    } else if (is_error && type == "resume") {
        // Whatever was told is so after any kill; another time it will be answered.
        if (message["code"] == "elsewhere") elsewhere_ = code;
        if (message["code"] == "unavailable" || message["code"] == "elsewhere") return connection_->cut();
        if (!places_[code].leaves && !ledger_.undone.contains(code) && !ledger_.kicked.contains(code))
            fail("a seat is lost: " + message.dump());
        places_.erase(code);
    } else if (is_error && type == "join") {
        places_.erase(code);
    } else if (type == "create" && request.contains("from") && hear_gone_back(request, message)) {
        return;
    } else if (is_error && type == "leave") {
        if (auto const place = places_.find(code); place != places_.end()) place->second.leaves = false;
    } else if (is_error) {
        return;
    } else if (type == "new_evening") {
        auto const& room = places_[code].room;
        if (room.value("status", "") == "finished") ledger_.evenings[code] = room["match"].get<int>() - 1;
    } else if (type == "create") {
        (request.contains("daily") ? ledger_.boards : ledger_.rooms).insert(code);
        if (request.contains("from")) ledger_.continued[code] = request["from"];
        places_[code];
        send({{"type", "join"}, {"room", code}, {"name", name_}});
    } else if (type == "join" || type == "resume") {
        auto& place = places_[code];
        place.seat = message["seat"].is_null() ? std::nullopt : std::optional(message["seat"].get<int>());
        place.token = message.value("token", "");
        // It may have asked to leave since it asked to come back.
        place.leaves = std::ranges::any_of(unanswered_, [&](auto const& each) {
            return each.second["type"] == "leave" && each.second["room"] == code;
        });
        ledger_.seats.insert(code);
    } else if (type == "change" || type == "call") {
        places_[code].changed[type] = {request["number"], request[type == "change" ? "game" : "link"]};
    } else if (type == "leave") {
        // Where a match had begun meanwhile, its seat waits for it.
        if (places_[code].room.value("status", "") == "playing") ledger_.orphans.insert(code);
        places_.erase(code);
    }
}

void Client::hear_update(Json const& update) {
    auto& place = places_[update["room"]];
    Ledger::Match const match(update["room"], place.match);
    auto const seq = update["seq"].get<int>();
    auto const is_resync = update.value("resync", false);
    // Whoever was told an update is told all behind it, in order; who comes back and has missed many, the last one
    // alone.
    constexpr int most_missed = 64;
    auto const is_far = is_resync && place.told && seq - place.told->second > most_missed;
    if (place.told && place.told->first == place.match && !is_far && seq != place.told->second + (is_resync ? 0 : 1))
        fail("an update is missing or comes twice: " + std::to_string(place.told->second) + " and " + update.dump());
    place.told = std::pair(place.match, seq);
    check_view(place, match, update);
    place.update = update;
    if (update.value("over", false)) ledger_.over.insert(match);
    if (is_resync) return;
    auto const& seat = update["view"]["seat"];
    auto told = update;
    told.erase("deadline_ms");
    auto const key = std::tuple(match, seat.is_null() ? spectator : seat.get<int>(), seq);
    auto const [kept, is_new] = ledger_.updates.emplace(key, told);
    if (!is_new && kept->second != told)
        fail("an update was told otherwise before:\n" + kept->second.dump() + "\n" + told.dump());
}

/// A match keeps its game, and whoever is shown it the seat that was theirs, whatever has become of the room.
void Client::check_view(Place& place, Ledger::Match const& match, Json const& update) {
    auto const& view = update["view"];
    auto const& game = ledger_.games.emplace(match, view["game"]).first->second;
    if (view["game"] != game) fail("a match of " + game + " has another game: " + update.dump());
    auto& as = place.shown_as;
    if (as && as->first == place.match && as->second != view["seat"])
        fail("it is shown another seat's match than before: " + update.dump());
    as = std::pair(place.match, view["seat"]);
}

// What it does.

void Client::act_at_random() {
    if (unanswered_.size() > 3) return;
    for (auto& [code, place] : places_)
        if (place.seat && !place.room.is_null() && !place.waits && !place.leaves) play(code, place);
    if (!is_finishing_ && chance_of(random_, 0.2)) begin_something();
}

void Client::play(std::string const& code, Place& place) {
    auto const& room = place.room;
    auto const is_host = room["seats"][static_cast<std::size_t>(*place.seat)].value("host", false);
    if (room["status"] == "playing") {
        if (!is_finishing_ && may_undo(place) && chance_of(random_, 0.03)) {
            return go_back(code, place);
        }
        if (!place.update.contains("legal")) return kick_who_is_away(code, room);
        if (!place.update["must"].get<bool>() && !chance_of(random_, 0.1)) return;
        auto const& legal = place.update["legal"];
        auto action =
            filled_in(legal[static_cast<std::size_t>(below(random_, static_cast<int>(legal.size())))], random_);
        ledger_.sent[{code, place.match}].insert(std::to_string(*place.seat) + action.dump());
        place.waits = true;
        send({{"type", "act"}, {"room", code}, {"decision", place.update["decision"]}, {"action", std::move(action)}});
    } else if (is_finishing_ || !chance_of(random_, 0.3)) {
        return;
    } else if (room["status"] == "finished" && chance_of(random_, 0.7)) {
        place.leaves = chance_of(random_, 0.3);
        send({{"type", place.leaves ? "leave" : "rematch"}, {"room", code}});
    } else if (room["status"] == "finished" && is_host && chance_of(random_, 0.2)) {
        ledger_.evenings.try_emplace(code, 0);
        send({{"type", "new_evening"}, {"room", code}});
    } else if (is_host && chance_of(random_, 0.2)) {
        change(code);
    } else if (chance_of(random_, 0.2)) {
        // Refused where somebody has the seat.
        send({{"type", "move"}, {"room", code}, {"seat", below(random_, static_cast<int>(room["seats"].size()))}});
    } else if (is_host) {
        send({{"type", chance_of(random_, 0.7) ? "fill" : "start"}, {"room", code}});
    }
}

/// Refused where the game can't be played by so many.
void Client::change(std::string const& code) {
    Json change{{"type", "change"}, {"room", code}, {"game", a_game()}};
    if (chance_of(random_, 0.7)) change["seats"] = 2 + below(random_, 3);
    if (chance_of(random_, 0.3))
        change["clock"] = chance_of(random_, 0.5) ? Json() : Json{{"decision", 2}, {"bank", 1}};
    send(std::move(change));
}

/// Whether this is a match of its own against bots, and something was played.
bool Client::may_undo(Place const& place) const {
    if (place.room["public"] == true || !place.update.contains("seq") || place.update["seq"] == 1) return false;
    auto const& seats = place.room["seats"];
    return std::ranges::all_of(seats,
                               [&](Json const& seat) { return seat["seat"] == *place.seat || seat["kind"] == "bot"; });
}

void Client::go_back(std::string const& code, Place const& place) {
    ledger_.undone.insert(code);
    auto const actions = below(random_, place.update["seq"].get<int>() - 1);
    goes_back_ = {{"type", "create"},
                  {"game", place.room["game"]},
                  {"from", {{"room", code}, {"match", place.match}, {"actions", actions}}}};
    send(goes_back_);
}

/// One room, once: a player who asks the same server again gets the same.
/// \returns whether there is nothing more to do
bool Client::hear_gone_back(Json const& request, Json const& answer) {
    goes_back_ = nullptr;
    auto const& from = request["from"];
    auto const key = std::tuple(process_, connected_as_, from.dump());
    Ledger::Match const match(from["room"], from["match"].get<int>());
    auto const known = ledger_.gone_back.find(key);
    auto const was_told = known != ledger_.gone_back.end();
    auto const is_refused = answer["type"] == "error";
    if (was_told) {
        // From a match that is over it goes on anew each time, and may not know that yet.
        if (is_refused ? answer["code"] == "bad_options" : answer["room"] != known->second)
            ledger_.gone_twice.emplace(match, name_ + " has gone back to " + known->second + ": " + answer.dump());
        return true;
    }
    if (is_refused) return true;
    ledger_.taken_back.emplace(match, process_);
    if (connected_as_.empty()) return false;
    ledger_.gone_back.emplace(key, answer["room"]);
    // As one whose answer was lost.
    if (chance_of(random_, 0.3)) {
        goes_back_ = request;
        goes_back_.erase("id");
        send(goes_back_);
    }
    return false;
}

/// Nobody plays for a seat whose token got lost.
void Client::kick_who_is_away(std::string const& code, Json const& room) {
    if (!is_finishing_) return;
    next_ = world_.now() + std::chrono::seconds(2);
    for (auto const& seat : room["seats"])
        if (seat["connected"] == false && !seat.contains("bot_plays")) {
            ledger_.kicked.insert(code);
            send({{"type", "kick"}, {"room", code}, {"seat", seat["seat"]}});
        }
}

std::string Client::a_game() {
    constexpr std::array games{"fortyone", "selfish", "ttpageone", "sugekari21"};
    return games[static_cast<std::size_t>(below(random_, 4))];
}

void Client::create() {
    Json create{{"type", "create"}, {"game", a_game()}};
    if (!secret_.empty() && chance_of(random_, 0.2)) {
        create["daily"] = true;
    } else {
        create["public"] = chance_of(random_, 0.5);
        if (chance_of(random_, 0.3))
            create["clock"] = {{"decision", 1 + below(random_, 5)}, {"bank", below(random_, 5)}};
    }
    send(std::move(create));
}

/// Nobody plays for it until the server has left its seats.
void Client::remove_itself() {
    ask("DELETE", "/api/me");
    player_.clear();
    secret_.clear();
    for (auto const& [code, place] : places_) ledger_.orphans.insert(code);
    places_.clear();
    connection_->cut();
}

void Client::begin_something() {
    auto const room = ledger_.rooms.empty()
                          ? std::string("NONE")
                          : *std::next(ledger_.rooms.begin(), below(random_, static_cast<int>(ledger_.rooms.size())));
    // A connection leads to one server, whose rooms it is for.
    auto const is_alone = servers_.size() == 1;
    switch (below(random_, 10)) {
    case 0:
    case 1:
        if (places_.size() < (is_alone ? 2 : 1)) create();
        break;
    case 2:
    case 3:
        if (places_.size() < (is_alone ? 3 : 1) && !places_.contains(room)) {
            places_[room];
            Json join{{"type", "join"}, {"room", room}, {"name", name_}};
            if (chance_of(random_, 0.3)) join["role"] = "spectator";
            send(std::move(join));
        }
        break;
    case 4:
        if (!places_.contains(room)) break;
        if (chance_of(random_, 0.5))
            send({{"type", "chat"}, {"room", room}, {"text", "Hello."}});
        else
            send({{"type", "call"}, {"room", room}, {"link", "https://talk.example/" + std::to_string(ids_)}});
        break;
    case 5:
        send({{"type", chance_of(random_, 0.5) ? "ping" : "list"}});
        break;
    case 6:
        if (secret_.empty())
            ask("POST", "/api/me", Json{{"name", name_}, {"secret", true}}.dump());
        else if (chance_of(random_, 0.1))
            remove_itself();
        break;
    case 7:
        ask("GET", secret_.empty() ? "/api/rooms" : "/api/me/games");
        break;
    case 8:
        ask("GET", "/api/daily");
        break;
    default:
        ask("GET", "/api/rooms/" + room + "/matches/1");
    }
}

} // namespace tefuda::sim
