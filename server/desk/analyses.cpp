#include "server/desk/analyses.hpp"

#include "protocol/codec/encode.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/runtime/networks.hpp"

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace tefuda::server {

struct KeptAnalysis {
    Analyses::Subject subject;
    std::string network; ///< the widest one of who asked first
    AnalysisProgress progress;
    std::string document;                        ///< empty while it is being made
    SteadyTime asked; ///< for the last time
};

namespace {

HttpReply reply_of(KeptAnalysis const& entry) {
    if (!entry.document.empty()) return {200, "application/json", entry.document};
    return {202, "application/json", codec::to_json(entry.progress)};
}

} // namespace

struct Analyses::State {
    explicit State(Now clock) : now(std::move(clock)) {}

    Now const now;
    std::mutex mutex;
    /// The one that was asked for last comes first.
    std::list<KeptAnalysis> entries;

    /// \pre the mutex is held
    KeptAnalysis* find(Subject const& subject) {
        auto const found = std::ranges::find(entries, subject, &KeptAnalysis::subject);
        if (found == entries.end()) return nullptr;
        entries.splice(entries.begin(), entries, found);
        found->asked = now();
        return &entries.front();
    }

    /// Forgets finished ones that were not asked for lately. \pre the mutex is held
    void forget_old() {
        for (auto it = entries.end(); it != entries.begin() && entries.size() > max_kept;)
            if (!(--it)->document.empty()) it = entries.erase(it);
    }
};

Analyses::Analyses(BotPool& bots, Now now) : bots_(bots), state_(std::make_shared<State>(std::move(now))) {}

std::optional<HttpReply> Analyses::find(Subject const& subject) const {
    std::lock_guard const lock(state_->mutex);
    auto const* entry = state_->find(subject);
    return entry ? std::optional(reply_of(*entry)) : std::nullopt;
}

HttpReply Analyses::begin(Subject const& subject, std::shared_ptr<MatchStudy> study, std::string const& address) {
    // Once the bots have it, only they may look at it.
    auto const progress = study->progress();
    {
        std::lock_guard const lock(state_->mutex);
        if (auto const* entry = state_->find(subject)) return reply_of(*entry);
        auto const network = widest_network_of(address);
        std::size_t running = 0;
        std::size_t of_address = 0;
        for (auto const& entry : state_->entries) {
            if (!entry.document.empty()) continue;
            ++running;
            of_address += entry.network == network;
        }
        if (running >= max_running || of_address >= max_running_an_address)
            return {429, "application/json", R"({"message":"Too many matches are being analysed: wait a little."})",
                    std::chrono::seconds(10)};
        state_->entries.push_front({subject, network, progress, {}, state_->now()});
        state_->forget_old();
    }
    auto work = [state = state_, study = std::move(study), subject](search::Budget const& budget) {
        {
            std::lock_guard const lock(state->mutex);
            if (std::erase_if(state->entries, [&](auto const& entry) {
                    return entry.subject == subject && state->now() - entry.asked > patience;
                }) > 0)
                return false;
        }
        // One that fails is forgotten: whoever asks again begins it anew.
        auto goes_on = false;
        auto failed = true;
        std::string document;
        try {
            goes_on = study->step(budget);
            if (!goes_on) document = study->document();
            failed = false;
        } catch (std::exception const& problem) {
            log_failure("A match can't be analysed", problem);
        }
        std::lock_guard const lock(state->mutex);
        auto const entry = std::ranges::find(state->entries, subject, &KeptAnalysis::subject);
        if (entry == state->entries.end()) return false;
        if (failed) {
            state->entries.erase(entry);
            return false;
        }
        entry->progress = study->progress();
        entry->document = std::move(document);
        return goes_on;
    };
    try {
        bots_.when_idle(std::move(work));
    } catch (...) {
        // Nobody works on it: it must not take a place.
        std::lock_guard const lock(state_->mutex);
        std::erase_if(state_->entries, [&](auto const& entry) { return entry.subject == subject; });
        throw;
    }
    return {202, "application/json", codec::to_json(progress)};
}

} // namespace tefuda::server
