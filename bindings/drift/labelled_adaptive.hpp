// The core's adaptive window together with Python labels, times and the callback: the basis of
// es.AdaptiveWindow.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <iterator>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/times/times.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/timed.hpp"
#include "core/drift/adaptive_window.hpp"
#include "core/state/adaptive_window_state.hpp"

namespace entrostream {

namespace nb = nanobind;

class Adaptive : public Labelled<AdaptiveWindow> {
  public:
    using FoundChange = LabelledChange<nb::object>;

    Adaptive(const AdaptiveOptions& options, Missing missing)
        : Labelled(AdaptiveWindow(options), missing) {}
    // A copy has no callback.
    Adaptive(const Adaptive& other)
        : Labelled(other),
          found_changes_(other.found_changes_),
          clock_(other.clock_),
          changed_(other.changed_) {}
    Adaptive(Adaptive&& other) noexcept = default;
    Adaptive& operator=(const Adaptive&) = delete;

    [[nodiscard]] const std::list<FoundChange>& found_changes() const noexcept {
        return found_changes_;
    }
    [[nodiscard]] Clock clock() const noexcept { return clock_; }
    [[nodiscard]] bool changed() const noexcept { return changed_; }
    [[nodiscard]] nb::handle on_change() const noexcept { return on_change_; }
    void set_on_change(nb::object callback) { on_change_ = std::move(callback); }

    // The labels of a state: those that occur, and those that have a rhythm.
    [[nodiscard]] std::vector<CodeCount> kept() const {
        std::vector<CodeCount> kept;
        for (Code code = 0; code < labels().size(); ++code) {
            if (core().uses(code)) kept.push_back({code, core().count(code)});
        }
        return kept;
    }

    void restore(Clock clock, std::list<FoundChange> found) noexcept {
        clock_ = clock;
        found_changes_ = std::move(found);
    }

    void update_at(nb::handle self, nb::handle label, nb::handle at) {
        require_idle(busy());
        make_ready(1);
        if (!at.is_valid() || at.is_none()) {
            require_times("at", false);
            update(self, label);
        } else {
            const ReadTime time = read_time(at);
            require_times("at", true);
            require_same_clock(clock_, time.clock);
            in_order(time.clock, [&] { update(self, label, time.at); });
            if (core().seen() != 0) clock_ = time.clock;
        }
        changed_ = false;
        if (core().found().empty()) [[likely]]
            return;
        changed_ = true;
        report_changes();
        call_back(1);
    }

    void update_many_at(nb::handle self, nb::handle labels, nb::handle times) {
        bulk(times, [&](auto auxiliary) { update_many(self, labels, std::move(auxiliary)); });
    }

    [[nodiscard]] std::vector<nb::object> trace_at(nb::handle self, nb::handle labels,
                                                   const std::vector<Measure>& measures,
                                                   nb::handle times) {
        std::vector<nb::object> arrays;
        bulk(times,
             [&](auto auxiliary) { arrays = trace(self, labels, measures, std::move(auxiliary)); });
        return arrays;
    }

    void clear(nb::handle self) {
        Labelled::clear(self);
        clock_ = Clock::unset;
        changed_ = false;
        const std::list<FoundChange> gone = std::exchange(found_changes_, {});
    }

    void forget() noexcept {
        Labelled::forget();
        on_change_.reset();
        const std::list<FoundChange> gone = std::exchange(found_changes_, {});
    }

    int traverse(visitproc visit, void* arg) const noexcept {
        Py_VISIT(on_change_.ptr());
        for (const FoundChange& found : found_changes_) {
            for (const nb::object& label : found.labels)
                Py_VISIT(label.ptr());
        }
        return Labelled::traverse(visit, arg);
    }

