"""How values are written in the table: the same for every package, and for the Swift test that reads it."""

import datetime
import enum
import math


def number(value):
    """Nine digits: enough for every field, and the same in all languages."""
    if math.isnan(value):
        return 'nan'
    if math.isinf(value):
        return 'inf' if value > 0 else '-inf'
    return format(float(value), '.9g')


def plain(value):
    """The text of a value without parts."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    if isinstance(value, datetime.datetime):
        return value.replace(microsecond=0).isoformat()
    if isinstance(value, enum.Enum):
        return number(value.value) if isinstance(value.value, (int, float)) else str(value.value)
    if isinstance(value, (bool, int, float)):
        return number(value)
    return str(value)


def fields(value, name='value'):
    """A value as names and texts. What is not there has no name."""
    if value is None:
        return {}
    if hasattr(value, '__struct_fields__'):
        parts = [(part, getattr(value, part)) for part in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, (tuple, list)):
        if not any(hasattr(part, '__struct_fields__') or isinstance(part, dict) for part in value):
            return {name: ' '.join(plain(part) for part in value)}
        parts = [(str(index), part) for index, part in enumerate(value)]
    else:
        return {name: plain(value)}
    prefix = '' if name == 'value' else name + '.'
    out = {}
    for part, content in parts:
        out.update(fields(content, prefix + part))
    return out


def same(left, right):
    """Whether two texts say the same; numbers may differ in the ninth digit."""
    if left == right:
        return True
    try:
        numbers = [float(left), float(right)]
    except ValueError:
        return False
    return math.isclose(*numbers, rel_tol=6e-9, abs_tol=1e-12)


def line(values):
    """All fields, in the order of their names. Texts have no separators of the table in them."""

    def escaped(text):
        return ''.join(c if c not in '\t\n;=%' else '%%%02X' % ord(c) for c in text)

    return ';'.join(f'{name}={escaped(text)}' for name, text in sorted(values.items()))
