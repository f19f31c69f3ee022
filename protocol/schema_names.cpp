#include "protocol/schema_names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace tefuda {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// What a field means in these places: the last parts of a path like `client.resume.match`.
constexpr std::pair<std::string_view, std::string_view> descriptions_in_places[] = {
    {"Analysis.match", "The number of the match"},
    {"CardChoice.from", "The cards to choose from"},
    {"CircleOfPlayer.people", "Those whom it has met at tables, the most matches first"},
    {"CircleOfPlayer.since", "The first day of this month, UTC"},
    {"CodeOrder.for", "Whether the code is kept (`recovery`), or signs another device in (`link`)"},
    {"EveningSheet.lines", "For each line of the sheet whose it is, and what it has; most points first"},
    {"EveningSheet.matches", "The matches that gave points, the newest 200"},
    {"EveningSheet.since", "When the evening began, ISO 8601, UTC"},
    {"GameList.id", "The game's id"},
    {"GameList.name", "The game's name in both languages"},
    {"GameList.options", "A JSON Schema of the game's options, with their defaults"},
    {"GameList.packs", "Every pack that a match can be played with, in its order before it is shuffled"},
    {"GameList.seats", "How many can play"},
    {"HttpRefusal.message", "A sentence for people"},
    {"MatchUpdates.updates", "Every update of the match for this seat, in order"},
    {"MyBoards.boards", "Finished boards, the newest first"},
    {"NewPlayer.kind", "Whether it is a person (default) or a program, for ever"},
    {"NewPlayer.secret", "Whether the answer has the secret, instead of a cookie"},
    {"OpenBoard.seats", "The number of seats"},
    {"Options.games", "The number of games in a match"},
    {"Par.match", "The number of the match in its room"},
    {"Par.seat", "The person's seat"},
    {"Player.created", "The date on which the player was made, in UTC"},
    {"Player.id", "The player's id"},
    {"Player.kind", "Whether it is a person or a program"},
    {"PlayerCode.code", "The code"},
    {"PlayerExport.boards", "Its boards of the day, also those that it has not finished"},
    {"PlayerExport.evenings", "Its line on the sheet of each room's evening"},
    {"PlayerExport.player", "The player"},
    {"PlayerExport.rooms", "The codes of the rooms in which it has played"},
    {"PlayerProfile.created", "The date on which the player was made, in UTC"},
    {"PlayerProfile.daily", "What it has done at boards of the day that are open"},
    {"PlayerProfile.games", "For each game that it has played how often"},
    {"PlayerProfile.id", "The player's id"},
    {"PlayerProfile.kind", "Whether it is a person or a program"},
    {"PlayerWithSecret.created", "The date on which the player was made, in UTC"},
    {"PlayerWithSecret.id", "The player's id"},
    {"PlayerWithSecret.kind", "Whether it is a person or a program"},
    {"Puzzle.id", "The puzzle's id"},
    {"Puzzle.seats", "The number of seats"},
    {"PuzzleSolution.actions", "How many actions came before the position"},
    {"Recovery.code", "The code"},
    {"Recovery.secret", "Whether the answer has the secret, instead of a cookie"},
    {"Replay.fixed", "The number of shuffles that were fixed, for a test"},
    {"Replay.from", "From where the match went on; absent: it began with its deal"},
    {"Replay.match", "The number of the match in its room"},
    {"Replay.seats", "The number of seats"},
    {"RoomOptions.games", "The number of games in a match"},
    {"RoomSummary.from", "From where the match goes on that is on, or is the next; absent: it begins with its deal"},
    {"SanctionRefusal.code", "`banned` or `renamed`"},
    {"TodaysBoards.boards", "For each game the board of today"},
    {"act.decision", "The `decision` of your newest update"},
    {"actions.players", "How many played it"},
    {"best.value", "The share of the win that a hard bot expects of it, from 0 to 1"},
    {"boards.played", "How many people have finished it"},
    {"boards.seats", "The number of seats"},
    {"change.clock", "The time for decisions; null: no limit; absent: as before"},
    {"change.game", "The id of a game; another one than before begins with its default options"},
    {"change.seats", "The number of seats: empty ones are closed, or some are added"},
    {"chat.from", "The sender's seat; null for a spectator"},
    {"choices.actions", "What was played there"},
    {"choices.after", "SHA-256 of the actions before, as PROTOCOL.md says, lower-case hex"},
    {"clock.decision", "Seconds for each decision"},
    {"create.fixed", "A deal for tests"},
    {"create.from", "A moment of a finished match, or of your own against bots, from which the first match goes on"},
    {"create.seats", "The number of seats; default: the game's"},
    {"decisions.value", "The share of the win that a hard bot expects of the action, from 0 to 1"},
    {"details.reason", "What is wrong with the name"},
    {"details.seats", "The numbers of seats with which this game, with these options, can be played"},
    {"evening.lines", "Who has won how many points, most points first"},
    {"evening.matches", "How many matches have given points"},
    {"events.actions", "How many actions were played before this moment"},
    {"events.match", "The number of the match that goes on"},
    {"events.room", "The room of the match that goes on"},
    {"fill.seat", "The seat that gets a bot"},
    {"finished.match", "The number of the match in its room"},
    {"finished.replay", "The path of the replay; null once the match is deleted"},
    {"finished.seats", "For each seat who played there, and how it ended"},
    {"from.actions", "How many actions were played before this moment"},
    {"from.match", "The number of the match in its room"},
    {"join.name", "The player's name"},
    {"join.seat", "The seat to take; default: the first empty one"},
    {"kick.seat", "The seat that is emptied"},
    {"limits.rooms", "Rooms that a connection may have created and in which no match has ended"},
    {"limits.seats", "Rooms in which a connection may have a seat or watch"},
    {"lines.bot_share", "The part of its decisions that a built-in bot made in its place, from 0 to 1"},
    {"lines.from", "The sender's seat; null for a spectator"},
    {"lines.name", "The name of who said it, or under which the line sat last"},
    {"lines.played", "In how many matches"},
    {"lines.points", "How many points"},
    {"lines.seat", "The lowest seat of the line; null: it is gone"},
    {"lines.won", "In how many matches it had rank 1"},
    {"move.seat", "The empty seat to move to"},
    {"others.value", "The share of the win that a hard bot expects of it, from 0 to 1"},
    {"player.created", "The date, in UTC"},
    {"player.id", "The player's id"},
    {"player.kind", "Whether it is a person or a program"},
    {"players.id", "The player's id"},
    {"players.kind", "Whether it is a person or a program"},
    {"rematch.game", "The game that you want to play, if not whichever the room has"},
    {"rematch_asked.seat", "Who wants another match"},
    {"reports.seat", "Whom it is about; null: nobody in particular"},
    {"reports.text", "What it has told the operator"},
    {"results.match", "The number of the match in its room"},
    {"results.replay", "The path of the replay; null once the match is deleted"},
    {"results.seats", "For each seat who played there, and how it ended"},
    {"resume.match", "The match to which `since` refers; default: the current match, or else the last one"},
    {"resume.since", "The last `seq` that you received: the updates after it are sent again"},
    {"room.from", "From where the match goes on that is on, or is the next; absent: it begins with its deal"},
    {"rooms.rooms", "The rooms of this page"},
    {"running.seat", "The player's seat"},
    {"sanctions.kind", "Whether it is a ban, a mute or a name"},
    {"sanctions.until", "When it ends; null: never"},
    {"seats.level", "The built-in bot's level; absent for all others"},
    {"seats.team", "The number of its team; absent without teams"},
    {"shuffled.from", "What was shuffled: see \"Checking a deal\" in PROTOCOL.md"},
    {"update.decision", "The number of this decision, for `act`"},
    {"welcome.games", "The ids of the games"},
    {"you.created", "The date on which the player was made, in UTC"},
    {"you.id", "The player's id"},
    {"you.kind", "Whether it is a person or a program"},
};

