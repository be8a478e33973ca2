// The labels of samples in a state: each key with its count once, then by number.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

class SampledKeyWriter {
  public:
    explicit SampledKeyWriter(Writer& writer) : writer_(writer) {}

    // Keys are numbered in the order in which they first occur; the key and the count follow the
    // number there.
    void write(Key key, std::uint64_t count) {
        const auto [at, is_new] = numbers_.try_emplace(key, numbers_.size());
        writer_.varint(at->second);
        if (!is_new) return;
        writer_.fixed(key, 8);
        writer_.varint(count);
    }

  private:
    Writer& writer_;
    std::unordered_map<Key, std::uint64_t> numbers_;
};

class SampledKeyReader {
  public:
    struct Label {
        Key key;
        std::uint64_t count;
    };

    explicit SampledKeyReader(Reader& reader) : reader_(reader) {}

    [[nodiscard]] Label read() {
        const std::uint64_t number = reader_.varint();
        reader_.require(number <= labels_.size(), "a label is not numbered");
        if (number == labels_.size()) read_new();
        return labels_[static_cast<std::size_t>(number)];
    }

  private:
    void read_new() {
        const Key key = reader_.fixed(8);
        reader_.require(numbers_.try_emplace(key, labels_.size()).second,
                        "a label has two numbers");
        labels_.push_back({key, reader_.varint()});
    }

    Reader& reader_;
    std::vector<Label> labels_;
    std::unordered_map<Key, std::uint64_t> numbers_;
};

}  // namespace entrostream
