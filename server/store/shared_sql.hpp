// One connection for several threads.
#pragma once

#include "server/store/sql.hpp"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Thread-safe: one after the other.
class SharedSql final : public Sql {
public:
    explicit SharedSql(std::unique_ptr<Sql> sql) : sql_(std::move(sql)) {}

    std::vector<SqlRows> run(std::vector<SqlCall> const& calls) override {
        std::lock_guard const lock(mutex_);
        return sql_->run(calls);
    }

private:
    std::mutex mutex_;
    std::unique_ptr<Sql> const sql_;
};

} // namespace tefuda::server
