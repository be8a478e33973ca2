// es.AdaptiveWindow: a window that grows while the mixture stays, and cuts when it changes.
#include "core/adaptive/adaptive_window.hpp"

#include <array>
#include <cmath>
#include <deque>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/estimates.hpp"
#include "bindings/fast_arguments.hpp"
#include "bindings/module.hpp"
#include "bindings/summary.hpp"
#include "bindings/times.hpp"
#include "core/state/adaptive_window_state.hpp"

namespace entrostream {

namespace {

constexpr const char* adaptive_window_doc =
    R"doc(A window that grows while the stream is stable and forgets its past when it changes.

ADWIN for labels, the future work of Sovdat (2014): it cuts away the past when the mixture
of labels changes, even if the entropy stays the same, and `changes` tells where and what
moved. It is always exactly the last `n` events; entropy, Gini index and counts are
theirs. Memory grows with the labels times log(n).

>>> window = es.AdaptiveWindow()
>>> window.update_many(["a", "b", "b", "b"] * 500)
>>> window.n, window.changes
(2000, [])
>>> window.update_many(["b", "a", "a", "a"] * 500)  # the same entropy
>>> window.n, len(window.changes)
(1984, 1)
>>> print(window.changes[0])
change at event 1984, found at 2048 (frequency): 'a' 25 % before, 62 % after

If the order of the labels is mere chance, false cuts are to be expected at most `rate`
times an event; in simulations about a hundredth of that was seen, also with
labels that come in runs. See the guide "Windows that adapt".

Parameters
----------
rate : float, default 1e-4
    Bound of the false cuts to expect an event. Lower is calmer and slower.
block : int, default 32
    The stream is tested after every so many events.
max_size : int, optional
    The window is never longer.
statistics : tuple of str, default ("sum", "label", "frequency")
    What changes are found by: many labels that move, one label, rare labels against
    frequent ones. ("label",) is calmer where labels come in bursts, as words do.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.
on_change : callable, optional
    Called with each es.Change, after the call that found it has taken in all its events.
    Not kept in bytes, pickles and copies.
)doc";

constexpr const char* update_many_doc =
    R"doc(Many events at once. Takes the labels that Tally.update_many takes.

`at`, if given, is a column of times as long as the labels, or one time for all; it tells when
changes happened, and no more. Either all events of a window have times or none. Applies wholly
or, if any label or time is refused, not at all.

>>> window = es.AdaptiveWindow()
>>> window.update_many(["a"] * 100 + ["b"] * 100, at=range(200))
>>> window.changes[0].at
96.0
)doc";

constexpr const char* trace_doc =
    R"doc(As update_many, and the values after each event come back.

A dict of arrays, one a measure; a single array if `measures` is one name. Every
value equals, bit for bit, what the property would have given there; "n" shows how the window
grows and is cut.

>>> lengths = es.AdaptiveWindow().trace(["a"] * 100 + ["b"] * 100, "n")
>>> int(lengths[158]), int(lengths[159])
(159, 64)
)doc";

constexpr const char* changes_doc =
    R"doc(The changes found, oldest first: the newest 1000 as es.Change.

>>> window = es.AdaptiveWindow()
>>> window.update_many([0, 1] * 500 + [2, 3] * 500)
>>> [(change.position, change.statistic) for change in window.changes]
[(992, 'frequency')]
)doc";

constexpr const char* statistic_names[] = {"sum", "label", "frequency"};

// ------------------------------------------------------------------ the summary

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
        told_.clear();
        clock_ = Clock::unset;
        changed_ = false;
    }

    void forget() noexcept {
        Labelled::forget();
        told_.clear();
        on_change_.reset();
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
            auto times = numbers_beside<Time>([&, at](std::size_t rows) {
                ReadTimes read = read_times(at, rows);
                require_same_clock(clock_, read.clock);
                if (read.clock != Clock::unset) given = read.clock;
                return std::move(read.times);
            });
            feed(Finishing{std::move(times), tell});
            if (core().seen() != 0) clock_ = given;
        }
        const std::uint64_t found = core().changes() - before;
        changed_ = found != 0;
        if (content().take_ran_out()) throw std::bad_alloc();
        if (changed_) call_back(found);
    }

    // Codes become labels before they may be given to others.
    void tell_changes() {
        for (Change& change : content().take_found()) {
            std::vector<nb::object> moved;
            for (const LabelShift& each : change.labels) {
                moved.push_back(nb::borrow(labels().label(each.code)));
            }
            told_.push_back({std::move(change), std::move(moved)});
            if (told_.size() > AdaptiveWindowState::most_changes) told_.pop_front();
        }
    }

    void call_back(std::uint64_t newest);

    std::deque<Told> told_;
    Clock clock_ = Clock::unset;
    bool changed_ = false;
    nb::object on_change_;
};

