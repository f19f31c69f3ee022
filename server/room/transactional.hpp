// A value that goes back to what it was when a transaction fails.
#pragma once

#include <memory>
#include <utility>

namespace tefuda::server {

/// Reading is free. The first change of a transaction copies the value: nobody has to take a savepoint, and without a
/// change there is none. Not thread-safe.
template <class T>
class Transactional {
public:
    explicit Transactional(T value) : value_(std::move(value)) {}

    T const& operator*() const { return value_; }
    T const* operator->() const { return &value_; }
    /// The value, to be changed.
    T& change() {
        if (!before_) before_ = std::make_unique<T>(value_);
        return value_;
    }

    /// The value at the beginning of the transaction; null where nothing has changed.
    T const* before() const { return before_.get(); }
    /// What has changed stays: a new transaction begins.
    void commit() { before_.reset(); }
    /// Nothing has changed: a new transaction begins.
    void roll_back() {
        if (auto const before = std::move(before_)) value_ = std::move(*before);
    }

private:
    T value_;
    std::unique_ptr<T> before_;
};

} // namespace tefuda::server
