#include "server/desk/page_preview.hpp"

#include "server/match/match.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tefuda::server {

namespace {

/// A sentence in both languages.
struct Both {
    std::string en, ja;
};

/// \param joint stands between the languages for who has named neither
std::string in(std::string_view language, Both text, std::string_view joint) {
    if (language == "en" || text.en == text.ja) return std::move(text.en);
    if (language == "ja") return std::move(text.ja);
    return std::move(text.en.append(joint).append(text.ja));
}

PagePreview preview(std::string_view language, Both title, Both description, std::string picture) {
    auto const locale = language == "en" ? "en_US" : language == "ja" ? "ja_JP" : "";
    return {in(language, std::move(title), " · "), in(language, std::move(description), " "), std::move(picture),
            locale};
}

std::string picture_of(std::string_view game) {
    return std::string("/preview/").append(game).append(".png");
}

Both name_of(Game const& game) {
    auto const name = game.name();
    return {std::string(name.en), std::string(name.ja)};
}

/// Rooms come and go, and are for those who got the link.
PagePreview unlisted(PagePreview preview) {
    preview.is_listed = false;
    return preview;
}

Both seats_text(long free) {
    auto const count = std::to_string(free);
    return {count + (free == 1 ? " seat is free" : " seats are free") + ". No account needed.",
            "空席はあと" + count + "つ、登録なしで遊べます。"};
}

std::optional<Both> day_text(std::string_view date) {
    static constexpr std::array months{"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};
    static constexpr std::string_view form = "0000-00-00";
    auto const is_form = std::ranges::equal(
        date, form, [](char is, char should) { return should == '-' ? is == '-' : is >= '0' && is <= '9'; });
    if (!is_form) return std::nullopt;
    auto const month = std::stoul(std::string(date.substr(5, 2))), day = std::stoul(std::string(date.substr(8)));
    if (month < 1 || month > months.size() || day < 1 || day > 31) return std::nullopt;
    return Both{std::to_string(day) + " " + months[month - 1],
                std::to_string(month) + "月" + std::to_string(day) + "日"};
}

} // namespace

PagePreview preview_of_start(std::string_view language) {
    return preview(language, {"Tefuda", "手札"},
                   {"Little-known card games in your browser, against bots or with friends. No account, no ads, and a "
                    "guide for every game.",
                    "知る人ぞ知るカードゲームを、ブラウザで。登録なし、広告なし、ガイド付き。"},
                   "/preview/tefuda.png");
}

PagePreview preview_of_room(RoomSummary const& room, std::string_view language) {
    auto const name = name_of(*find_game(room.game));
    auto const free = std::ranges::count(room.seats, SeatKind::empty, &SeatSummary::kind);
    auto const show = [&](Both title, Both description) {
        return unlisted(preview(language, std::move(title), std::move(description), picture_of(room.game)));
    };
    Both const invitation{"A game of " + name.en + "?", name.ja + "で対戦しませんか？"};
    if (room.status == RoomStatus::waiting && free > 0) return show(invitation, seats_text(free));
    if (room.status == RoomStatus::waiting)
        return show(name, {"All seats are taken, but you can watch.", "満席ですが、観戦できます。"});
    if (room.status == RoomStatus::playing)
        return show(name, {"A match is on: come and watch.", "対戦中です。観戦できます。"});
    return show(name, {"The match is over: see how it ended.", "対戦は終わりました。結果を見られます。"});
}

PagePreview preview_of_replay(RoomSummary const& room, std::string_view language) {
    auto const name = name_of(*find_game(room.game));
    return unlisted(preview(language, {"Replay: " + name.en, name.ja + "のリプレイ"},
                            {"A finished match, move by move, with all cards open.",
                             "終わった対戦を、すべてのカードを開いて一手ずつ見られます。"},
                            picture_of(room.game)));
}

std::optional<PagePreview> preview_of_rules(std::string_view game, std::string_view language) {
    auto const* found = find_game(game);
    if (!found) return std::nullopt;
    auto const name = name_of(*found);
    return preview(language, {name.en + ": the rules", name.ja + "の遊び方"},
                   {"How to play " + name.en + ", with a guided first game and bots to play against. Free, no account.",
                    name.ja + "のルールと、一手ずつ案内するガイド。登録なしで、すぐに遊べます。"},
                   picture_of(game));
}

std::optional<PagePreview> preview_of_board(std::string_view date, std::string_view game, std::string_view language) {
    auto const* found = find_game(game);
    auto const day = day_text(date);
    if (!found || !day) return std::nullopt;
    auto const name = name_of(*found);
    return preview(language, {name.en + ", the board of " + day->en, name.ja + "・" + day->ja + "の一局"},
                   {"The same cards for everybody, against the same bots: how would you have done?",
                    "みんなが同じカードで、同じボットと勝負。あなたならどうする？"},
                   picture_of(game));
}

} // namespace tefuda::server
