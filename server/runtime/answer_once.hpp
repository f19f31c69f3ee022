// An answer that somebody waits for, and gets whatever fails on its way.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace tefuda::server {

/// Delivers an answer later, on an executor. It may come from any thread; only the first one counts. Where none comes,
/// because whoever was to give it has failed or was dropped, another one does that was made before: so who waits needs
/// nobody to remember it. To be shared by all that may answer; the executor must outlive it.
template <class Answer>
class AnswerOnce {
public:
    /// \param otherwise what is delivered where no answer comes
    AnswerOnce(Executor& executor, std::function<void(Answer)> deliver, Answer otherwise)
        : executor_(executor), held_(std::make_shared<Held>(Held{std::move(deliver), std::move(otherwise)})) {}
    ~AnswerOnce() {
        if (!answered_) post();
    }

    void answer(Answer answer) {
        if (answered_.exchange(true)) return;
        held_->answer = std::move(answer);
        post();
    }

private:
    struct Held {
        std::function<void(Answer)> deliver;
        Answer answer;
    };

    void post() {
        until_there_is_memory([&] { executor_.post([held = held_] { held->deliver(std::move(held->answer)); }); });
    }

    Executor& executor_;
    std::shared_ptr<Held> const held_;
    std::atomic<bool> answered_ = false;
};

} // namespace tefuda::server
