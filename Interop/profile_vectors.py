#!/usr/bin/env python3
"""Asks packages by other authors what the bytes of characteristics mean, and whether they write the same bytes.

    python3 -m venv .venv && .venv/bin/pip install --no-deps -r Interop/profile-requirements.txt
    .venv/bin/python Interop/profile_vectors.py [--check]

It writes `Tests/BluetoothProfilesTests/Vectors/vectors.tsv`, which `VectorTests` reads: our types must read the same values
from the same bytes, and write the bytes again. With `--check` it compares, and fails if the table would be another one.

All packages that know a characteristic must agree on every field, and with the GATT Specification Supplement. Where one is
wrong, `profiles/differences.py` says why.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER / 'profiles'))

from catalogue import PROFILES
from codecs_other import PACKAGES
from codecs_sig import Codec
from codecs_supplement import Supplement
from differences import DIFFERENCES
from layouts import rows
from text import line, same

TABLE = FOLDER.parent / 'Tests/BluetoothProfilesTests/Vectors/vectors.tsv'
CODECS = [Codec(), *PACKAGES, Supplement()]
HEADER = 'profile\tcharacteristic\tbytes\tread by\twritten by\tfields\n'


class Table:
    def __init__(self):
        self.lines, self.complaints, self.seen = [], [], set()

    def difference(self, package, uuid, field):
        for difference in DIFFERENCES:
            if difference.covers(package, uuid, field):
                return difference
        return None

    def complain(self, *words):
        self.complaints.append(' '.join(words))

    def excuse(self, package, uuid, field, data, *words):
        """Whether a difference is known. Then it has been seen."""
        difference = self.difference(package, uuid, field)
        if difference:
            self.seen.add(difference)
        else:
            self.complain(package, uuid, field, data.hex(), *words)

    def read(self, uuid, data):
        """What each package says."""
        said = {}
        for codec in CODECS:
            other = self.difference(codec.name, uuid, 'all')
            if other and other.when(data):
                self.seen.add(other)
            elif codec.reads(uuid):
                try:
                    said[codec.name] = codec.decode(uuid, data)
                except Exception as error:
                    self.excuse(codec.name, uuid, 'read', data, repr(error))
        # The Supplement counts where it shares fields with a package.
        names = {name for package, fields in said.items() if package != Supplement.name for name in fields}
        shared = {name: text for name, text in said.pop(Supplement.name, {}).items() if name in names}
        return said | {Supplement.name: shared} if shared else said

    def agreed(self, uuid, data, said):
        """The fields on which the packages agree, apart from known differences."""
        out = {}
        for field in sorted({field for fields in said.values() for field in fields}):
            texts = {package: fields[field] for package, fields in said.items() if field in fields}
            trusted = {p: text for p, text in texts.items() if not self.difference(p, uuid, field)}
            if trusted:
                text = next(iter(trusted.values()))
            elif any(not self.difference(p, uuid, field) for p in said):
                # The only ones that see the field are known for seeing it wrongly.
                for package in texts:
                    self.excuse(package, uuid, field, data)
                continue
            else:
                out[field] = self.corrected(uuid, field, data, texts)
                continue
            for package, other in texts.items():
                if not same(text, other):
                    self.excuse(package, uuid, field, data, repr(text), repr(other))
            out[field] = text
        return out

    def corrected(self, uuid, field, data, texts):
        """What all packages mean, if none has the field as it should be."""
        rights = []
        for package, text in texts.items():
            difference = self.difference(package, uuid, field)
            rights.append(difference.correct(text) if difference.correct else text)
            if rights[-1] != text:
                self.seen.add(difference)
        if not all(same(rights[0], right) for right in rights):
            self.complain(uuid, field, data.hex(), *rights)
        return rights[0]

    def written(self, uuid, data, said):
        names = []
        for codec in CODECS:
            if codec.name not in said:
                continue
            try:
                bytes_ = codec.encode(uuid, data)
            except Exception as error:
                self.excuse(codec.name, uuid, 'write', data, repr(error))
                continue
            if bytes_ == data:
                names.append(codec.name)
            elif bytes_ is not None:
                self.excuse(codec.name, uuid, 'write', data, bytes_.hex())
        return names

    def add(self, profile, uuid, data):
        said = self.read(uuid, data)
        if not said:
            return
        fields = self.agreed(uuid, data, said)
        writers = self.written(uuid, data, said)
        self.lines.append(
            '\t'.join([profile, uuid, data.hex(), ' '.join(said), ' '.join(writers), line(fields)]) + '\n'
        )

    def fill(self):
        for profile, characteristics in PROFILES.items():
            for uuid, layout in characteristics.items():
                for data in rows(uuid, layout):
                    self.add(profile, uuid, data)
        for difference in DIFFERENCES:
            if difference not in self.seen:
                self.complain('no longer different:', difference.package, *difference.uuids, difference.field)

    def report(self):
        """How many characteristics each package reads, by profile."""
        readers = {}
        for text in self.lines:
            profile, uuid, _, read, _, _ = text.rstrip('\n').split('\t')
            for package in read.split():
                readers.setdefault(profile, {}).setdefault(package, set()).add(uuid)
        for profile, packages in readers.items():
            print(f'{profile}:', ', '.join(f'{package} {len(uuids)}' for package, uuids in packages.items()))
        both = sum(1 for text in self.lines if ' ' in text.split('\t')[3])
        print(
            f'{len(self.lines)} rows, {both} read by two packages or more, '
            f'{sum(1 for text in self.lines if text.split(chr(9))[4])} written by one or more'
        )


def main():
    table = Table()
    table.fill()
    text = HEADER + ''.join(table.lines)
    table.report()
    if '--check' in sys.argv:
        if not TABLE.exists() or TABLE.read_text(encoding='utf-8') != text:
            table.complain(f'{TABLE.name} is old: run profile_vectors.py without --check')
    elif not table.complaints:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        TABLE.write_text(text, encoding='utf-8')
    for complaint in table.complaints:
        print('FAIL', complaint)
    sys.exit(1 if table.complaints else 0)


main()
