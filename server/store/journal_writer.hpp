// The one worker that commits to the store (group commit): all transactions that arrive while a commit is under way go
// into the next one.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/worker.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace tefuda::server {

enum class CommitResult : std::uint8_t {
    stored,
    refused,
    lost, ///< another server has claimed the room
};

/// Is told what became of a transaction.
class CommitHandler {
public:
    virtual ~CommitHandler() = default;
    /// Where `committed` is called. The same for the handler's whole life; must outlive it.
    virtual Executor& executor() const = 0;
    /// \param stored true: the transaction is durable; false: nothing of it is stored
    virtual void committed(bool stored) = 0;
    /// Nothing of the transaction is stored, because another server has claimed its room. Instead of `committed`.
    virtual void claim_lost() { committed(false); }
};

/// Thread-safe.
class JournalWriter {
public:
    /// \param store non-owning; must outlive the writer
    /// \param capacity maximum number of transactions that wait for a commit
    explicit JournalWriter(Store& store, std::size_t capacity = 100'000);
    /// Commits what waits, and tells the handlers; those of a commit whose outcome is not known then are never called.
    ~JournalWriter();

    /// Enqueues a transaction. The handler is called once, on its executor; handlers of one executor are called in the
    /// order in which their transactions were appended.
    /// \returns false if too many wait already or there is no memory: then nothing was done, and the handler is never
    /// called
    [[nodiscard]] bool append(Transaction transaction, std::shared_ptr<CommitHandler> handler);

    /// Calls `done` on the writer's thread once everything that was appended before has been stored or refused, and
    /// its handlers' calls have been posted.
    void flush(std::function<void()> done);

private:
    /// What goes into one commit.
    struct Batch {
        /// Who is told what became of a transaction.
        struct Receiver {
            std::shared_ptr<CommitHandler> handler;
            Executor* executor;
        };

        std::vector<Transaction> transactions;
        std::vector<Receiver> receivers; ///< one for each transaction
        std::vector<std::function<void()>> flushes;

        bool empty() const { return transactions.empty() && flushes.empty(); }
        void clear();
    };

    Worker::Next step();
    void write(Batch& batch);
    static void report(Batch& batch, std::span<CommitResult const> results);
    void end_flushes(Batch& batch);
    static void tell_flushed(Batch const& batch);
    bool commit(std::span<Transaction const> transactions, std::span<CommitResult> results);
    void commit_one_by_one(Batch& batch, std::vector<CommitResult>& results);
    void set_apart(Batch& batch, std::vector<CommitResult>& results, std::size_t place);
    void decide();

    Store& store_;
    std::size_t const capacity_;
    std::mutex mutex_;
    Batch next_;
    Batch batch_; ///< takes turns with `next_`, so that their memory is reused
    /// Its commit's outcome is not known yet: its handlers wait, and what comes meanwhile is refused. Empty if there is
    /// none. For the worker, as `batch_`.
    Batch undecided_;
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
