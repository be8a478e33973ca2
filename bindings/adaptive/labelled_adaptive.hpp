// An adaptive window of the core together with Python's labels, times and callback: what
// es.AdaptiveWindow is.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <new>
#include <utility>
#include <vector>

#include "bindings/labelled.hpp"
#include "bindings/timed.hpp"
#include "bindings/times.hpp"
#include "core/adaptive/adaptive_window.hpp"
#include "core/state/adaptive_window_state.hpp"

namespace entrostream {

namespace nb = nanobind;

// Does something when the events are in, and Python's lock is held again.
template <class Beside, class Finish>
struct Finishing : Beside {
    Finish finish_;

    void finish() { finish_(); }
};
template <class Beside, class Finish>
Finishing(Beside, Finish) -> Finishing<Beside, Finish>;

class Adaptive : public Labelled<AdaptiveWindow> {
  public:
    using Told = ToldChange<nb::object>;

    Adaptive(const AdaptiveOptions& options, Missing missing)
        : Labelled(AdaptiveWindow(options), missing) {}
    // A copy calls nobody.
    Adaptive(const Adaptive& other)
        : Labelled(other), told_(other.told_), clock_(other.clock_), changed_(other.changed_) {}
    Adaptive(Adaptive&& other) noexcept = default;
    Adaptive& operator=(const Adaptive&) = delete;

    [[nodiscard]] const std::deque<Told>& told() const noexcept { return told_; }
    [[nodiscard]] Clock clock() const noexcept { return clock_; }
    [[nodiscard]] bool changed() const noexcept { return changed_; }
    [[nodiscard]] nb::handle on_change() const noexcept { return on_change_; }
    void set_on_change(nb::object callback) { on_change_ = std::move(callback); }

    void restore(Clock clock, std::deque<Told> told) {
        clock_ = clock;
        told_ = std::move(told);
    }

    void update_at(nb::handle self, nb::handle label, nb::handle at) {
        require_idle(busy());
        if (!at.is_valid() || at.is_none()) {
            require_times(false);
            update(self, label);
        } else {
            const ReadTime time = read_time(at);
            require_times(true);
            require_same_clock(clock_, time.clock);
            update(self, label, time.at);
            if (core().seen() != 0) clock_ = time.clock;
        }
        changed_ = false;
        if (core().found().empty()) [[likely]]
            return;
        changed_ = true;
        tell_changes();
        call_back(1);
    }

    void update_many_at(nb::handle self, nb::handle labels, nb::handle at) {
        bulk(at, [&](auto beside) { update_many(self, labels, std::move(beside)); });
    }

    [[nodiscard]] std::vector<nb::object> trace_at(nb::handle self, nb::handle labels,
                                                   const std::vector<Measure>& measures,
                                                   nb::handle at) {
        std::vector<nb::object> arrays;
        bulk(at, [&](auto beside) { arrays = trace(self, labels, measures, std::move(beside)); });
        return arrays;
    }

    void clear(nb::handle self) {
        Labelled::clear(self);
        clock_ = Clock::unset;
        changed_ = false;
        const std::deque<Told> gone = std::exchange(told_, {});
    }

    void forget() noexcept {
        Labelled::forget();
        on_change_.reset();
        const std::deque<Told> gone = std::exchange(told_, {});
    }

    int traverse(visitproc visit, void* arg) const noexcept {
        Py_VISIT(on_change_.ptr());
        for (const Told& told : told_) {
            for (const nb::object& label : told.labels)
                Py_VISIT(label.ptr());
        }
        return Labelled::traverse(visit, arg);
    }

  private:
    void require_times(bool given) const {
        if (core().seen() == 0 || given == (clock_ != Clock::unset)) return;
        throw nb::value_error(given ? "at was given, but the events before had no times"
                                    : "at is missing: the events before had times");
    }

    template <class Feed>
    void bulk(nb::handle at, Feed&& feed) {
        require_idle(busy());
        const std::uint64_t before = core().changes();
        const auto tell = [this] { tell_changes(); };
        if (at.is_none()) {
            require_times(false);
            feed(Finishing{NothingBeside{}, tell});
        } else {
            require_times(true);
            Clock given = clock_;
            feed(Finishing{times_beside(at, clock_, given), tell});
            if (core().seen() != 0) clock_ = given;
        }
        const std::uint64_t found = core().changes() - before;
        changed_ = found != 0;
        if (content().take_ran_out()) throw std::bad_alloc();
        if (changed_) call_back(found);
    }

    // Codes become labels before they may be given to others.
    void tell_changes() {
        std::vector<Told> gone;  // as it may run code of a label's own: when all is told
        for (Change& change : content().take_found()) {
            std::vector<nb::object> moved;
            for (const LabelShift& each : change.labels) {
                moved.push_back(nb::borrow(labels().label(each.code)));
            }
            told_.push_back({std::move(change), std::move(moved)});
            if (told_.size() > AdaptiveWindowState::most_changes) {
                gone.push_back(std::move(told_.front()));
                told_.pop_front();
            }
        }
    }

    void call_back(std::uint64_t newest);

    std::deque<Told> told_;
    Clock clock_ = Clock::unset;
    bool changed_ = false;
    nb::object on_change_;
};

// An es.Change.
[[nodiscard]] nb::object shown_change(const Adaptive::Told& told, Clock clock);

}  // namespace entrostream
