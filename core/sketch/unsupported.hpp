// Thrown where a method of a sketch cannot do what another can; a TypeError in Python.
#pragma once
#include <stdexcept>

namespace entrostream {

class Unsupported : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace entrostream
