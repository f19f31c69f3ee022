#include "tests/support/playthrough.hpp"

#include "tests/support/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tefuda::test {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// A value without JSON's quotation marks and commas: `[S4 H5]`, `[13×-]` for 13 hidden cards, `{min 1, max 3}`.
std::string plain(Json const& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_null()) return "-";
    if (value.is_array() && value.size() > 1 &&
        std::ranges::all_of(value, [](auto const& item) { return item.is_null(); }))
        return "[" + std::to_string(value.size()) + "×-]";
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (auto const& [name, item] : value.items()) {
        if (!text.empty()) text += value.is_object() ? ", " : " ";
        text += value.is_object() ? name + " " + plain(item) : plain(item);
    }
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

/// An action, an event or a template: its type, then the other fields.
std::string sentence(Json const& fields) {
    std::string text;
    for (auto const& [name, value] : fields.items())
        text += name == "type" ? plain(value) : " " + name + "=" + plain(value);
    return text;
}

std::string sentence(std::string const& json) {
    return sentence(Json::parse(json));
}

/// Each value of a view that is no object, and no list of such, with its path.
void flatten(Json const& value, std::string const& path, std::vector<std::pair<std::string, std::string>>& fields) {
    auto const nested =
        value.is_object() || (value.is_array() && std::any_of(value.begin(), value.end(),
                                                              [](auto const& item) { return item.is_structured(); }));
    if (!nested) {
        fields.emplace_back(path, plain(value));
        return;
    }
    for (auto const& [name, item] : value.items()) flatten(item, path.empty() ? name : path + "." + name, fields);
}

/// Templates, with those that differ in one field alone as one: `play card=S4|H5`.
std::string templates_text(std::string const& json) {
    std::vector<Json> merged;
    std::vector<std::string> field_of; // the field in which the merged ones differ
    for (auto const& choice : Json::parse(json)) {
        auto joined = false;
        if (!merged.empty() && merged.back().size() == choice.size()) {
            std::vector<std::string> differ;
            for (auto const& [name, value] : choice.items())
                if (!merged.back().contains(name))
                    differ.insert(differ.end(), 2, name);
                else if (plain(merged.back()[name]) != plain(value))
                    differ.push_back(name);
            if (differ.size() == 1 && differ[0] != "type" &&
                (field_of.back().empty() || field_of.back() == differ[0])) {
                field_of.back() = differ[0];
                merged.back()[differ[0]] = plain(merged.back()[differ[0]]) + "|" + plain(choice[differ[0]]);
                joined = true;
            }
        }
        if (joined) continue;
        merged.push_back(choice);
        field_of.emplace_back();
    }
    std::string text;
    for (auto const& choice : merged) text += (text.empty() ? "" : "; ") + sentence(choice);
    return text;
}

