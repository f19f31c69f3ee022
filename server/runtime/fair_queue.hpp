// A queue in which no address can keep the others waiting.
#pragma once

#include "server/runtime/networks.hpp"

#include <cstddef>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace tefuda::server {

/// Jobs that somebody waits for come before all others; among each kind the addresses take turns, an IPv6 address with
/// the widest network around it, and the jobs of one address come in their order. Not thread-safe.
template <class Job>
class FairQueue {
public:
    struct Next {
        Job job;
        /// How many jobs share the time with it: those of its address that wait, and one of each other address.
        std::size_t waiting;
    };

    /// Where there is no memory nothing has changed, and the caller has its job still.
    /// \param address who pays for the job
    /// \param awaited whether a human waits for it
    void push(Job&& job, std::string const& address, bool awaited) {
        auto& kind = awaited ? awaited_ : others_;
        auto const network = widest_network_of(address);
        auto& jobs = kind.jobs[network];
        // What can fail comes first: an address with a turn has a job.
        std::list<std::string> turn;
        if (jobs.empty()) turn.push_back(network);
        jobs.push_back(std::move(job));
        kind.turns.splice(kind.turns.end(), turn);
        ++size_;
    }

    /// \returns nothing if it is empty
    std::optional<Next> pop() {
        auto next = awaited_.turns.empty() ? others_.pop() : awaited_.pop();
        if (next) --size_;
        return next;
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    /// How many of the address's jobs wait, of both kinds.
    std::size_t waiting_of(std::string const& address) const {
        auto const network = widest_network_of(address);
        return awaited_.count(network) + others_.count(network);
    }

private:
    struct Kind {
        std::size_t count(std::string const& address) const {
            auto const found = jobs.find(address);
            return found == jobs.end() ? 0 : found->second.size();
        }

        std::unordered_map<std::string, std::deque<Job>> jobs; ///< of each address that has some
        std::list<std::string> turns;                          ///< the same addresses, whose turn is next first

        std::optional<Next> pop() {
            if (turns.empty()) return std::nullopt;
            auto const found = jobs.find(turns.front());
            Next next{std::move(found->second.front()), 0};
            found->second.pop_front();
            next.waiting = found->second.size() + turns.size() - 1;
            if (found->second.empty()) {
                jobs.erase(found);
                turns.pop_front();
            } else {
                turns.splice(turns.end(), turns, turns.begin());
            }
            return next;
        }
    };

    Kind awaited_;
    Kind others_;
    std::size_t size_ = 0;
};

} // namespace tefuda::server
