// What a `normal` bot would have made of a person's cards.
#pragma once

#include "server/bots/bot_match.hpp"
#include "server/bots/match_study.hpp"

#include <memory>

namespace tefuda::server {

/// Plays a match once more, from where it began, with the bots that it had and `normal` in the person's seat.
class MatchPar final : public MatchStudy {
public:
    /// Null where a match has no par: more than one person played it, or none, or its game counts no margin.
    /// \pre the match is over
    static std::shared_ptr<MatchPar> of(MatchRecord const& record);

    MatchPar(MatchRecord const& record, Seat person);

    bool step(search::Budget const& budget) override;
    AnalysisProgress progress() const override;
    std::string document() const override;

private:
    MatchRecord const played_;
    Seat const person_;
    BotMatch match_;
    int done_ = 0;
};

} // namespace tefuda::server
