#include "bindings/input/batches/arrow_type_name.hpp"

#include <array>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <utility>

#include "bindings/input/batches/arrow_type.hpp"

namespace entrostream {

namespace {

using Name = std::pair<std::string_view, std::string_view>;

// Formats without parameters. Those that begin with _pl are specific to Polars.
constexpr std::array names{
    Name{"n", "null"},
    Name{"b", "bool"},
    Name{"c", "int8"},
    Name{"s", "int16"},
    Name{"i", "int32"},
    Name{"l", "int64"},
    Name{"C", "uint8"},
    Name{"S", "uint16"},
    Name{"I", "uint32"},
    Name{"L", "uint64"},
    Name{"e", "float16"},
    Name{"f", "float32"},
    Name{"g", "float64"},
    Name{"z", "binary"},
    Name{"Z", "large_binary"},
    Name{"u", "string"},
    Name{"U", "large_string"},
    Name{"vz", "binary_view"},
    Name{"vu", "string_view"},
    Name{"tdD", "date32[day]"},
    Name{"tdm", "date64[ms]"},
    Name{"tts", "time32[s]"},
    Name{"ttm", "time32[ms]"},
    Name{"ttu", "time64[us]"},
    Name{"ttn", "time64[ns]"},
    Name{"tDs", "duration[s]"},
    Name{"tDm", "duration[ms]"},
    Name{"tDu", "duration[us]"},
    Name{"tDn", "duration[ns]"},
    Name{"tiM", "month_interval"},
    Name{"tiD", "day_time_interval"},
    Name{"tin", "month_day_nano_interval"},
    Name{"_pli128", "int128"},
    Name{"_plu128", "uint128"},
};

// Types whose names include those of their children.
constexpr std::array parents{
    Name{"+l", "list"},
    Name{"+L", "large_list"},
    Name{"+vl", "list_view"},
    Name{"+s", "struct"},
    Name{"+vL", "large_list_view"},
    Name{"+m", "map"},
    Name{"+r", "run_end_encoded"},
};

template <std::size_t size>
std::string_view named(const std::array<Name, size>& known, std::string_view format) {
    for (const auto& [code, name] : known) {
        if (code == format) return name;
    }
    return {};
}

constexpr int deepest = 3;  // keeps messages on one line

std::string name_at(const ArrowSchema& schema, int depth);

std::string children_of(const ArrowSchema& schema, int depth) {
    if (depth == deepest) return "<...>";
    const bool with_names = std::string_view(schema.format) == "+s";
    std::string text = "<";
    for (std::int64_t child = 0; child < schema.n_children; ++child) {
        if (child > 0) text += ", ";
        if (child == 5) return text + "...>";
        const ArrowSchema& one = *schema.children[child];
        if (with_names && one.name != nullptr) text += std::string(one.name) + ": ";
        text += name_at(one, depth + 1);
    }
    return text + ">";
}

std::string timestamp_name(std::string_view format) {
    const char unit = format[2];
    const std::string zone(format.substr(4));
    return std::string("timestamp[") + unit + (unit == 's' ? "" : "s") +
           (zone.empty() ? "" : ", tz=" + zone) + "]";
}

// "d:precision,scale[,bits]"
std::string decimal_name(std::string_view format) {
    std::string parameters(format.substr(2));
    std::string bits = "128";
    const std::size_t comma = parameters.find(',');
    const std::size_t second = comma == std::string::npos ? comma : parameters.find(',', comma + 1);
    if (second != std::string::npos) {
        bits = parameters.substr(second + 1);
        parameters.resize(second);
    }
    if (comma != std::string::npos) parameters.insert(comma + 1, " ");
    return "decimal" + bits + "(" + parameters + ")";
}

std::string name_with_parameters(std::string_view format) {
    if (format.starts_with("ts")) return timestamp_name(format);
    if (format.starts_with("d:")) return decimal_name(format);
    return "fixed_size_binary[" + std::string(format.substr(2)) + "]";  // w:
}

// An unknown format, without characters that would break a line.
std::string unknown_name(std::string_view format) {
    std::string text = "the unknown format '";
    for (const char letter : format.substr(0, 40)) {
        text += std::isprint(static_cast<unsigned char>(letter)) != 0 ? letter : '?';
    }
    return text + (format.size() > 40 ? "...'" : "'");
}

std::string plain_name(const ArrowSchema& schema, int depth) {
    const std::string_view format = schema.format;
    if (const std::string_view name = named(names, format); !name.empty()) {
        return std::string(name);
    }
    if (const std::string_view name = named(parents, format); !name.empty()) {
        return std::string(name) + children_of(schema, depth);
    }
    if (plain_arrow_type(schema)) return name_with_parameters(format);
    if (format.starts_with("+w:")) {
        return "fixed_size_list" + children_of(schema, depth) + "[" +
               std::string(format.substr(3)) + "]";
    }
    if (format.starts_with("+ud:")) return "dense_union" + children_of(schema, depth);
    if (format.starts_with("+us:")) return "sparse_union" + children_of(schema, depth);
    return unknown_name(format);
}

std::string name_at(const ArrowSchema& schema, int depth) {
    const std::string name = plain_name(schema, depth);
    if (schema.dictionary == nullptr) return name;
    return "dictionary<values=" + name_at(*schema.dictionary, depth + 1) + ", indices=" + name +
           ">";
}

}  // namespace

std::string arrow_type_name(const ArrowSchema& schema) {
    return name_at(schema, 0);
}

std::string shown_column(const ArrowSchema& schema) {
    return "an Arrow column of " + arrow_type_name(schema);
}

}  // namespace entrostream
