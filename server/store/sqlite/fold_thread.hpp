// The thread that folds in the background.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tefuda::server {

/// Runs at low priority. `request` and `stop` may be called on any thread.
class FoldThread {
public:
    struct Work {
        /// Called after a request, and each second after it has failed. \param again after a failure
        /// \returns whether it has succeeded
        std::function<bool(bool again)> fold;
        /// Called each second, and after each `fold`.
        std::function<void()> look;
    };

    ~FoldThread() { stop(); }

    /// \throws StoreFailure if no thread can be made
    void start(Work work);
    void request();
    /// Waits for what is being done. Nothing is done any more then.
    void stop();

private:
    void run();

    Work work_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_due_ = false;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