// ------------------------------------------------------------------ changes as Python sees them

double share(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

nb::object shown_change(const Adaptive::Told& told, Clock clock) {
    const nb::module_ module = nb::module_::import_("entrostream.change");
    const nb::object shift = module.attr("LabelShift");
    const Change& change = told.change;
    nb::list labels;
    for (std::size_t i = 0; i < told.labels.size(); ++i) {
        labels.append(shift(told.labels[i], share(change.labels[i].before, change.events.before),
                            share(change.labels[i].after, change.events.after)));
    }
    const auto time = [&](const std::optional<Time>& at) {
        return at ? shown_time(*at, clock) : nb::none();
    };
    const bool one_moved = change.statistic != Statistic::sum && change.events.before != 0;
    const auto moved = [&](std::uint64_t part, std::uint64_t whole) -> nb::object {
        return one_moved ? nb::object(nb::float_(share(part, whole))) : nb::none();
    };
    const bool frequency = change.statistic == Statistic::frequency;
    return module.attr("Change")(
        change.position, change.found, time(change.at), time(change.found_at),
        statistic_names[static_cast<int>(change.statistic)], change.strength, change.threshold,
        frequency ? nb::object(nb::int_(change.at_most)) : nb::none(),
        moved(change.moved.before, change.events.before),
        moved(change.moved.after, change.events.after), nb::tuple(labels));
}

// The changes are shown before anybody is called, since whoever is called may change the window.
void Adaptive::call_back(std::uint64_t newest) {
    if (!on_change_.is_valid() || on_change_.is_none()) return;
    std::vector<nb::object> shown;
    const std::size_t first = told_.size() - std::min<std::uint64_t>(newest, told_.size());
    for (std::size_t i = first; i < told_.size(); ++i) {
        shown.push_back(shown_change(told_[i], clock_));
    }
    const nb::object callback = on_change_;
    for (const nb::object& change : shown)
        callback(change);
}

nb::list changes(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    nb::list shown;
    for (const Adaptive::Told& told : window.told()) {
        shown.append(shown_change(told, window.clock()));
    }
    return shown;
}

// ------------------------------------------------------------------ arguments

double rate_argument(nb::handle value) {
    double rate = 0;
    if (PyBool_Check(value.ptr()) || !nb::try_cast(value, rate)) {
        throw nb::type_error(("rate must be a number, got " + shown_with_type(value)).c_str());
    }
    if (rate > 0 && rate < 1) return rate;
    throw nb::value_error(("rate must be above 0 and below 1, got " + shown(value)).c_str());
}

std::uint32_t block_argument(nb::handle value) {
    const std::uint64_t block = positive_integer(value, "block");
    if (block <= AdaptiveOptions::largest_block) return static_cast<std::uint32_t>(block);
    throw nb::value_error(("block must be at most 65536, got " + shown(value)).c_str());
}

std::uint64_t max_size_argument(nb::handle value, std::uint32_t block) {
    if (value.is_none()) return AdaptiveOptions::no_limit;
    const std::uint64_t size = positive_integer(value, "max_size");
    if (size >= block) return size;
    throw nb::value_error(
        ("max_size must be at least the block, " + std::to_string(block) + ", got " + shown(value))
            .c_str());
}

std::uint8_t statistic_bit(nb::handle name) {
    for (std::uint8_t i = 0; i < 3; ++i) {
        if (nb::str(statistic_names[i]).equal(name)) return static_cast<std::uint8_t>(1 << i);
    }
    throw nb::value_error(
        ("statistic must be one of sum, label, frequency, got " + shown(name)).c_str());
}

Statistics statistics_argument(nb::handle names) {
    if (PyUnicode_Check(names.ptr())) return Statistics(statistic_bit(names));
    std::uint8_t bits = 0;
    for (const nb::handle name : list_of(names))
        bits |= statistic_bit(name);
    if (bits == 0)
        throw nb::value_error("statistics must name at least one of sum, label, frequency");
    return Statistics(bits);
}

nb::tuple statistics_shown(Statistics asked) {
    nb::list names;
    for (const Statistic each : {Statistic::sum, Statistic::label, Statistic::frequency}) {
        if (asked.has(each)) names.append(statistic_names[static_cast<int>(each)]);
    }
    return nb::tuple(names);
}

PyObject* update_slot_at(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                         PyObject* names) noexcept {
    return guarded([&]() -> PyObject* {
        if (by_place == 1 && names == nullptr) [[likely]] {
            summary_in<Adaptive>(self).update_at(self, arguments[0], {});
            Py_RETURN_NONE;
        }
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"at", false, true}};
        const auto [label, at] = placed({"update", arguments, by_place, names}, parameters);
        summary_in<Adaptive>(self).update_at(self, label, at);
        Py_RETURN_NONE;
    });
}

