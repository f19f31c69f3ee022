// A client as rooms see it, and the way back to it.
#pragma once

#include "server/net/service.hpp"
#include "server/room/participant.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/failure_log.hpp"
#include "server/session/continuations.hpp"
#include "server/session/day_quota.hpp"
#include "server/session/inbox.hpp"
#include "server/session/limits.hpp"
#include "server/session/room_finder.hpp"
#include "server/session/sanctions.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// The part of a session that rooms and other threads use: who the client is, what it is sent, its event loop. What is
/// on its way to it keeps it alive. What can't reach the client or its session closes the connection: nothing is lost
/// in silence.
class ClientLink : public Participant {
public:
    /// What all sessions share. Outlives whatever they do; one that is only destroyed needs it no more.
    struct Shared {
        Limits const limits;
        RoomRegistry& rooms;
        AddressRate& guesses;
        DayQuota& quota;
        std::shared_ptr<InboxBudget> inboxes;
        Sanctions const& sanctions;
        Continuations const& continuations;
        /// Stores a report; tells once, on any thread, whether it could. Empty: nobody takes reports.
        std::function<void(std::string const& address, FiledReport const& report,
                           std::function<void(bool stored)> done)>
            file_report{};
        /// Has a player block another one, or no more; tells once, on any thread, why it can't. Empty: nobody can.
        std::function<void(std::shared_ptr<Identity const> const& who, std::string const& address,
                           std::string const& player, bool blocks, std::function<void(OrRejection<>)> done)>
            block{};
        /// Tells once, on any thread, whether a player has blocked another one; nothing: that can't be read. Empty:
        /// nobody is a player here.
        std::function<void(std::string const& player, std::string const& other, std::string const& address,
                           std::function<void(std::optional<bool> blocks)> done)>
            has_blocked{};
        /// Makes the room of a player's board of the day (RoomRegistry::create). Empty: nobody is a player here.
        std::function<void(Create const& message, RoomRegistry::Maker const& maker, SeatOwner const& who,
                           RoomRegistry::OnCreated done)>
            create_board{};
    };

    // From any thread. A failure is this client's alone: whoever sends goes on.
    void send(std::string_view text) override;
    void close_as_failed() override;
    /// The operator has banned the client. \param because at most 120 bytes of it are told
    void close_as_banned(std::string const& because);

    std::string const& address() const override { return connection_->address(); }
    TimePoint connected_at() const override { return connected_at_; }
    SeatOwner player() const override { return player_; }
    OrRejection<> may_chat() const override;
    bool has_blocked(std::string const& id) const override;
    OrRejection<> take_report() override;
    void file_report(MessageId id, FiledReport report) override;
    bool begin_advice() override;
    void end_advice() override { --advice_; }

protected:
    ClientLink(std::shared_ptr<ClientConnection> connection, Shared const& shared);

    /// To be used on its executor, but for what is constant.
    ClientConnection& connection() const { return *connection_; }
    Executor& executor() const { return executor_; }
    Shared const& shared() const { return shared_; }

    /// A message to the client, or the answer to one of its own, is lost: it has to connect again and resume. On the
    /// executor.
    void fail() noexcept;
    bool has_failed() const { return failed_; }

    /// Does a step on the executor. What is lost where it throws, closes the connection.
    template <class Step>
    void guarded(Step&& step) noexcept {
        try {
            step();
        } catch (std::exception const& problem) {
            log_failure("A client is closed", problem);
            fail();
        }
    }
    /// Runs it on the executor, guarded, at once where the caller is there.
    template <class Run>
    void dispatch(Run run) {
        if (executor_.here()) return guarded(run);
        try {
            executor_.post([this, self = shared_from_this(), run = std::move(run)]() mutable { guarded(run); });
        } catch (std::exception const& problem) {
            fail_later(problem);
        }
    }

private:
    /// The connection is being closed. On the executor.
    virtual void failed() noexcept {}
    void write(std::string_view text);
    void fail_later(std::exception const& problem);

    std::shared_ptr<ClientConnection> const connection_;
    Executor& executor_;
    Shared const& shared_;
    TimePoint const connected_at_;
    SeatOwner const player_;
    bool failed_ = false;
    /// How often the client waits for advice.
    std::atomic<int> advice_ = 0;
};

} // namespace tefuda::server
