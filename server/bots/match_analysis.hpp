// What the `hard` bot thinks of each decision of a finished match.
#pragma once

#include "server/bots/match_study.hpp"
#include "server/match/match_run.hpp"

#include <string>
#include <vector>

namespace tefuda::server {

/// Plays the match again, and before each action asks the bot from what the seat knew then. With budgets of iterations
/// the same match gives the same analysis. Not thread-safe.
class MatchAnalysis final : public MatchStudy {
public:
    /// \pre the match is over
    explicit MatchAnalysis(MatchRecord record);
    MatchAnalysis(MatchAnalysis const&) = delete;
    MatchAnalysis& operator=(MatchAnalysis const&) = delete;

    bool step(search::Budget const& budget) override;
    AnalysisProgress progress() const override;
    std::string document() const override;

private:
    struct Looked {
        AnalysedDecision decision;
        double second; ///< the highest value of another action than the bot's
        bool is_best;  ///< the seat played what the bot would have
    };

    void look_at(MatchAction const& action, search::Budget const& budget);
    std::vector<AnalysedDecision> marked() const;

    MatchRecord const record_;
    MatchRun run_;
    MatchActions::Iterator next_;
    int done_ = 0;
    std::vector<Looked> looked_;
};

} // namespace tefuda::server