PyMethodDef adaptive_methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot_at)),
     METH_FASTCALL | METH_KEYWORDS,
     "update($self, label, *, at=None)\n--\n\nOne event more, at a time if that matters."},
    {nullptr, nullptr, 0, nullptr},
};

// ------------------------------------------------------------------ equality and state

// Where each code stands among the labels held.
std::vector<Code> places_of(const Adaptive& window, const std::vector<CodeCount>& held) {
    std::vector<Code> place(window.labels().size(), no_code);
    for (Code i = 0; i < held.size(); ++i)
        place[held[i].code] = i;
    return place;
}

bool same_changes(const Adaptive& a, const Adaptive& b) {
    if (a.told().size() != b.told().size()) return false;
    for (std::size_t i = 0; i < a.told().size(); ++i) {
        if (!shown_change(a.told()[i], a.clock()).equal(shown_change(b.told()[i], b.clock()))) {
            return false;
        }
    }
    return true;
}

bool same_content(const Self<Adaptive>& left, nb::handle right, Adaptive& b) {
    Adaptive& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (a.missing() != b.missing() || a.clock() != b.clock()) return false;
    if (a.core().options() != b.core().options() || a.core().sums() != b.core().sums())
        return false;
    const Busy left_at_work = a.work(left.h);  // labels are asked for their ==
    const Busy right_at_work = b.work(right);
    const std::vector<Code> in_b = codes_in(a, b);
    for (const auto& each : a.held()) {
        if (in_b[each.code] == no_code) return false;
    }
    return a.core().content().renamed(in_b) == b.core().content() && same_changes(a, b);
}

nb::bytes to_bytes(const Self<Adaptive>& self) {
    Adaptive& window = *self.p;
    const Busy at_work = window.work(self.h);
    const std::vector<CodeCount> held = window.held();
    AdaptiveWindowState state{.missing = window.missing(),
                              .options = window.core().options(),
                              .clock = window.clock(),
                              .labels = labels_for_state(window, held),
                              .content = window.core().content().renamed(places_of(window, held)),
                              .changes = {}};
    for (const Adaptive::Told& told : window.told()) {
        std::vector<Label> labels;
        for (const nb::object& label : told.labels)
            labels.push_back(to_state(label));
        state.changes.push_back({told.change, std::move(labels)});
    }
    return as_bytes(encode(state));
}

nb::object from_bytes(nb::handle type, nb::handle given) {
    const nb::bytes bytes = bytes_argument(given);
    AdaptiveWindowState state = decode_adaptive_window(as_span(bytes));
    Adaptive window(state.options, state.missing);
    window.set_labels(labels_from_state(state.labels));
    window.content().restore(std::move(state.content));
    std::deque<Adaptive::Told> told;
    for (ToldChange<Label>& each : state.changes) {
        std::vector<nb::object> labels;
        for (const Label& label : each.labels)
            labels.push_back(from_state(label));
        told.push_back({std::move(each.change), std::move(labels)});
    }
    window.restore(state.clock, std::move(told));
    return made(type, std::move(window));
}

nb::bytes written(const Writer& writer) {
    return nb::bytes(writer.written().data(), writer.written().size());
}