  private:
    // Either all events have times or none, and with a season all; `parameter` is the one that was
    // given or left out.
    void require_times(const char* parameter, bool given) const {
        if (!given && core().options().season != 0) {
            const std::string message =
                std::string(parameter) + " is missing: a season needs the times of the events";
            throw nb::value_error(message.c_str());
        }
        if (core().seen() == 0 || given == (clock_ != Clock::unset)) return;
        const char* const conflict = given ? " was given, but the events before had no times"
                                           : " is missing: the events before had times";
        throw nb::value_error((std::string(parameter) + conflict).c_str());
    }

    // The auxiliary columns, plus memory reserved for the changes before they happen.
    template <class Auxiliary>
    struct WithReports : Auxiliary {
        Adaptive* window;

        void make_ready(std::uint64_t events) const {
            if (AdaptiveWindow::may_refuse(events)) return;  // then once all are counted
            const std::uint64_t blocks = events / window->core().options().block + 1;
            window->make_ready(static_cast<std::size_t>(blocks));
        }
        void prepare(AdaptiveWindow& core, const Batch& batch) const {
            make_ready(batch.events());
            Auxiliary::prepare(core, batch);
        }
        void begin_trace(AdaptiveWindow& core, const Batch& batch, TraceColumns columns) const {
            make_ready(batch.events());
            Auxiliary::begin_trace(core, batch, columns);
        }
        void counted(const AdaptiveWindow& core) const { window->make_ready(core.found().size()); }
        void finish() const noexcept { window->report_changes(); }
    };
    template <class Auxiliary>
    [[nodiscard]] WithReports<Auxiliary> telling(Auxiliary auxiliary) {
        return {std::move(auxiliary), this};
    }

    // Runs `take` for events with times of kind `given`; words the error if time goes back.
    template <class Take>
    static void in_order(const Clock& given, Take&& take) {
        try {
            std::forward<Take>(take)();
        } catch (const TooLate& late) {
            const std::string message =
                "time " + text_of(shown_time(late.at, given)) +
                " is too late: the clock stands at " + text_of(shown_time(late.now, given)) +
                ", and an adaptive window takes events in the order of their times";
            throw nb::value_error(message.c_str());
        }
    }

    template <class Feed>
    void bulk(nb::handle times, Feed&& feed) {
        require_idle(busy());
        const std::uint64_t before = core().changes();
        if (times.is_none()) {
            require_times("times", false);
            feed(telling(NoAuxiliaryColumns{}));
        } else {
            require_times("times", true);
            Clock given = clock_;
            in_order(given, [&] { feed(telling(auxiliary_times(times, clock_, given))); });
            if (core().seen() != 0) clock_ = given;
        }
        const std::uint64_t found = core().changes() - before;
        changed_ = found != 0;
        if (changed_) call_back(found);
    }

    // Reserves memory to report this many changes.
    void make_ready(std::size_t changes) {
        while (ready_.size() < changes) {
            ready_.emplace_back().labels.reserve(AdaptiveWindow::max_labels);
        }
    }

    // Replaces codes by labels before the codes can be reassigned. Uses the reserved memory.
    void report_changes() noexcept {
        std::list<FoundChange> gone;  // released last, since that may run Python code
        for (Change& change : content().take_found()) {
            FoundChange& found = ready_.front();
            for (const LabelShift& each : change.labels) {
                found.labels.push_back(nb::borrow(labels().label(each.code)));
            }
            found.change = std::move(change);
            found_changes_.splice(found_changes_.end(), ready_, ready_.begin());
            if (found_changes_.size() > AdaptiveWindowState::most_changes) {
                gone.splice(gone.end(), found_changes_, found_changes_.begin());
            }
        }
        if (ready_.size() > 1) ready_.erase(std::next(ready_.begin()), ready_.end());
    }

    void call_back(std::uint64_t newest);

    std::list<FoundChange> found_changes_;
    std::list<FoundChange> ready_;  // preallocated entries
    Clock clock_ = Clock::unset;
    bool changed_ = false;
    nb::object on_change_;
};

// An es.Change.
[[nodiscard]] nb::object shown_change(const Adaptive::FoundChange& found, Clock clock);

}  // namespace entrostream
