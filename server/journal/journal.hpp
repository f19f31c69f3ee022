// The one thread that writes to the store. All that arrives while a commit is under way goes into the next.
#pragma once

#include "server/journal/store.hpp"
#include "server/journal/unit_bytes.hpp"
#include "server/net/executor.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace tefuda::server {

/// All functions may be called from any thread.
class Journal {
public:
    /// Who has appended a unit.
    class Waiter {
    public:
        virtual ~Waiter() = default;
        /// The unit is durable now, or nothing of it is stored.
        virtual void committed(bool stored) = 0;
    };

    explicit Journal(std::unique_ptr<Store> store, std::size_t capacity = 100'000);
    /// Writes what waits.
    ~Journal();
    Journal(Journal const&) = delete;
    Journal& operator=(Journal const&) = delete;

    /// The unit waits until what the executor has to do already is done: one commit takes what all that appends.
    /// \param executor whose thread calls, and where the waiter is told
    /// \returns false where too much waits already: then the waiter is never told
    [[nodiscard]] bool append(std::string_view room, Changes const& changes, Executor& executor,
                              std::shared_ptr<Waiter> waiter);

    /// Calls back on the journal's thread when all that was appended before has been written or refused.
    void flush(std::function<void()> done);

    /// As Store::expire, on the journal's thread.
    void expire(std::int64_t seconds, std::function<void(std::vector<std::string>)> done);

    Store& store() { return *store_; }

private:
    struct Waiting {
        Executor* executor;
        std::shared_ptr<Waiter> waiter;
        /// Where the unit ends.
        std::size_t end;
    };
    struct Batch {
        std::string units;
        std::vector<Waiting> waiting;
        std::vector<std::function<void()>> tasks;

        void clear();
    };
    struct Told {
        std::shared_ptr<Waiter> waiter;
        bool stored;
    };

    void work();
    void write(Batch& batch);
    bool commit(std::string_view units, std::size_t count);
    static void tell(std::vector<Told> const& all);

    std::unique_ptr<Store> const store_;
    std::size_t const capacity_;
    std::mutex mutex_;
    /// Shared with the tasks that wake the thread: the last may run when the journal is gone.
    std::shared_ptr<std::condition_variable> const changed_ = std::make_shared<std::condition_variable>();
    Batch next_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