// Labels as objects, all else as in the bytes of a state.
nb::tuple get_state(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    const std::vector<CodeCount> held = window.held();
    nb::list labels;
    for (const CodeCount& each : held)
        labels.append(window.labels().label(each.code));
    Writer content;
    encode_content(content, window.core().content().renamed(places_of(window, held)), held.size());
    nb::list changes;
    for (const Adaptive::Told& told : window.told()) {
        Writer change;
        encode_change(change, told.change, window.clock() != Clock::unset);
        nb::list moved;
        for (const nb::object& label : told.labels)
            moved.append(label);
        changes.append(nb::make_tuple(written(change), moved));
    }
    const AdaptiveOptions& options = window.core().options();
    const bool limited = options.max_size != AdaptiveOptions::no_limit;
    return nb::make_tuple(
        options.rate, options.block, limited ? nb::object(nb::int_(options.max_size)) : nb::none(),
        statistics_shown(options.statistics), missing_name(window.missing()),
        static_cast<int>(window.clock()), labels, written(content), changes, attributes_of(self.h));
}

Adaptive restored(const nb::tuple& given) {
    AdaptiveOptions options;
    options.rate = rate_argument(given[0]);
    options.block = block_argument(given[1]);
    options.max_size = max_size_argument(given[2], options.block);
    options.statistics = statistics_argument(given[3]);
    Adaptive window(options, missing_rule(given[4]));
    const auto clock = nb::cast<std::uint8_t>(given[5]);
    if (clock > static_cast<std::uint8_t>(Clock::instants)) {
        throw StateError("state is damaged: the kind of its times is unknown");
    }
    const bool timed = clock != 0;
    const nb::list labels = list_of(given[6]);
    window.set_labels(labels);
    const nb::bytes content = bytes_argument(given[7]);
    Reader reader(as_span(content));
    AdaptiveWindow::Content decoded = decode_content(reader, options, timed, nb::len(labels));
    reader.require_end();
    window.content().restore(std::move(decoded));
    std::deque<Adaptive::Told> told;
    for (const nb::handle item : list_of(given[8])) {
        const nb::bytes bytes = bytes_argument(item[0]);
        Reader change(as_span(bytes));
        Adaptive::Told each{decode_change(change, timed), {}};
        change.require_end();
        for (const nb::handle label : list_of(item[1]))
            each.labels.push_back(nb::borrow(label));
        change.require(each.labels.size() == each.change.labels.size(), "a change lacks a label");
        told.push_back(std::move(each));
    }
    window.restore(static_cast<Clock>(clock), std::move(told));
    return window;
}

void set_state(const Self<Adaptive>& self, const nb::tuple& given) {
    require_parts(given, 10);
    std::optional<Adaptive> window;
    try {
        window.emplace(restored(given));
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
    set_attributes(self.h, given[9]);
    new (self.p) Adaptive(std::move(*window));
}

nb::object repr(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    const std::uint64_t found = window.core().changes();
    return nb::str("<{} of rate {:g}: {}, {} change{} in {}>")
        .attr("format")(class_name(self.h), window.core().options().rate, content_shown(window),
                        found, found == 1 ? "" : "s", window.core().seen());
}

void def_bulk_at(nb::class_<Adaptive>& type) {
    type.def(
            "update_many",
            [](const Self<Adaptive>& self, nb::handle labels, nb::handle at) {
                self.p->update_many_at(self.h, labels, at);
            },
            "labels"_a.none(), nb::kw_only(), "at"_a.none() = nb::none(),
            nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], *, "
                    "at: typing.Any = None) -> None"),
            update_many_doc)
        .def(
            "trace",
            [](const Self<Adaptive>& self, nb::handle labels, nb::handle measures, nb::handle at) {
                return traced(measures, [&](const std::vector<Measure>& wanted) {
                    return self.p->trace_at(self.h, labels, wanted, at);
                });
            },
            "labels"_a.none(), "measures"_a.none() = nb::make_tuple("entropy", "gini"),
            nb::kw_only(), "at"_a.none() = nb::none(),
            nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                    "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), *, "
                    "at: typing.Any = None) -> typing.Any"),
            trace_doc);
}

