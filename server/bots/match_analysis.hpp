// What the `hard` bot thinks of each decision of a finished match.
#pragma once

#include "server/bots/match_study.hpp"
#include "server/match/match_run.hpp"

#include <string>
#include <vector>

namespace tefuda::server {

/// A value as it is told: with three decimals.
double rounded(double value);

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

    /// A decision in which one action was clearly best; the player may have taken another one.
    struct ClearDecision {
        int action; ///< how many actions of the match came before it
        Seat seat;
        std::string best; ///< JSON text
        friend bool operator==(ClearDecision const&, ClearDecision const&) = default;
    };
    /// Those in which the bot's action is worth at least so much more than any other that it has compared: of each seat
    /// the clearest, in the order in which they were met. \param difference of values from 0 to 1
    std::vector<ClearDecision> clear_decisions(double difference) const;

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