/// What a field means in all other places. A description that a schema has already is kept.
constexpr std::pair<std::string_view, std::string_view> descriptions[] = {
    {"action", "An action that a template in `legal` allows"},
    {"actions", "Every action in order, those of built-in bots too"},
    {"after", "The code of the last room of the page before"},
    {"as", "For each joker the rank that it copies"},
    {"at", "When it was made, ISO 8601, UTC"},
    {"bank", "Seconds for the whole match, used up when the time of a decision is over"},
    {"beats", "At least these ranks, place by place, from high to low"},
    {"because", "The operator's sentence"},
    {"best", "The action that a hard bot values most"},
    {"best_streak", "The longest streak that there was"},
    {"blocked", "The ids of the players whom it has blocked"},
    {"boards", "Boards of the day"},
    {"bot_plays", "A built-in bot plays for the human who owns the seat"},
    {"bot_share", "The part of the seat's decisions that a built-in bot made in its place, from 0 to 1"},
    {"bots", "For each seat the level of its built-in bot, or null"},
    {"burst", "Messages that may be sent at once"},
    {"by", "`bot`: a built-in bot acted for a player who was absent or late"},
    {"call", "The link to where the room talks; absent: it has none"},
    {"card", "A card"},
    {"cards", "Cards, or in a template a choice of cards"},
    {"chance", "Every random outcome, in order"},
    {"chat", "Whether anybody may chat; absent: yes"},
    {"choices", "The decisions that at least two people met"},
    {"choose", "How many cards: a number, or the least and the most"},
    {"clock", "The time for decisions; null or absent: no limit"},
    {"closes", "When nobody begins these boards any more, ISO 8601, UTC"},
    {"code", "What is wrong, for programs"},
    {"codes", "What there is a code for"},
    {"commitment", "SHA-256 of the server's seed of the match, 64 hex digits"},
    {"connected", "Whether somebody, or a built-in bot, is there"},
    {"created", "When each of the rooms was made, in milliseconds since 1970"},
    {"daily", "Whether the room is for the game's board of today"},
    {"date", "The day, YYYY-MM-DD, UTC"},
    {"deadline_ms",
     "Milliseconds until a built-in bot acts for this seat or, if the game does not wait for it, for the first "
     "one that it waits for"},
    {"decision", "The number of the decision"},
    {"decisions", "The decisions that were analysed, in order"},
    {"default", "The usual number"},
    {"details", "More about the error, for programs"},
    {"done", "How many decisions have been analysed"},
    {"en", "In English"},
    {"ended", "When the match ended, ISO 8601, UTC"},
    {"entropy", "Text that influences the shuffle"},
    {"evening", "The sheet of the evening; absent before a match has ended"},
    {"events", "What happened, in order, as far as the receiver may know it"},
    {"expires_s", "For how many seconds it is valid; null: until the next one"},
    {"extras",
     "Whether the server may also send what only people need: `chat_log`, `rematch_asked`, when rooms were made"},
    {"finished", "Results, the newest first"},
    {"for", "What it is for"},
    {"format", "The format of the replay"},
    {"game", "The id of a game"},
    {"games", "The number of games in a match"},
    {"hands", "For each seat its cards: first the known ones, then null for each other one"},
    {"hints", "Whether players may ask for advice"},
    {"host", "Whether this seat may start the match, fill and kick"},
    {"id", "Repeated in the reply as `re`"},
    {"ja", "In Japanese"},
    {"kept", "What the server knows besides"},
    {"kind", "Who sits there"},
    {"legal", "Templates that allow exactly the actions that the server accepts"},
    {"level", "How well the built-in bot plays"},
    {"lifted", "When the operator ended it; null: it was not"},
    {"limits", "What this connection may send; null: no limit"},
    {"lines", "The last lines of the chat, the oldest first"},
    {"link", "An address https://HOST; null: the room talks nowhere any more"},
    {"low_to_high", "The order of the ranks in which `beats` compares; absent: 2, 3 … K, A"},
    {"margin", "How well the seat has done; more is better"},
    {"mark", "Whether it was one of the best or of the worst actions"},
    {"match", "The number of the match that is on, or else of the next one"},
    {"max", "The greatest number"},
    {"mean_margin", "The mean margin of those who played it"},
    {"mean_percent", "The mean of the percents; null where there is none"},
    {"message", "A sentence for people"},
    {"message_bytes", "The size of a message"},
    {"messages_per_second", "Messages that may be sent each second"},
    {"min", "The least number"},
    {"mine", "What the asker has of it; null: nothing"},
    {"ms", "Milliseconds since the match began"},
    {"must", "Whether the game waits for this seat; if not, it may act"},
    {"name", "A name for people"},
    {"names", "For each seat the player's name"},
    {"next", "What `after` takes for the next page; null at the end"},
    {"number", "Its number"},
    {"of", "How many there were to pick from"},
    {"opens", "When the boards open, ISO 8601, UTC"},
    {"optional", "Fields that may be added to the action; not sent itself"},
    {"options", "The game's options, see /api/games"},
    {"order", "The seats in a random order"},
    {"others", "Other actions with their values, the best first"},
    {"over", "The match is over: there is no later update"},
    {"pack", "The index of a pack in `packs`"},
    {"packs", "The packs, each in its order before it is shuffled"},
    {"par", "What a normal bot makes of the same cards in this seat"},
    {"path", "How many actions came before"},
    {"percent",
     "The part of the other people that one did better than, ties a half, times 100; null where there is nobody else"},
    {"phase", "What the game is doing; `over` at the end"},
    {"pick", "The number that was picked"},
    {"places", "How many other things were shuffled"},
    {"played", "How many were played"},
    {"player", "Who has the seat, or the id of who said it; absent where it is nobody"},
    {"players", "For each seat who had it, or null"},
    {"protocol", "The version of the protocol"},
    {"public", "Whether the room is in the public list"},
    {"puzzles", "The ids of the puzzles, the newest first"},
    {"rank", "1 and the number of seats that did better"},
    {"ranks", "For each seat 1 and the number of seats that did better"},
    {"re", "The `id` of the message that this replies to"},
    {"reason", "What decided the match"},
    {"renew", "Whether a new token replaces the old one, which is worthless then"},
    {"replay", "The path of the replay, once the match is over"},
    {"reports", "What it has reported"},
    {"rest_of", "The index of the shuffle whose cards were shuffled again"},
    {"result", "The result; null while the match is being played"},
    {"results", "Results, the newest or the best first"},
    {"resync", "Describes the current state instead of a new action"},
    {"retry_after_ms", "Milliseconds after which to send the message again"},
    {"right", "Whether it is the best action, or one that means the same"},
    {"role", "Whether to play or to watch"},
    {"room", "The code of a room"},
    {"running", "The rooms that wait or play in which it has a seat"},
    {"sanctions", "What the operator has decided against it"},
    {"score", "Its score; null: it has none"},
    {"scores", "For each seat its score, or its team's; null while there is none"},
    {"seat", "The number of a seat, clockwise from 0"},
    {"seats", "For each seat who sits there"},
    {"secret", "A secret, which is told once; of a board: the seed of its match, 64 hex digits"},
    {"secrets", "How many secrets it has"},
    {"seen", "The day on which it was seen last, UTC"},
    {"seq", "The number of an update of the match, from 1"},
    {"server", "The server's name and version"},
    {"server_seed", "32 random bytes, 64 hex digits; the commitment is their SHA-256"},
    {"shuffle", "The cards in their order after a shuffle, the top one first"},
    {"shuffled", "For each shuffle in `chance` what was shuffled"},
    {"shuffles", "The outcomes of the first shuffles"},
    {"since", "From when on"},
    {"sorted", "The cards in canonical order"},
    {"spectators", "How many watch; in `create` whether anybody may"},
    {"status", "Whether the room waits for its first match, plays, or has finished a match"},
    {"stock", "How many cards are in the stock"},
    {"streak", "Days in a row with a board"},
    {"suit", "A suit"},
    {"table", "What lies on the table: each game has its own fields"},
    {"team", "For each seat the number of its team, from 0"},
    {"text", "What is said"},
    {"to_act", "The seats that the game waits for"},
    {"token", "The secret that resumes the seat"},
    {"type", "Which kind of object this is"},
    {"until", "When it ends, such as 2026-11-26T05:00:00Z; null: never"},
    {"updates", "Whether updates have a view: `full`, or `events` for none but the first and those with `resync`"},
    {"value", "How good it is, or what it counts"},
    {"values", "All numbers that are allowed"},
    {"version", "The version of the server"},
    {"view", "Everything that the receiver may know now"},
    {"watching", "Whether anybody may watch; absent: yes"},
    {"winners", "The seats of rank 1; empty if nobody wins"},
    {"with", "Cards that are always part of the list"},
    {"won", "How many were won"},
    {"you", "Who you are; null: nobody"},
};

