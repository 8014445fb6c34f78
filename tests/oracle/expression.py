"""Constant expressions of scene files: 1/sqrt(2), ln(99), 2*e/(2*e+1), inf, -1e-9.

    sum     = product { (+|-) product }
    product = sign { (*|/) sign }
    sign    = (+|-) sign | power
    power   = atom [ ^ sign ]            to the right, tighter than minus
    atom    = decimal | inf nan pi e | sqrt exp ln ( sum ) | ( sum )
"""
import math
import re

TOKEN = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[a-z]+|[-+*/^()])")


def _sqrt(a):
    return math.sqrt(a) if a >= 0 else math.nan


def _ln(a):
    return math.log(a) if a > 0 else (-math.inf if a == 0 else math.nan)


NAMES = {"inf": math.inf, "nan": math.nan, "pi": math.pi, "e": math.e}
FUNCTIONS = {"sqrt": _sqrt, "exp": math.exp, "ln": _ln}


class Parser:
    def __init__(self, text):
        self.tokens, place, text = [], 0, text.strip()
        while place < len(text):
            match = TOKEN.match(text, place)
            if not match:
                raise ValueError("not a number: " + text)
            self.tokens.append(match.group(1))
            place = match.end()
        self.tokens.append("")

    def take(self, *wanted):
        if self.tokens[0] in wanted:
            return self.tokens.pop(0)
        return None

    def sum(self):
        value = self.product()
        while True:
            if self.take("+"):
                value += self.product()
            elif self.take("-"):
                value -= self.product()
            else:
                return value

    def product(self):
        value = self.sign()
        while True:
            if self.take("*"):
                value *= self.sign()
            elif self.take("/"):
                value = _divide(value, self.sign())
            else:
                return value

    def sign(self):
        if self.take("-"):
            return -self.sign()
        if self.take("+"):
            return self.sign()
        base = self.atom()
        return math.pow(base, self.sign()) if self.take("^") else base

    def atom(self):
        token = self.tokens.pop(0)
        if token == "(" or token in FUNCTIONS:
            if token != "(" and not self.take("("):
                raise ValueError("a function wants its (")
            value = self.sum()
            if not self.take(")"):
                raise ValueError("a ) is missing")
            return FUNCTIONS[token](value) if token != "(" else value
        if token in NAMES:
            return NAMES[token]
        return float(token)


def _divide(a, b):
    if b == 0:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


def number(text):
    parser = Parser(text)
    value = parser.sum()
    if parser.tokens != [""]:
        raise ValueError("not a number: " + text)
    return float(value)
