// The rhythm of a stream: how far the share of each label usually is from its average at each
// time of a season, such as a day.
//
// A season is divided into bins. In bin j a label was observed O times where X times would have
// been expected of its average share, so that its share is multiplied by about
// r = (O + k)/(X + k) there; between the middles of two bins r is interpolated. The average share
// is that of the window, without its rhythm: events over exposure. The exposure of a label is the
// sum of r over all events of the window, whatever their labels: how many events would have been
// its own if its average share were 1. A change of the average shares is thus no change of the
// rhythm, and the rhythm stays known after a cut.
//
// The first season is learned from: nothing is expected of it. What is learned later is forgotten
// over some seasons. The events of the current bin wait, and are not learned if a change is found.
//
// Up to 127 labels have a rhythm of their own, the most frequent ones, and all others one together:
// memory is bounded. Exposures are multiples of 2^-10, so that their sums are exact and do not
// depend on the order of the additions.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/drift/bucket.hpp"
#include "core/drift/bucket_rows.hpp"
#include "core/drift/label_totals.hpp"
#include "core/time/time.hpp"

namespace entrostream {

class SeasonProfile {
  public:
    static constexpr std::uint32_t min_bins = 2;
    static constexpr std::uint32_t max_bins = 1000;
    static constexpr std::size_t max_labels = 127;
    // A label of its own, or (class 0) all the others.
    static constexpr std::size_t max_classes = max_labels + 1;
    using ByClass = std::array<double, max_classes>;

    // Preconditions: period > 0, min_bins <= bins <= max_bins. Throws std::bad_alloc.
    SeasonProfile(Time period, std::uint32_t bins);

    void grow(std::size_t codes) { class_.resize(codes, 0); }
    [[nodiscard]] std::size_t classes() const noexcept { return labels_used_ + 1; }
    [[nodiscard]] std::size_t class_of(Code code) const noexcept { return class_[code]; }
    [[nodiscard]] std::span<const Code> labels() const noexcept {
        return {labels_.data(), labels_used_};
    }

    // Events of a class in the window, and their exposure.
    [[nodiscard]] double events(std::size_t of) const noexcept { return events_[of]; }
    [[nodiscard]] double exposure(std::size_t of) const noexcept { return exposure_[of]; }

    // Whether the first season is over, and whether this time is after it.
    [[nodiscard]] bool is_ready() const noexcept { return ready_; }
    [[nodiscard]] bool is_after_first(Time at) const noexcept {
        return elapsed(at) >= static_cast<std::uint64_t>(period_);
    }
    // How many bins there are from one time to a later one; 1 to the number of bins.
    [[nodiscard]] double bins_between(Time from, Time to) const noexcept;

    // Takes in a block with times from its `first` to `last`: sets its exposures and noise, and
    // learns from it. `older` are the window's other buckets. `totals` includes the block.
    void add(Bucket& block, Time last, const LabelTotals& totals, BucketRows& older) noexcept;
    // A bucket left the window.
    void forget(const Bucket& bucket) noexcept;
    // A change was found: the rhythm may have changed, too.
    void change_found() noexcept;

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

    // Whether `add` can have set the exposures and the noise of a bucket, or of several merged.
    [[nodiscard]] static bool can_be_exposed(const Bucket& bucket) noexcept;

    // What a state holds.
    struct Content {
        struct Bin {
            double events = 0;
            std::vector<double> observed;  // by class
            std::vector<double> expected;

            friend bool operator==(const Bin&, const Bin&) = default;
        };
        bool started = false;
        Time start = 0;  // of the first season
        bool ready = false;
        std::uint64_t season = 0;  // number of the current season
        std::vector<Code> labels;  // of the classes from 1 on
        std::vector<Bin> bins;
        std::uint32_t waiting = 0;      // the bin that events wait for
        std::vector<Bin> waiting_bins;  // that one and the next, or none

        friend bool operator==(const Content&, const Content&) = default;
    };
    [[nodiscard]] Content content() const;
    // Precondition: nothing was added, and it has grown to the codes. Throws std::invalid_argument
    // if no profile can have this content, and std::bad_alloc.
    void restore(const Content& content, const BucketRows& buckets);

  private:
    // What was observed, and what would have been expected without a rhythm.
    struct Bin {
        double events = 0;
        ByClass observed{};
        ByClass expected{};

        void add(const Bin& other) noexcept;
        void scale(double factor) noexcept;
    };
    // A time between the middles of two bins.
    struct Place {
        std::size_t bin;
        std::size_t next;
        double part;  // of the way to the next
    };
    [[nodiscard]] std::uint64_t elapsed(Time at) const noexcept {
        return static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(start_);
    }
    [[nodiscard]] Place place_of(Time at) const noexcept;
    [[nodiscard]] ByClass average_shares() const noexcept;
    [[nodiscard]] double ratio(const Bin& bin, std::size_t of) const noexcept;
    void pass_time(Time at) noexcept;
    void end_first_season() noexcept;
    void normalise() noexcept;
    void give_places(const Bucket& block, const LabelTotals& totals, BucketRows& older) noexcept;
    [[nodiscard]] std::size_t place_for(double total, const LabelTotals& totals) const noexcept;
    void replace(std::size_t of, Code code, double held, BucketRows& older) noexcept;
    [[nodiscard]] ByClass count(const Bucket& bucket) const noexcept;
    void expose(Bucket& block, const ByClass& counts, const Place& place) const noexcept;
    [[nodiscard]] double bend_at(const Place& place, std::size_t of) const noexcept;
    void learn(const ByClass& counts, double size, const Place& place) noexcept;
    void learn_waiting() noexcept;
    void scale_all(double factor) noexcept;
    void sum_up() noexcept;
    void require_sound(const Content& content) const;

    Time period_;
    std::vector<Bin> bins_;
    double prior_;  // events as expected in each bin
    bool started_ = false;
    bool ready_ = false;
    Time start_ = 0;
    std::uint64_t season_ = 0;
    std::vector<std::uint8_t> class_;  // by code
    std::size_t labels_used_ = 0;
    std::array<Code, max_labels> labels_{};  // of the classes from 1 on
    ByClass learned_{};                      // events observed in all bins, by class
    ByClass events_{};                       // of the window
    ByClass exposure_{};
    bool waits_ = false;
    std::size_t waiting_ = 0;  // the bin that events wait for
    std::array<Bin, 2> waiting_bins_{};
};

}  // namespace entrostream
