#include "server/people/player_export.hpp"

#include "server/runtime/failure_log.hpp"
#include "server/runtime/networks.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <utility>

namespace tefuda::server {

ExportList::Page page_of(std::vector<std::string> rows, std::optional<std::string> const& after) {
    constexpr std::size_t most = 200;
    auto const first = std::min<std::size_t>(after ? std::stoull(*after) : 0, rows.size());
    auto const last = std::min(first + most, rows.size());
    auto const at = [&](std::size_t place) { return rows.begin() + static_cast<std::ptrdiff_t>(place); };
    std::vector<std::string> some(std::move_iterator(at(first)), std::move_iterator(at(last)));
    return {std::move(some), last < rows.size() ? std::optional(std::to_string(last)) : std::nullopt};
}

std::shared_ptr<void> ExportTurns::take(std::string const& player, std::string const& address) {
    auto const network = widest_network_of(address);
    auto const is_free = taken_->with([&](Taken& it) {
        if (it.players.size() >= most || it.addresses.count(network) >= most_an_address || it.players.contains(player))
            return false;
        it.players.insert(player);
        it.addresses.insert(network);
        return true;
    });
    if (!is_free) return nullptr;
    return {static_cast<void*>(taken_.get()), [taken = taken_, player, network](void*) {
                taken->with([&](Taken& it) {
                    it.players.erase(player);
                    it.addresses.erase(it.addresses.find(network));
                });
            }};
}

PlayerExport::PlayerExport(std::string head, std::vector<ExportList> lists, Post post, std::shared_ptr<void> turn)
    : head_(std::move(head)), lists_(std::move(lists)), post_(std::move(post)), turn_(std::move(turn)) {
    // The lists come before its end.
    head_.pop_back();
}

void PlayerExport::next(Told told) {
    post_(
        [self = shared_from_this(), told] {
            std::optional<std::string> made;
            try {
                made = self->piece();
            } catch (std::exception const& problem) {
                log_failure("What is known of a player can't be read", problem);
            }
            told(std::move(made));
        },
        [told] { told(std::nullopt); });
}

/// Empty behind the end of the object.
std::string PlayerExport::piece() {
    auto text = std::exchange(head_, {});
    if (list_ > lists_.size()) return {};
    if (list_ == lists_.size()) {
        ++list_;
        return text + "}";
    }
    auto const& list = lists_[list_];
    auto const page = list.read(after_);
    if (!std::exchange(has_begun_, true)) text += ",\"" + list.name + "\":[";
    for (auto const& row : page.rows) {
        if (std::exchange(has_rows_, true)) text += ',';
        text += row;
    }
    after_ = page.next;
    if (after_) return text.empty() ? piece() : text;
    ++list_;
    has_begun_ = has_rows_ = false;
    return text + "]";
}

} // namespace tefuda::server
