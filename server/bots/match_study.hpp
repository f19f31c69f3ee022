// What bots work out about a finished match, for a document.
#pragma once

#include "protocol/analysis.hpp"
#include "rules/search/budget.hpp"

#include <string>

namespace tefuda::server {

/// Made in small steps. With budgets of iterations the same match gives the same document. Not thread-safe.
class MatchStudy {
public:
    virtual ~MatchStudy() = default;

    /// Does one search at most. \returns whether there is more to do
    virtual bool step(search::Budget const& budget) = 0;
    virtual AnalysisProgress progress() const = 0;
    /// JSON text. \pre `step` has returned false
    virtual std::string document() const = 0;
};

} // namespace tefuda::server