void def_parameters(nb::class_<Adaptive>& type) {
    type.def_prop_ro(
            "rate", [](const Self<Adaptive>& self) { return idle(self).core().options().rate; },
            nb::sig("def rate(self) -> float"), "Bound of the false cuts to expect an event.")
        .def_prop_ro(
            "block", [](const Self<Adaptive>& self) { return idle(self).core().options().block; },
            nb::sig("def block(self) -> int"), "After so many events the stream is tested.")
        .def_prop_ro(
            "max_size",
            [](const Self<Adaptive>& self) -> nb::object {
                const std::uint64_t size = idle(self).core().options().max_size;
                if (size == AdaptiveOptions::no_limit) return nb::none();
                return nb::int_(size);
            },
            nb::sig("def max_size(self) -> int | None"), "The window is never longer.")
        .def_prop_ro(
            "statistics",
            [](const Self<Adaptive>& self) {
                return statistics_shown(idle(self).core().options().statistics);
            },
            nb::sig("def statistics(self) -> tuple[str, ...]"), "What changes are found by.");
}

void def_changes(nb::class_<Adaptive>& type) {
    type.def_prop_ro("changes", &changes, nb::sig("def changes(self) -> list[typing.Any]"),
                     changes_doc)
        .def_prop_ro(
            "n_changes", [](const Self<Adaptive>& self) { return idle(self).core().changes(); },
            nb::sig("def n_changes(self) -> int"), "How many changes were found in all.")
        .def_prop_ro(
            "changed", [](const Self<Adaptive>& self) { return idle(self).changed(); },
            nb::sig("def changed(self) -> bool"),
            "Whether the last update, update_many or trace found a change.")
        .def_prop_ro(
            "seen", [](const Self<Adaptive>& self) { return idle(self).core().seen(); },
            nb::sig("def seen(self) -> int"), "How many events ever came.")
        .def_prop_ro(
            "start",
            [](const Self<Adaptive>& self) {
                const AdaptiveWindow& core = idle(self).core();
                return core.seen() - core.sums().n();
            },
            nb::sig("def start(self) -> int"),
            "Number of the first event held; the first of the stream is 0.")
        .def_prop_rw(
            "on_change",
            [](const Self<Adaptive>& self) {
                const nb::handle callback = idle(self).on_change();
                return callback.is_valid() ? nb::borrow(callback) : nb::none();
            },
            [](const Self<Adaptive>& self, nb::handle callback) {
                idle(self).set_on_change(callback_argument(callback));
            },
            nb::for_getter(nb::sig("def on_change(self) -> typing.Any")),
            nb::for_setter(nb::sig("def on_change(self, callback: typing.Any, /) -> None")),
            nb::for_setter(nb::arg("callback").none()),
            "Called with each es.Change that is found; None: nobody is.");
}

}  // namespace

void bind_adaptive_window(nb::module_& module) {
    nb::class_<Adaptive> window(module, "AdaptiveWindow",
                                nb::type_slots(hot_slots<Adaptive, adaptive_methods>),
                                nb::is_weak_referenceable(), adaptive_window_doc);
    window
        .def(
            "__init__",
            [](Adaptive* self, nb::handle rate, nb::handle block, nb::handle max_size,
               nb::handle statistics, nb::handle missing, nb::handle on_change) {
                AdaptiveOptions options;
                options.rate = rate_argument(rate);
                options.block = block_argument(block);
                options.max_size = max_size_argument(max_size, options.block);
                options.statistics = statistics_argument(statistics);
                nb::object callback = callback_argument(on_change);
                new (self) Adaptive(options, missing_rule(missing));
                self->set_on_change(std::move(callback));
            },
            "rate"_a.none() = 1e-4, nb::kw_only(), "block"_a.none() = 32,
            "max_size"_a.none() = nb::none(),
            "statistics"_a.none() = nb::make_tuple("sum", "label", "frequency"),
            "missing"_a.none() = "raise", "on_change"_a.none() = nb::none(),
            nb::sig("def __init__(self, rate: float = 0.0001, *, block: int = 32, "
                    "max_size: int | None = None, statistics: str | tuple[str, ...] | list[str] = "
                    "(\"sum\", \"label\", \"frequency\"), missing: str = \"raise\", "
                    "on_change: typing.Any = None) -> None"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_refused_merge(window, "Tally");
    def_equality(window, &same_content);
    def_parameters(window);
    def_changes(window);
    def_bulk_at(window);
    def_common(window);
    def_estimates(window);
    def_state(window, &to_bytes, &from_bytes, &get_state, &set_state);
}

}  // namespace entrostream
