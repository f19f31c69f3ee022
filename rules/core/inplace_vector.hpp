// A vector with fixed capacity and inline storage, like C++26's std::inplace_vector. Its size takes one byte, where
// Boost's static_vector takes eight; every state holds many of these lists.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tefuda {

/// Holds at most N items and never allocates. Adding more throws std::bad_alloc.
template <class T, std::size_t N>
class InplaceVector {
    static_assert(std::is_trivially_destructible_v<T> && N <= 255);

public:
    using value_type = T;
    using reference = T&;
    using const_reference = T const&;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using iterator = T*;
    using const_iterator = T const*;

    constexpr InplaceVector() {}
    constexpr explicit InplaceVector(std::size_t size) : InplaceVector(size, T()) {}
    constexpr InplaceVector(std::size_t size, T const& value) {
        for (check_capacity(size); size > 0; --size) emplace_back(value);
    }
    template <std::input_iterator In>
    constexpr InplaceVector(In begin, In end) {
        if constexpr (std::forward_iterator<In>) {
            check_capacity(static_cast<std::size_t>(std::distance(begin, end)));
            auto* item = items_;
            for (; begin != end; ++begin, ++item) std::construct_at(item, *begin);
            size_ = static_cast<std::uint8_t>(item - items_);
        } else {
            for (; begin != end; ++begin) emplace_back(*begin);
        }
    }
    constexpr InplaceVector(std::initializer_list<T> items) : InplaceVector(items.begin(), items.end()) {}
    InplaceVector(InplaceVector const& other) { copy(other); }
    InplaceVector& operator=(InplaceVector const& other) {
        if (this != &other) copy(other);
        return *this;
    }

    constexpr iterator begin() { return items_; }
    constexpr iterator end() { return items_ + size_; }
    constexpr const_iterator begin() const { return items_; }
    constexpr const_iterator end() const { return items_ + size_; }
    constexpr auto rbegin() { return std::reverse_iterator(end()); }
    constexpr auto rend() { return std::reverse_iterator(begin()); }
    constexpr auto rbegin() const { return std::reverse_iterator(end()); }
    constexpr auto rend() const { return std::reverse_iterator(begin()); }

    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    static constexpr std::size_t capacity() { return N; }

    /// \throws std::out_of_range
    constexpr T const& at(std::size_t place) const {
        if (place >= size_) throw std::out_of_range("no item has this place");
        return items_[place];
    }
    /// \pre there is such an item; checked in Debug only
    constexpr T& operator[](std::size_t place) { return items_[checked(place)]; }
    constexpr T const& operator[](std::size_t place) const { return items_[checked(place)]; }
    constexpr T& front() { return (*this)[0]; }
    constexpr T const& front() const { return (*this)[0]; }
    constexpr T& back() { return (*this)[size_ - 1U]; }
    constexpr T const& back() const { return (*this)[size_ - 1U]; }

    template <class... Args>
    constexpr T& emplace_back(Args&&... args) {
        check_capacity(1);
        auto* const item = std::construct_at(items_ + size_, std::forward<Args>(args)...);
        ++size_;
        return *item;
    }
    constexpr void push_back(T const& item) { emplace_back(item); }
    constexpr void pop_back() {
        checked(0);
        --size_;
    }
    constexpr void clear() { size_ = 0; }
    constexpr void resize(std::size_t size) { resize(size, T()); }
    constexpr void resize(std::size_t size, T const& value) {
        if (size < size_) size_ = static_cast<std::uint8_t>(size);
        while (size_ < size) emplace_back(value);
    }
    template <std::input_iterator In>
    constexpr void assign(In first, In last) {
        *this = InplaceVector(first, last);
    }
    constexpr void assign(std::size_t size, T const& value) { *this = InplaceVector(size, value); }

    constexpr iterator insert(const_iterator before, T const& item) { return insert(before, 1, item); }
    constexpr iterator insert(const_iterator before, std::size_t count, T const& item) {
        InplaceVector const items(count, item);
        return insert(before, items.begin(), items.end());
    }
    template <std::forward_iterator In>
    constexpr iterator insert(const_iterator before, In first, In last) {
        auto const place = before - begin();
        auto const old_end = end() - begin();
        for (; first != last; ++first) emplace_back(*first);
        std::rotate(begin() + place, begin() + old_end, end());
        return begin() + place;
    }

    constexpr iterator erase(const_iterator item) { return erase(item, item + 1); }
    constexpr iterator erase(const_iterator first, const_iterator last) {
        auto* const place = begin() + (first - begin());
        auto* const new_end = std::copy(last, const_iterator(end()), place);
        size_ = static_cast<std::uint8_t>(new_end - begin());
        return place;
    }

    friend constexpr bool operator==(InplaceVector const& one, InplaceVector const& other) {
        return std::equal(one.begin(), one.end(), other.begin(), other.end());
    }

private:
    void copy(InplaceVector const& other) {
        // A small list is copied as a whole, which takes one or two instructions; of a large list only the used part.
        if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) * N <= 64) {
            std::memcpy(static_cast<void*>(items_), other.items_, sizeof items_);
        } else {
            std::uninitialized_copy_n(other.items_, other.size_, items_);
        }
        size_ = other.size_;
    }

    constexpr std::size_t checked(std::size_t place) const {
        assert(place < size_ && "no item has this place");
        return place;
    }

    constexpr void check_capacity(std::size_t more) const {
        if (more > N - size_) throw std::bad_alloc();
    }

    // Before the items, so that it shares a cache line with the preceding member even if the list is long.
    std::uint8_t size_ = 0;
    // A union, so that items are constructed only when they are added.
    union {
        T items_[N];
    };
};

} // namespace tefuda
