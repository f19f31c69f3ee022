// Tables whose answers are lost.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/store.hpp"

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace tefuda::server::test {

/// What connections lose of each write.
struct Loss {
    int before = 1; ///< so often it does not arrive
    int after = 1;  ///< so often it is stored, and its answer is lost
    int writes = 0; ///< with keys of their own
};

class LosingConnection final : public SqlConnection {
public:
    LosingConnection(std::shared_ptr<Sql> inner, std::shared_ptr<Loss> loss)
        : inner_(std::move(inner)), loss_(std::move(loss)) {}

    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) override { return inner_->read(queries); }

    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        if (key_ != key.id) {
            key_ = key.id;
            tries_ = 0;
            ++loss_->writes;
        }
        ++tries_;
        if (tries_ <= loss_->before) throw OutcomeUnknown("The connection broke before.");
        auto answer = inner_->write(key, calls);
        if (tries_ <= loss_->before + loss_->after) throw OutcomeUnknown("The connection broke behind.");
        return answer;
    }

private:
    std::shared_ptr<Sql> const inner_;
    std::shared_ptr<Loss> const loss_;
    std::string key_;
    int tries_ = 0;
};

/// Each write of these tables is lost once before it arrives, and once after it is stored.
struct LosingTables {
    std::shared_ptr<Sql> kept; ///< without a loss
    std::shared_ptr<Loss> loss = std::make_shared<Loss>();
    std::shared_ptr<Sql> sql = std::make_shared<Sql>(std::make_unique<LosingConnection>(kept, loss));

    explicit LosingTables(std::unique_ptr<Sql> tables) : kept(std::move(tables)) {}

    std::string count(SqlSelect select) { return kept->read_one(select, {})[0][0]; }
};

} // namespace tefuda::server::test
