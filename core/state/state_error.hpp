// What a reader of bytes throws: the bytes are damaged, foreign or too new.
#pragma once
#include <stdexcept>

namespace entrostream {

class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace entrostream