/// In lines of at most 130 characters where there are spaces.
std::string wrapped(std::string const& line) {
    constexpr std::size_t width = 130;
    std::string text;
    std::size_t column = 0;
    std::istringstream words(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    auto const indent = line.substr(0, line.find_first_not_of(' '));
    text = indent;
    column = indent.size();
    auto first = true;
    for (std::string word; words >> word; first = false) {
        if (!first && column + 1 + word.size() > width) {
            text += "\n" + indent + "    ";
            column = indent.size() + 4;
        } else if (!first) {
            text += ' ';
            ++column;
        }
        text += word;
        column += word.size();
    }
    return text + "\n";
}

std::string text_of(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The seed that the head of a playthrough names; nothing where there is no such file.
std::optional<std::uint64_t> seed_in(std::string const& text) {
    auto const place = text.find("Seed ");
    if (place == std::string::npos) return std::nullopt;
    return std::strtoull(text.c_str() + place + 5, nullptr, 10);
}

} // namespace

std::vector<GameVariant> variants_among(std::vector<GameVariant> const& all) {
    // Of an option with many numbers, such as that of games, the first ones say enough.
    constexpr int enough = 3;
    auto const standard = Json::parse(all.front().options);
    auto const [fewest, most] = std::ranges::minmax(all, {}, &GameVariant::seats);
    // The combination with each other value that differs least from the default: its file's name, and how it differs.
    std::map<std::string, std::pair<std::size_t, GameVariant const*>> nearest;
    for (auto const& variant : all) {
        std::vector<std::string> names;
        auto const options = Json::parse(variant.options);
        for (auto const& [name, value] : options.items())
            if (!standard.contains(name) || standard[name] != value) {
                auto const is_one_of_many = value.is_number() && value > enough;
                names.push_back(is_one_of_many ? std::string() : name + "-" + plain(value));
            }
        if (variant.seats != all.front().seats)
            names.push_back(variant.seats == fewest.seats || variant.seats == most.seats
                                ? "seats-" + std::to_string(variant.seats)
                                : std::string());
        for (auto const& name : names) {
            auto& [differences, best] = nearest.try_emplace(name, names.size() + 1, nullptr).first->second;
            if (names.size() < differences) differences = names.size(), best = &variant;
        }
    }
    nearest.erase(std::string());
    std::vector<GameVariant> chosen{{"default", all.front().options, all.front().seats}};
    for (auto const& [name, found] : nearest) chosen.push_back({name, found.second->options, found.second->seats});
    return chosen;
}

PlaythroughText::PlaythroughText(std::string const& game, GameVariant const& variant, std::uint64_t seed)
    : own_(static_cast<std::size_t>(variant.seats)), legal_(static_cast<std::size_t>(variant.seats)) {
    text_ = "# " + game + ", " + std::to_string(variant.seats) + " seats, options " +
            plain(Json::parse(variant.options)) + "\n# Seed " + std::to_string(seed) +
            ". A test wrote this file and compares it: rules/README.md.\n";
}

void PlaythroughText::add_changes(std::string const& who, Fields const& now,
                                  std::map<std::string, std::string>& before) {
    std::string changes;
    std::map<std::string, std::string> all;
    for (auto const& [path, value] : now) {
        all[path] = value;
        auto const was = before.find(path);
        if (was == before.end() || was->second != value)
            changes += (changes.empty() ? "" : "; ") + path + " = " + value;
    }
    for (auto const& [path, value] : before)
        if (!all.contains(path)) changes += (changes.empty() ? "" : "; ") + path + " gone";
    before = std::move(all);
    if (!changes.empty()) text_ += wrapped("  " + who + ": " + changes);
}

void PlaythroughText::add(std::optional<std::pair<int, std::string>> const& act, Seen const& spectator,
                          std::vector<Seen> const& seats) {
    auto const before = text_.size();
    if (act)
        text_ += wrapped("[" + std::to_string(++actions_) + "] seat " + std::to_string(act->first) + ": " +
                         sentence(act->second));
    else
        text_ += "\n[start]\n";
    for (std::size_t event = 0; event < spectator.events.size(); ++event) {
        text_ += wrapped("  event: " + sentence(spectator.events[event]));
        for (std::size_t seat = 0; seat < seats.size(); ++seat)
            if (auto const& seen = seats[seat].events[event]; seen != spectator.events[event])
                text_ += wrapped("    seat " + std::to_string(seat) + ": " + sentence(seen));
    }
    Fields common;
    flatten(Json::parse(spectator.view), "", common);
    add_changes("all", common, common_);
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
        Fields view;
        flatten(Json::parse(seats[seat].view), "", view);
        Fields own;
        for (auto const& [path, value] : view)
            if (auto const seen = common_.find(path); seen == common_.end() || seen->second != value)
                own.emplace_back(path, value);
        add_changes("seat " + std::to_string(seat), own, own_[seat]);
        auto legal = templates_text(seats[seat].legal);
        if (!legal.empty() && legal != legal_[seat])
            text_ += wrapped("  seat " + std::to_string(seat) + " may: " + legal);
        legal_[seat] = std::move(legal);
    }
    // What is too much to read is left out, but for what is rare, such as the end.
    constexpr int longest = 250;
    auto rare = false;
    for (auto const& event : spectator.events) rare = is_rare(event) || rare;
    if (!rare && std::ranges::count(text_, '\n') > longest) {
        text_.resize(before);
        ++left_out_;
    } else if (auto const count = std::exchange(left_out_, 0); count > 0) {
        text_.insert(before, "… " + std::to_string(count) + (count == 1 ? " action …\n" : " actions …\n"));
    }
}

bool PlaythroughText::is_rare(std::string const& event) {
    constexpr int few = 2;
    auto const fields = Json::parse(event);
    std::string form;
    for (auto const& [name, value] : fields.items()) form += name + (name == "type" ? "=" + plain(value) + " " : " ");
    return ++times_[form] <= few;
}

void compare_playthroughs(std::string const& folder, std::vector<GameVariant> const& variants,
                          std::function<std::pair<std::string, int>(GameVariant const&, std::uint64_t)> const& play) {
    // One that can't be played ends the test: what is wrong with it is wrong with the others, too.
    auto const text_and_actions = [&](fs::path const& file, GameVariant const& variant, std::uint64_t seed) {
        try {
            return play(variant, seed);
        } catch (std::exception const& problem) {
            throw std::runtime_error(file.string() + " with seed " + std::to_string(seed) + ": " + problem.what() +
                                     "\nThe cases with \"[conformance]\" say more.");
        }
    };
    auto const writes = std::getenv("TEFUDA_WRITE_PLAYTHROUGHS") != nullptr;
    constexpr std::uint64_t tries = 100;
    std::set<std::string> names;
    for (auto const& variant : variants) {
        auto const file = fs::path(folder) / (variant.name + ".txt");
        names.insert(file.filename());
        auto const kept = text_of(file);
        auto seed = seed_in(kept);
        if (!seed) {
            if (!writes) FAIL_CHECK(file.string() << " is missing: TEFUDA_WRITE_PLAYTHROUGHS=1 writes it");
            if (!writes) continue;
            int shortest = 0;
            for (std::uint64_t one = 0; one < tries; ++one)
                if (auto const actions = text_and_actions(file, variant, one).second; !seed || actions < shortest)
                    seed = one, shortest = actions;
        }
        auto const text = text_and_actions(file, variant, *seed).first;
        if (writes) {
            fs::create_directories(folder);
            std::ofstream(file, std::ios::binary) << text;
        } else if (text != kept) {
            auto const [here, there] = std::mismatch(text.begin(), text.end(), kept.begin(), kept.end());
            auto const line = 1 + std::count(text.begin(), here, '\n');
            FAIL_CHECK(file.string() << " differs from line " << line
                                     << " on. Is the new match right? Then write it with "
                                     << "TEFUDA_WRITE_PLAYTHROUGHS=1, and look at the diff.");
        }
    }
    // There is no folder before the first ones are written.
    std::error_code none;
    for (auto const& entry : fs::directory_iterator(folder, none))
        if (!names.contains(entry.path().filename())) {
            if (writes)
                fs::remove(entry.path());
            else
                FAIL_CHECK(entry.path().string() << " is of no variant of the game");
        }
}

} // namespace tefuda::test
