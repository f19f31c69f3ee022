// What is kept of a player with the operator's decisions, for the player's own export.
#pragma once

#include "server/people/player_export.hpp"
#include "server/store/sql.hpp"

#include <string>
#include <vector>

namespace tefuda::server {

/// The reports that it has made, without what others have said; and the sanctions against it, also those that have
/// ended. \param tables of the operator; they outlive the lists
std::vector<ExportList> operators_lists(Sql& tables, std::string const& player);

} // namespace tefuda::server
