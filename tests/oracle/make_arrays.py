"""Writes tests/arrays: small files as NumPy writes them, and as other programs may, together with
expected.csv, what has to be read from them. Run with /usr/bin/python3 and Debian's python3-numpy;
the same bytes every time. Nobody needs it to run the tests.

expected.csv: FILE[:NAME],kind,type,shape with x between the axes,elements in C order. Elements are
numbers to the last bit, or texts."""
import io
import os
import struct
import zipfile
import zlib

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "arrays")
rows = []


def text(value):
    if isinstance(value, (str, bytes)):
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return repr(float(value))


def expect(name, array):
    kind = {"b": "bool", "i": "integer", "u": "integer", "f": "float", "U": "text",
            "S": "text"}[array.dtype.kind]
    shape = "x".join(str(n) for n in array.shape)
    rows.append([name, kind, array.dtype.str, shape] + [text(v) for v in array.ravel("C")])


def put(name, data):
    assert len(data) < 2048, (name, len(data))
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version, allow_pickle=False)
    return file.getvalue()


def one(name, array, version=None):
    put(name + ".npy", npy(array, version))
    expect(name + ".npy", array)


def by_hand(name, header, array, version=1):
    """A header that NumPy reads, but does not write."""
    header = header.encode("utf-8" if version == 3 else "latin-1")
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    put(name + ".npy", b"\x93NUMPY" + bytes([version, 0]) + length + header + array.tobytes("A"))
    found = np.load(os.path.join(FOLDER, name + ".npy"))
    assert found.dtype == array.dtype and np.array_equal(found, array)
    expect(name + ".npy", array)


# -- every type, in both byte orders, with the numbers that are at its edges

FLOATS = [0.0, -0.0, 1.0, -2.5, 1 / 3, np.inf, -np.inf, np.nan]


