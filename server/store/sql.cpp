#include "server/store/sql.hpp"

#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "server/runtime/clock.hpp"
#include "server/runtime/random.hpp"
#include "server/store/store.hpp"

namespace tefuda::server {

WriteKey::WriteKey() {
    Bytes32 bytes;
    random_bytes(bytes);
    id = to_hex(bytes);
}

std::vector<SqlRows> Sql::write(WriteKey const& key, std::vector<SqlCall> const& calls) {
    // A connection that broke is opened again at once; behind that, what is away needs a little time.
    constexpr std::chrono::milliseconds pause(100);
    auto const end = steady_now() + patience_;
    std::optional<std::string> unknown;
    for (auto tries = 0;; ++tries) {
        if (tries > 1) sleep_for(pause);
        try {
            return connection_->write(key, calls);
        } catch (OutcomeUnknown const& problem) {
            unknown = problem.what();
        } catch (StoreAway const&) {
            if (!unknown) throw;
        }
        if (steady_now() >= end) throw OutcomeUnknown("It is not known whether this was stored: " + *unknown);
    }
}

std::string text_of(std::vector<SqlRows> const& answer) {
    return codec::to_json(answer);
}

std::vector<SqlRows> answer_in(std::string const& text) {
    auto answer = codec::Decoder().read_text<std::vector<SqlRows>>(text);
    if (!answer) throw StoreFailure("The answer of a write can't be read.");
    return std::move(*answer);
}

} // namespace tefuda::server
