// A pointer to an object that is part of its owner: copying the owner copies the object.
#pragma once
#include <memory>

namespace entrostream::tree {

template <class T>
class Owned : public std::unique_ptr<T> {
  public:
    using std::unique_ptr<T>::unique_ptr;
    using std::unique_ptr<T>::operator=;

    Owned() = default;
    Owned(const Owned& other) : std::unique_ptr<T>(other ? std::make_unique<T>(*other) : nullptr) {}
    Owned(Owned&&) noexcept = default;
    Owned& operator=(const Owned&) = delete;
    Owned& operator=(Owned&&) noexcept = default;
    ~Owned() = default;
};

}  // namespace entrostream::tree
