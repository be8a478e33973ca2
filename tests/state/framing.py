"""The bytes format, written again from the layout in core/state/writer.hpp.

It shares nothing with the library, so that the two can be held against each other, and it
writes what the library never would.
"""

import struct

TALLY, SLIDING_WINDOW, TIME_WINDOW, WEIGHTED_TALLY = 1, 2, 3, 6
WEIGHTED_TIME_WINDOW = 12
RULES = {"raise": 0, "skip": 1, "label": 2}


def shift_byte(rest):
    """Return the remainder after eight more bits, one bit at a time."""
    for _ in range(8):
        rest = (rest >> 1) ^ (0xC96C5795D7870F42 if rest & 1 else 0)
    return rest


CRC_OF_BYTE = [shift_byte(byte) for byte in range(256)]


def crc64(data):
    """Return the CRC-64/XZ of some bytes."""
    rest = 2**64 - 1
    for byte in data:
        rest = (rest >> 8) ^ CRC_OF_BYTE[(rest ^ byte) & 0xFF]
    return rest ^ (2**64 - 1)


def framed(kind, payload, *, magic=b"\x89EST", version=1, reserved=0, length=None):
    """Return a whole state around a payload, its checksum right."""
    length = len(payload) if length is None else length
    head = magic + bytes([version, kind]) + struct.pack("<HQ", reserved, length)
    return head + payload + struct.pack("<Q", crc64(head + payload))


def framed_as(summary, payload):
    """Return a state around a payload, of the kind and version that a summary writes."""
    return framed(kind_of(summary), payload, version=summary.to_bytes()[4])


def kind_of(summary):
    """Return which kind of state a summary writes."""
    return summary.to_bytes()[5]


def varint(number):
    """Return seven bits a byte, the lowest first."""
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*data, number])


def signed_varint(number):
    """Return 0, -1, 1, -2, ... as 0, 1, 2, 3, ..."""
    return varint(2 * number if number >= 0 else -2 * number - 1)


def text(data):
    """Return bytes with their length in front."""
    return varint(len(data)) + data


NONE = b"\x00"


def integer(number):
    """Return the label of an integer: sign, and magnitude in as few bytes as it needs."""
    size = (abs(number).bit_length() + 7) // 8
    return b"\x01" + bytes([number < 0]) + text(abs(number).to_bytes(size, "little"))


def real(number):
    """Return the label of a float that is no integer."""
    return b"\x02" + struct.pack("<d", number)


def string(value):
    """Return the label of a text."""
    return b"\x03" + text(value.encode("utf-8", "surrogatepass"))


def binary(value):
    """Return the label of bytes."""
    return b"\x04" + text(value)


def date(day):
    """Return the label of a date, given as its ordinal."""
    return b"\x05" + signed_varint(day)


def datetime(day, microsecond):
    """Return the label of a moment without a time zone."""
    return b"\x06" + signed_varint(day) + varint(microsecond)


def instant(day, microsecond):
    """Return the label of a moment in UTC."""
    return b"\x07" + signed_varint(day) + varint(microsecond)


def timedelta(day, microsecond):
    """Return the label of a span of time."""
    return b"\x08" + signed_varint(day) + varint(microsecond)


def decimal(negative, exponent, digits):
    """Return the label of a Decimal that is neither an integer nor a float."""
    return b"\x09" + bytes([negative]) + signed_varint(exponent) + text(digits)


def uuid(data):
    """Return the label of a UUID."""
    return b"\x0a" + data


def tuple_of(*items):
    """Return the label of a tuple."""
    return b"\x0b" + varint(len(items)) + b"".join(items)


def tally(pairs, rule=0):
    """Return the state of a tally: encoded labels with their counts, as they come."""
    body = b"".join(label + varint(count) for label, count in pairs)
    return framed(TALLY, bytes([rule]) + varint(len(pairs)) + body)


def window(size, labels, events, rule=0, width=1):
    """Return the state of a window: encoded labels, and places among them."""
    places = b"".join(place.to_bytes(width, "little") for place in events)
    head = bytes([rule]) + varint(size) + varint(len(labels))
    return framed(SLIDING_WINDOW, head + b"".join(labels) + varint(len(events)) + places)


def time_window_head(span, *, rule=0, lateness=0, late=0, clock=1, now=0, dropped=0):
    """Return what stands before the labels of a time window."""
    head = bytes([rule]) + varint(span) + varint(lateness) + bytes([late, clock])
    return head + (signed_varint(now) + varint(dropped) if clock else b"")


def time_window(head, labels, events, width=1, kind=TIME_WINDOW):
    """Return the state of a time window: encoded labels, and distances, places, counts."""
    entries = b"".join(
        varint(distance) + place.to_bytes(width, "little") + varint(count)
        for distance, place, count in events
    )
    body = varint(len(labels)) + b"".join(labels) + varint(len(events)) + entries
    return framed(kind, head + body)


def weighted_head(exponent, exact, head):
    """Return what stands before the labels of a time window of weights."""
    return signed_varint(exponent) + bytes([exact]) + head