def edges(dtype):
    if dtype.kind == "b":
        return [True, False, False, True]
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return [0, 1, 7, info.max, info.max - 1, info.min, info.max // 3, info.min // 5]
    info = np.finfo(dtype)
    return FLOATS + [info.max, info.min, info.tiny, info.smallest_subnormal,
                     -info.smallest_subnormal * 5, info.eps]


def types():
    for code in ("b1", "i1", "u1"):
        one(code, np.array(edges(np.dtype(code)), dtype=code))
    for order, name in (("<", "little"), (">", "big")):
        for code in ("f2", "f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"):
            dtype = np.dtype(code)
            one(code + "-" + name, np.array(edges(dtype)).astype(order + code)
                if dtype.kind == "f" else np.array(edges(dtype), dtype=order + code))


# -- shapes, orders, versions

def shapes():
    count = np.arange(24, dtype="<f4").reshape(2, 3, 4)
    one("c-order", count)
    one("fortran", np.asfortranarray(count))
    one("transposed", count.transpose(2, 0, 1)[:, :, 0].T.astype(">i4", order="F"))
    one("fortran-big-f8", np.asfortranarray(count.astype(">f8")[0]))
    one("axes-8", np.arange(6, dtype="<i2").reshape(1, 2, 1, 3, 1, 1, 1, 1))
    one("axes-8-fortran", np.asfortranarray(np.arange(8, dtype="|u1").reshape((2, 1, 2, 1, 2, 1, 1, 1))))
    one("number", np.array(3.25))
    one("empty", np.zeros((0, 4), dtype="<f4"))
    one("empty-fortran", np.zeros((3, 0, 2), dtype="<f8", order="F"))
    one("one-axis", np.array([5.0, 6.0]))
    one("version-2", count[0], (2, 0))
    one("version-3", count[1].astype(">f2"), (3, 0))


def headers():
    """Other programs, and older NumPys."""
    data = np.arange(6, dtype="<f4").reshape(2, 3)
    fortran = np.asfortranarray(data)
    by_hand("keys-reordered", "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}\n", data)
    by_hand("double-quotes", '{"descr":"<f4","fortran_order":True,"shape":(2,3),}', fortran)
    by_hand("python-2", "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }   \n", data)
    by_hand("spread-out", "{ 'descr' :\t'<f4' ,\n 'fortran_order' : False , 'shape' : ( 2 , 3 , ) }\n\n", data)
    by_hand("unaligned", "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
            np.array([1.5, -2.5]))
    by_hand("native", "{'descr': '=i4', 'fortran_order': False, 'shape': (2,)}",
            np.array([-1, 70000], dtype="<i4"))
    by_hand("no-order", "{'descr': 'u2', 'fortran_order': False, 'shape': (2,)}",
            np.array([1, 65535], dtype="<u2"))
    by_hand("long-header", "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}" + " " * 900,
            np.array([1, 2, 255], dtype="|u1"), 2)


def texts():
    one("text", np.array([["The", "cat"], ["", "sät"]]))
    one("text-big", np.array(["注意", "𝄞 clef", "é"], dtype=">U6"))
    one("text-bytes", np.array(["sät".encode(), b"PAD", b"\xff!"], dtype="S4"))
    one("text-fortran", np.asfortranarray(np.array([["a", "b", "c"], ["d", "e", "f"]])))
    lone = np.array([0x61, 0, 0xD800, 0x62, 0x63, 0x110000, 0, 0], dtype="<u4")
    put("text-invalid.npy", npy(np.zeros(2, dtype="<U4"))[:-32] + lone.tobytes())
    rows.append(["text-invalid.npy", "text", "<U4", "2", "a\ufffd\ufffdb", "c\ufffd"])


# -- npz

class Still(zipfile.ZipFile):
    """No times of day in it."""

    def member(self, name, data, method, **fields):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = method
        for field, value in fields.items():
            setattr(info, field, value)
        with self.open(info, "w", force_zip64=True) as file:  # as NumPy does
            file.write(data)


def archive(name, arrays, method=zipfile.ZIP_STORED, comment=b"", stream=False):
    file = io.BytesIO()
    target = Unseekable(file) if stream else file
    with Still(target, "w") as zipped:
        for key, array in arrays.items():
            zipped.member(key + ".npy", npy(array), method)
        zipped.comment = comment
    put(name + ".npz", file.getvalue())
    for key, array in arrays.items():
        expect(name + ".npz:" + key, array)
    return file.getvalue()


class Unseekable:
    """Makes zipfile put the sizes behind the data."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data)

    def flush(self):
        pass


def zip64(data):
    """The same archive with the end record of ZIP64 and its locator, and sizes in the extra field
    of the directory."""
    end = data.rindex(b"PK\x05\x06")
    count, length, start = struct.unpack("<HII", data[end + 10:end + 20])
    entries, at = b"", start
    while at < end:
        fields = list(struct.unpack("<4s6H3I5H2I", data[at:at + 46]))
        name_length, extra, comment = fields[10:13]
        name = data[at + 46:at + 46 + name_length]
        more = struct.pack("<HHQQQ", 1, 24, fields[9], fields[8], fields[16])
        other = struct.pack("<HH3s", 0x7875, 3, b"abc")  # an extra field of somebody else's
        at += 46 + name_length + extra + comment
        fields[8] = fields[9] = fields[16] = 0xFFFFFFFF
        fields[11], fields[12] = len(other + more), 0
        entries += struct.pack("<4s6H3I5H2I", *fields) + name + other + more
    end64 = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count,
                        len(entries), start)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, start + len(entries), 1)
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return data[:start] + entries + end64 + locator + tail


def archives():
    q = np.arange(6, dtype="<f4").reshape(2, 3)
    three = {"q": q, "k": np.asfortranarray(q * 2), "v": q.astype(">f8") / 3}
    data = archive("stored", three)
    archive("deflated", {**three, "zeros": np.zeros((40, 50), dtype="<f2")[:, :3]},
            zipfile.ZIP_DEFLATED)
    archive("single", {"only": q[0]})
    archive("comment", {"x": q}, comment=b"PK\x05\x06 is how an end record starts")
    archive("stream", {"x": q}, zipfile.ZIP_DEFLATED, stream=True)
    archive("unicode", {"注意": q[1], "a/b c:d": q[0]})
    archive("many", {"n%d" % i: np.array([i], dtype="|u1") for i in range(8)})
    put("zip64.npz", zip64(data))
    for key, array in three.items():
        expect("zip64.npz:" + key, array)
        rows.append(rows[-1][:])
        rows[-1][0] += ".npy"
    assert sorted(np.load(os.path.join(FOLDER, "zip64.npz")).files) == ["k", "q", "v"]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for make in (types, shapes, headers, texts, archives):
        make()
    with open(os.path.join(FOLDER, "expected.csv"), "w", encoding="utf-8") as file:
        for row in rows:
            assert not any("," in word or "\n" in word for word in row), row
            file.write(",".join(row) + "\n")
    print(len(rows), "arrays;", zlib.ZLIB_VERSION)


if __name__ == "__main__":
    main()