constexpr std::string_view of_one_game = "See \"On the wire\" in the game's rules, /api/games/{game}/rules";

/// \param path of the object that has the field
std::string_view description_of(std::string const& path, std::string const& field) {
    auto const whole = path + "." + field;
    for (auto const& [place, meaning] : descriptions_in_places)
        if (whole == place || whole.ends_with("." + std::string(place))) return meaning;
    auto const* const found = std::ranges::find(descriptions, field, [](auto const& each) { return each.first; });
    return found == std::end(descriptions) ? of_one_game : found->second;
}

bool is_reference(OrderedJson const& schema) {
    return schema.contains("$ref");
}

bool is_null(OrderedJson const& schema) {
    return schema.contains("type") && schema["type"] == "null";
}

/// What tells a variant from the others: its `type` or, where it has none, its kind of JSON.
std::string variant_name(OrderedJson const& variant) {
    if (variant.contains("properties") && variant["properties"].contains("type"))
        return variant["properties"]["type"].at("const");
    if (variant.contains("items")) {
        auto const& item = variant["items"];
        return "list_of_" +
               (item.contains("type") && item["type"].is_string() ? item["type"].get<std::string>() : "values");
    }
    // Variants without a type differ in the last field that they must have.
    if (variant.contains("required") && !variant["required"].empty()) return variant["required"].back();
    return variant.contains("type") && variant["type"].is_string() ? variant["type"] : "other";
}

