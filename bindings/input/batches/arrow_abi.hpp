// The Arrow C data interface: two structures and a stream that any library may export, laid
// out as in the specification.
#pragma once
#include <cstdint>

namespace entrostream {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

// Owns one of these structures and releases it on destruction, as the interface requires.
template <class Structure>
class ArrowOwned {
  public:
    ArrowOwned() = default;
    // Takes ownership of the structure: the producer must not release it again.
    explicit ArrowOwned(Structure& given) : held_(given) { given.release = nullptr; }
    ArrowOwned(ArrowOwned&& other) noexcept : ArrowOwned(other.held_) {}
    ArrowOwned& operator=(ArrowOwned&&) = delete;
    ~ArrowOwned() {
        if (held_.release != nullptr) held_.release(&held_);
    }

    Structure* operator->() noexcept { return &held_; }
    const Structure* operator->() const noexcept { return &held_; }
    Structure* get() noexcept { return &held_; }
    [[nodiscard]] const Structure& operator*() const noexcept { return held_; }

  private:
    Structure held_{};
};

}  // namespace entrostream
