"""F(c), the integer nearest to c log2(c) 2^58, from Python's integers and nothing else."""

from functools import lru_cache

FRACTION_BITS = 58


@lru_cache(maxsize=1 << 16)
def count_log(count):
    """Return F(c): with more and more bits until both ends of the error round alike."""
    if count & (count - 1) == 0:  # 0 or a power of two: the only exact logarithms
        return count * max(count.bit_length() - 1, 0) << FRACTION_BITS
    bits = 192
    while True:
        low, high = (rounded(count * log, bits - FRACTION_BITS) for log in log2(count, bits))
        if low == high:
            return low
        bits *= 2


def log2(count, bits):
    """Return two integers around log2(c) 2^bits: k + ln(c / 2^k) / ln 2."""
    k = count.bit_length() - 1
    low, high = twice_atanh(count - (1 << k), count + (1 << k), bits)
    ln2_low, ln2_high = twice_atanh(1, 3, bits)
    whole = k << bits
    return whole + (low << bits) // ln2_high, whole + (high << bits) // ln2_low + 1


def twice_atanh(a, b, bits):
    """Return two integers around 2 atanh(a/b) 2^bits = ln((b+a) / (b-a)) 2^bits, 0 < a/b <= 1/3.

    Powers and terms are rounded down, which costs less than 2.2 a term, and the series ends
    where the powers do: twice the last divisor, four a term, is more than all of that.
    """
    power = (2 << bits) * a // b
    total, divisor = 0, 1
    while power:
        total += power // divisor
        power = power * a * a // (b * b)
        divisor += 2
    return total, total + 2 * divisor


def rounded(value, bits):
    """Return value / 2^bits to the nearest integer."""
    return (value + (1 << (bits - 1))) >> bits
