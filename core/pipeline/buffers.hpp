// Growing output buffers that never zero what they are about to overwrite.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace subwords {

// Output on its way out: a vector without initialization, whose memory can be handed over.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  T& operator[](size_t i) { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> items() const { return {data_, size_}; }

  void clear() { size_ = 0; }
  void resize(size_t size) {  // what is new is not initialized
    if (size > capacity_) [[unlikely]] grow(size);
    size_ = size;
  }
  void reserve_more(size_t count) {
    if (size_ + count > capacity_) grow(size_ + count);
  }
  void push_back(T item) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = item;
  }
  void append(const T* items, size_t count) {
    reserve_more(count);
    if (count > 0) std::memcpy(data_ + size_, items, count * sizeof(T));
    size_ += count;
  }
  // Gives back what was reserved for nothing.
  void shrink() {
    if (size_ == capacity_) return;
    if (void* smaller = std::realloc(data_, (size_ + 1) * sizeof(T))) {
      data_ = static_cast<T*>(smaller);
      capacity_ = size_ + 1;
    }
  }
  // Hands the memory over; to be released with std::free.
  T* release() {
    size_ = capacity_ = 0;
    return std::exchange(data_, nullptr);
  }

 private:
  void grow(size_t needed) {
    const size_t capacity = needed + needed / 2 + 64;
    void* larger = std::realloc(data_, capacity * sizeof(T));
    if (larger == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(larger);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

using IdBuffer = Buffer<uint32_t>;

}  // namespace subwords
