// A connection to PostgreSQL: libpq in pipeline mode, with a deadline for everything that waits.
#pragma once

#include "server/journal/store.hpp"

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

/// PostgreSQL has refused a statement; everything since the last `run` began is rolled back.
class PgError : public StoreFailure {
public:
    PgError(std::string const& what, std::string state) : StoreFailure(what), state_(std::move(state)) {}
    /// The five characters of SQLSTATE.
    std::string const& state() const { return state_; }

private:
    std::string state_;
};

/// The connection broke after something was sent: whether that was carried out is not known.
class PgBroken : public StoreAway {
public:
    using StoreAway::StoreAway;
};

/// A value for a statement, in PostgreSQL's text form, or null.
using PgValue = std::optional<std::string>;

/// Builds an array in PostgreSQL's text form.
class PgArray {
public:
    void add(std::string_view text);
    void add(std::int64_t number);
    void add_null();
    bool empty() const { return text_.size() == 1; }
    std::string text() const { return text_ + '}'; }

private:
    void separate();

    std::string text_ = "{";
};

/// A statement's rows.
class PgRows {
public:
    explicit PgRows(PGresult* result) : result_(result, &PQclear) {}

    int size() const { return PQntuples(result_.get()); }
    /// How many rows a statement has changed.
    int changed() const;
    bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
    /// Valid as long as the rows are.
    std::string_view text(int row, int column) const;
    std::int64_t number(int row, int column) const;

private:
    std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

/// For one thread at a time.
class PgConnection {
public:
    /// \param url as libpq reads it \param name what PostgreSQL shows of this connection (application_name)
    PgConnection(std::string url, std::string name) : url_(std::move(url)), name_(std::move(name)) {}
    ~PgConnection();
    PgConnection(PgConnection const&) = delete;
    PgConnection& operator=(PgConnection const&) = delete;

    bool is_open() const { return connection_ != nullptr; }
    /// Connects, if it is not connected. After a failure it fails at once for a quarter of a second.
    /// \returns whether this is a new connection \throws StoreAway if PostgreSQL does not answer; PgError if it refuses
    bool open();
    void close();

    struct Call {
        /// A literal: the prepared statement is kept for its next use.
        char const* sql;
        std::vector<PgValue> values;
    };
    /// Runs the calls in one round trip and in one transaction.
    /// \returns the rows of each call \throws PgError, PgBroken; StoreAway if it is not connected
    std::vector<PgRows> run(std::vector<Call> const& calls);
    /// Runs SQL without values.
    void execute(std::string const& sql);

    /// Waits until a notification is there, at most for this time. \returns the payloads of those that are there
    std::vector<std::string> notifications(std::chrono::milliseconds at_most);

private:
    using Clock = std::chrono::steady_clock;

    bool is_alive();
    std::string prepared(char const* sql);
    void flush(Clock::time_point deadline);
    void wait(short events, Clock::time_point deadline);
    PGresult* next_result(Clock::time_point deadline);
    [[noreturn]] void fail_broken();

    std::string const url_;
    std::string const name_;
    PGconn* connection_ = nullptr;
    std::vector<std::pair<char const*, std::string>> prepared_;
    Clock::time_point next_try_{};
};

} // namespace tefuda::server
