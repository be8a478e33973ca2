// _core.Halt: stops bulk work in other threads. Private: columns are processed in several.
#include <atomic>
#include <stdexcept>

#include "bindings/runtime/gil.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

// Only the main thread receives signals, and it waits for the others meanwhile.
class Halt {
  public:
    void set() noexcept { set_ = true; }

    [[nodiscard]] nanobind::object run(const nanobind::object& work, const nanobind::object& part) {
        const Poll open(set_);
        return work(part);
    }

  private:
    class Poll : public Interruption {
      public:
        explicit Poll(const std::atomic<bool>& set) : set_(set) {}
        void poll() override {
            if (set_) throw std::runtime_error("halted, since another thread was interrupted");
        }

      private:
        const std::atomic<bool>& set_;
    };

    std::atomic<bool> set_ = false;
};

}  // namespace

void bind_halt(nanobind::module_& module) {
    nanobind::class_<Halt>(module, "Halt", "Ends bulk work in all threads that run by it.")
        .def(nanobind::init<>())
        .def("set", &Halt::set, "From now on, bulk work ends with an error.")
        .def("run", &Halt::run, nanobind::arg("work"), nanobind::arg("part"),
             nanobind::sig("def run(self, work: Callable[[Any], Any], part: Any) -> Any"),
             "Gives work(part).");
}

}  // namespace entrostream
