#include "core/columns/divergence_window.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace entrostream {

DivergenceWindow::DivergenceWindow(ComparedCounts counts, std::uint64_t size)
    : counts_(std::move(counts)), stages_(CountedStages(size, counts_.with_previous())) {}

DivergenceWindow::DivergenceWindow(ComparedCounts counts, Time span, Time lateness, Late late)
    : counts_(std::move(counts)),
      stages_(TimedStages(span, lateness, late, counts_.with_previous())) {}

const EventClock& DivergenceWindow::clock() const noexcept {
    static const EventClock none(0, Late::raise);
    const auto* timed = std::get_if<TimedStages>(&stages_);
    return timed == nullptr ? none : timed->clock();
}

std::size_t DivergenceWindow::memory() const noexcept {
    return counts_.memory() + 24 * std::visit([](const auto& at) { return at.held(); }, stages_);
}

// Most events of a long column leave again before its end, so no memory is reserved for all of
// them; the events held may be copied, as they are not many more.
bool DivergenceWindow::may_refuse(std::uint64_t events) const noexcept {
    const auto* timed = std::get_if<TimedStages>(&stages_);
    return timed != nullptr && events > 4096 && events > timed->held() / 4;
}

void DivergenceWindow::update(Code code) {
    prepare(1);
    counted().update(counts_, code);
}

void DivergenceWindow::update(Code code, Time at) {
    add(code, at);
    timed().shrink_if_wasteful();
}

void DivergenceWindow::add(Code code, Time at) {
    counts_.prepare(1);
    timed().update(counts_, code, at);
}

void DivergenceWindow::advance(Time at) {
    timed().advance(counts_, at);
    timed().shrink_if_wasteful();
}

// An event enters before the oldest one leaves.
void DivergenceWindow::prepare(std::uint64_t events) {
    if (events == 0) return;
    counts_.prepare(std::min(events, counted().most() - counted().held() + 1));
    counted().prepare(events);
}

void DivergenceWindow::prepare(Times times) {
    if (may_refuse(times.size())) {
        clock().require_all(times);
    } else {
        counts_.prepare(times.size());
        timed().prepare(times);
    }
}

// Events that would have left again need not enter.
void DivergenceWindow::update_many(Codes codes) {
    prepare(codes.size());
    const std::uint64_t most = counted().most();
    const Codes staying = codes.size() > most ? codes.last(static_cast<std::size_t>(most)) : codes;
    for (const Code code : staying) {
        counted().update(counts_, code);
    }
}

void DivergenceWindow::update_many(Codes codes, Times times) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        add(codes[i], times[i]);
    }
}

void DivergenceWindow::trace(Codes codes, double* values) {
    prepare(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        counted().update(counts_, codes[i]);
        values[i] = divergence();
    }
}

void DivergenceWindow::trace(Codes codes, Times times, double* values) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        add(codes[i], times[i]);
        values[i] = divergence();
    }
}

std::vector<Code> DivergenceWindow::events() const {
    return std::get<CountedStages>(stages_).events();
}

std::vector<TimedCode> DivergenceWindow::timed_events() const {
    return std::get<TimedStages>(stages_).events();
}

void DivergenceWindow::restore(const std::vector<Code>& events) {
    if (events.size() > counted().most()) {
        throw std::invalid_argument("there are more events than the window holds");
    }
    update_many(events);
}

void DivergenceWindow::restore(std::optional<Time> now, std::uint64_t dropped,
                               const std::vector<TimedCode>& events) {
    counts_.prepare(events.size());
    timed().restore(counts_, now, dropped, events);
}

void DivergenceWindow::clear() noexcept {
    counts_.clear();
    std::visit([](auto& at) { at.clear(); }, stages_);
}

void DivergenceWindow::drop_all() noexcept {
    clear();
    counts_.drop_reference();
}

void DivergenceWindow::renumber(const Renumbering& to, std::size_t new_size) {
    counts_.renumber(to, new_size);
    std::visit([&](auto& at) { at.renumber(to); }, stages_);
}

}  // namespace entrostream
