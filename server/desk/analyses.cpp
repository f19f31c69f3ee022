#include "server/desk/analyses.hpp"

#include "protocol/codec/encode.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/networks.hpp"

#include <algorithm>
#include <list>
#include <utility>

namespace tefuda::server {

struct KeptAnalysis {
    Analyses::Subject subject;
    std::string network; ///< the widest one of who asked first
    AnalysisProgress progress;
    std::string document; ///< empty while it is being made
    SteadyTime asked;     ///< for the last time
};

namespace {

HttpReply reply_of(KeptAnalysis const& entry) {
    if (!entry.document.empty()) return {200, "application/json", entry.document};
    return {202, "application/json", codec::to_json(entry.progress)};
}

} // namespace

struct Analyses::State {
    /// The one that was asked for last comes first.
    using Entries = std::list<KeptAnalysis>;
    Guarded<Entries> entries;

    static KeptAnalysis* find(Entries& entries, Subject const& subject) {
        auto const found = std::ranges::find(entries, subject, &KeptAnalysis::subject);
        if (found == entries.end()) return nullptr;
        entries.splice(entries.begin(), entries, found);
        found->asked = steady_now();
        return &entries.front();
    }
    static void remove(Entries& entries, Subject const& subject) {
        std::erase_if(entries, [&](auto const& entry) { return entry.subject == subject; });
    }
    /// Forgets finished ones that were not asked for lately.
    static void forget_old(Entries& entries) {
        for (auto it = entries.end(); it != entries.begin() && entries.size() > max_kept;)
            if (!(--it)->document.empty()) it = entries.erase(it);
    }

    bool is_given_up(Subject const& subject) {
        return entries.with([&](Entries& all) {
            return std::erase_if(all, [&](auto const& entry) {
                       return entry.subject == subject && steady_now() - entry.asked > patience;
                   }) > 0;
        });
    }

    /// \returns whether there is more to do
    bool step(Subject const& subject, MatchStudy& study, search::Budget const& budget) {
        if (is_given_up(subject)) return false;
        auto goes_on = false;
        std::string document;
        try {
            goes_on = study.step(budget);
            if (!goes_on) document = study.document();
        } catch (std::exception const& problem) {
            log_failure("A match can't be analysed", problem);
            // Whoever asks again begins it anew.
            entries.with([&](Entries& all) { remove(all, subject); });
            return false;
        }
        return entries.with([&](Entries& all) {
            auto const entry = std::ranges::find(all, subject, &KeptAnalysis::subject);
            if (entry == all.end()) return false;
            entry->progress = study.progress();
            entry->document = std::move(document);
            return goes_on;
        });
    }
};

Analyses::Analyses(BotPool& bots) : bots_(bots), state_(std::make_shared<State>()) {}

std::optional<HttpReply> Analyses::find(Subject const& subject) const {
    return state_->entries.with([&](auto& entries) {
        auto const* entry = State::find(entries, subject);
        return entry ? std::optional(reply_of(*entry)) : std::nullopt;
    });
}

HttpReply Analyses::begin(Subject const& subject, std::shared_ptr<MatchStudy> study, std::string const& address) {
    // Once the bots have it, only they may look at it.
    auto const progress = study->progress();
    auto known = state_->entries.with([&](auto& entries) -> std::optional<HttpReply> {
        if (auto const* entry = State::find(entries, subject)) return reply_of(*entry);
        auto const network = widest_network_of(address);
        std::size_t running = 0;
        std::size_t of_address = 0;
        for (auto const& entry : entries) {
            if (!entry.document.empty()) continue;
            ++running;
            of_address += entry.network == network;
        }
        if (running >= max_running || of_address >= max_running_an_address)
            return HttpReply{429, "application/json",
                             R"({"message":"Too many matches are being analysed: wait a little."})",
                             std::chrono::seconds(10)};
        entries.push_front({subject, network, progress, {}, steady_now()});
        State::forget_old(entries);
        return std::nullopt;
    });
    if (known) return std::move(*known);
    try {
        bots_.when_idle([state = state_, study = std::move(study), subject](search::Budget const& budget) {
            return state->step(subject, *study, budget);
        });
    } catch (...) {
        // Nobody works on it: it must not take a place.
        state_->entries.with([&](auto& entries) { State::remove(entries, subject); });
        throw;
    }
    return {202, "application/json", codec::to_json(progress)};
}

} // namespace tefuda::server