/// Calls `each` with all direct parts of a schema: its fields, items and variants.
template <class Each>
void for_each_part(OrderedJson& schema, Each const& each) {
    if (schema.contains("properties"))
        for (auto& [name, field] : schema["properties"].items()) each(field, name);
    if (schema.contains("items")) each(schema["items"], "item");
    if (schema.contains("anyOf"))
        for (auto& variant : schema["anyOf"]) each(variant, variant_name(variant));
}

} // namespace

std::string type_name(std::string_view schema_name) {
    std::string name;
    auto starts_word = true;
    for (auto const c : schema_name) {
        auto const separates = c == '.' || c == '_' || c == '-';
        if (!separates) name += starts_word ? static_cast<char>(std::toupper(c)) : c;
        starts_word = separates;
    }
    return name;
}

void add_titles(OrderedJson& schema, std::string const& title) {
    if (is_reference(schema) || is_null(schema)) return;
    auto const is_object = schema.contains("type") && schema["type"] == "object";
    if (is_object || schema.contains("enum") || schema.contains("anyOf")) schema["title"] = title;
    if (schema.contains("anyOf"))
        for (auto& variant : schema["anyOf"])
            if (!is_reference(variant) && !is_null(variant))
                variant["title"] = title + type_name(variant_name(variant));
    for_each_part(schema,
                  [&](OrderedJson& part, std::string const& name) { add_titles(part, title + type_name(name)); });
}

void add_descriptions(OrderedJson& schema, std::string const& path) {
    if (schema.contains("properties"))
        for (auto& [name, field] : schema["properties"].items()) {
            if (!field.contains("description")) field["description"] = description_of(path, name);
            add_descriptions(field, path + "." + name);
        }
    if (schema.contains("items")) add_descriptions(schema["items"], path);
    if (schema.contains("anyOf"))
        for (auto& variant : schema["anyOf"]) add_descriptions(variant, path);
}

void allow_unknown_fields(OrderedJson& schema) {
    schema.erase("additionalProperties");
    for_each_part(schema, [](OrderedJson& part, std::string const&) { allow_unknown_fields(part); });
}

} // namespace tefuda
