#pragma once

namespace tefuda::server {

/// Sets a flag as long as this object lives, also if something throws.
class ScopedFlag {
public:
    explicit ScopedFlag(bool& flag) : flag_(flag) { flag_ = true; }
    ~ScopedFlag() { flag_ = false; }
    ScopedFlag(ScopedFlag const&) = delete;
    ScopedFlag& operator=(ScopedFlag const&) = delete;

private:
    bool& flag_;
};

} // namespace tefuda::server
