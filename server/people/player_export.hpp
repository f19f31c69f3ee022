// All that the server knows of one player, as one JSON object that is made piece by piece.
#pragma once

#include "server/net/service.hpp"
#include "server/runtime/guarded.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tefuda::server {

/// A list in the object, which is read a page at a time.
struct ExportList {
    struct Page {
        std::vector<std::string> rows;   ///< JSON texts
        std::optional<std::string> next; ///< where the next page begins; nothing: this is the last one
    };
    std::string name; ///< of its field
    /// \param after `next` of the page before; nothing: none was read \throws StoreFailure
    std::function<Page(std::optional<std::string> const& after)> read;
};

/// A page of a list that is read as a whole. \param after the number of rows before it
ExportList::Page page_of(std::vector<std::string> rows, std::optional<std::string> const& after);

/// Few are made at a time. Thread-safe.
class ExportTurns {
public:
    static constexpr std::size_t most = 20, most_an_address = 2;

    /// \returns a turn, for as long as it is kept; null where the player or its address has enough of them, or all have
    std::shared_ptr<void> take(std::string const& player, std::string const& address);

private:
    struct Taken {
        std::set<std::string> players;
        std::multiset<std::string> addresses;
    };
    std::shared_ptr<Guarded<Taken>> const taken_ = std::make_shared<Guarded<Taken>>();
};

/// Reads one page for each piece, when the client has taken the one before: it keeps no more of it in memory. Owned by
/// the connection alone, and ends with it.
class PlayerExport final : public HttpBody, public std::enable_shared_from_this<PlayerExport> {
public:
    /// Does the work where pages may be read, in its turn; or calls the other function.
    using Post = std::function<void(std::function<void()> work, std::function<void()> refused)>;

    /// \param head a JSON object, to whose fields those of the lists are added
    /// \param turn kept as long as the body
    PlayerExport(std::string head, std::vector<ExportList> lists, Post post, std::shared_ptr<void> turn);

    void next(Told told) override;
    std::size_t memory() const override { return sizeof *this; }

private:
    std::string piece();

    std::string head_; ///< not sent yet
    std::vector<ExportList> const lists_;
    Post const post_;
    std::shared_ptr<void> const turn_;
    std::size_t list_ = 0; ///< whose page is next
    std::optional<std::string> after_;
    bool has_begun_ = false; ///< something of this list was read
    bool has_rows_ = false;  ///< something of it was written
};

} // namespace tefuda::server
