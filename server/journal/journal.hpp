// The one thread that writes to the store. All that arrives while a commit is under way goes into the next.
#pragma once

#include "server/journal/store.hpp"
#include "server/runtime/executor.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace tefuda::server {

/// All functions may be called from any thread.
class Journal {
public:
    /// Who appends on an executor, and is told there.
    class Appender {
    public:
        explicit Appender(Executor& executor) : executor_(executor) {}
        virtual ~Appender() = default;

        Executor& executor() const { return executor_; }
        /// So many units, the first of those that it was not told of yet, are durable now; or nothing of them is
        /// stored.
        virtual void committed(std::size_t count, bool stored) = 0;

    private:
        Executor& executor_;
    };

    explicit Journal(std::unique_ptr<Store> store, std::size_t capacity = 100'000);
    /// Writes what waits.
    ~Journal();
    Journal(Journal const&) = delete;
    Journal& operator=(Journal const&) = delete;

    /// \param units so many, as `append_unit` puts them together
    /// \returns false where too much waits already: then the appender is never told
    [[nodiscard]] bool append(std::string_view units, std::size_t count, std::shared_ptr<Appender> const& appender);

    /// Calls back on the journal's thread when all that was appended before has been written or refused.
    void flush(std::function<void()> done);

    /// As Store::expire, on the journal's thread.
    void expire(std::int64_t seconds, std::function<void(std::vector<std::string>)> done);

    Store& store() { return *store_; }

private:
    /// Units that came one after the other from the same.
    struct Run {
        std::shared_ptr<Appender> appender;
        std::size_t units;
    };
    struct Batch {
        std::string units;
        std::size_t count = 0;
        std::vector<Run> runs;
        std::vector<std::function<void()>> tasks;

        void clear();
    };

    void work();
    void write(Batch const& batch);
    void write_one_by_one(Batch const& batch);
    bool commit(std::string_view units, std::size_t count);
    static void tell(Run const& run, bool stored);

    std::unique_ptr<Store> const store_;
    std::size_t const capacity_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Batch next_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
