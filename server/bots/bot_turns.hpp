// Whose turn it is on the threads of the bots.
#pragma once

#include "server/runtime/fair_queue.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tefuda::server {

/// Jobs that matches of humans wait for come first. What nobody waits for has a tenth of each second whatever else
/// there is to do: steps of idle work, and jobs of rooms of bots alone, in turn. Not thread-safe; only pushing needs
/// memory.
/// \tparam Step of idle work
template <class Job, class Step>
class BotTurns {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    /// Whose job it is.
    enum class Kind { humans, bots_alone };

    struct NextJob {
        Job job;
        std::size_t waiting; ///< as FairQueue's
    };
    struct Next {
        /// A step is a list of one, which can be given back without memory.
        std::variant<NextJob, std::list<Step>> work;
        bool takes_share =
            false; ///< work of the background while a job of humans waits: charge_share says how long it took
    };

    /// \param threads that share the work, at least 1
    explicit BotTurns(std::size_t threads) : share_(threads * std::chrono::milliseconds(100)) {}

    /// \param address, awaited as FairQueue's
    void push(Kind kind, Job&& job, std::string const& address, bool awaited) {
        (kind == Kind::humans ? jobs_ : alone_).push(std::move(job), address, awaited);
    }
    void push(Step step) { idle_.push_back(std::move(step)); }
    /// One that has more to do.
    void give_back(std::list<Step>& step) { idle_.splice(idle_.end(), step); }

    bool empty() const { return jobs_.empty() && !has_background(); }

    /// \returns nothing if it is empty
    std::optional<Next> pop(TimePoint now) {
        if (jobs_.empty()) return pop_background(false);
        return has_background() && is_due(now) ? pop_background(true) : next_of(jobs_, false);
    }

    void charge_share(Duration time) { used_ += time; }

private:
    bool has_background() const { return !alone_.empty() || !idle_.empty(); }

    /// Whether the background has not had its tenth. Whoever takes longer than that pays in the next seconds.
    bool is_due(TimePoint now) {
        constexpr std::chrono::seconds period(1);
        auto const periods = (now - period_) / period;
        if (periods > 0) {
            period_ += periods * period;
            used_ = periods > used_ / share_ ? Duration() : used_ - periods * share_;
        }
        return used_ < share_;
    }

    std::optional<Next> pop_background(bool takes_share) {
        if (!has_background()) return std::nullopt;
        is_idles_turn_ = alone_.empty() || (!idle_.empty() && !is_idles_turn_);
        if (!is_idles_turn_) return next_of(alone_, takes_share);
        std::list<Step> step;
        step.splice(step.end(), idle_, idle_.begin());
        return Next{std::move(step), takes_share};
    }

    static std::optional<Next> next_of(FairQueue<Job>& jobs, bool takes_share) {
        auto next = jobs.pop();
        if (!next) return std::nullopt;
        return Next{NextJob{std::move(next->job), next->waiting}, takes_share};
    }

    Duration const share_; ///< of each second, of all threads
    Duration used_{};      ///< of the share, since `period_`
    TimePoint period_{};
    FairQueue<Job> jobs_;
    FairQueue<Job> alone_;
    std::list<Step> idle_;
    bool is_idles_turn_ = false;
};

} // namespace tefuda::server
