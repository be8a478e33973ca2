// Thrown when a state cannot be read: its bytes are damaged, foreign or too new.
#pragma once
#include <stdexcept>

namespace entrostream {

class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace entrostream
