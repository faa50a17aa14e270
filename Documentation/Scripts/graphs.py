"""The public interface of every library product, as symbol graphs with one module for each product.

What a product exports from other modules of the package (`@_exported import struct CoreBluetoothModel.OSProfile`) goes
into the product's own graph, because whoever imports the product looks for it there. An exported type alias brings the
type that it stands for, under the alias's name. Types that these declarations name, and that no product exports, come
too: a reader who sees `Host.Privacy` finds its cases.
"""

import json
import re
import subprocess
import sys


class Failure(Exception):
    """What went wrong, in one line."""


def run(*command, folder=None):
    """What a program prints; a failure if it ends with a status other than zero."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    except FileNotFoundError:
        raise Failure(f"{words[0]} is not in PATH; it comes with the Swift toolchain") from None
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise Failure(f"{words[0]}: {next((line for line in lines if 'error' in line), lines[0]).strip()}")
    return done.stdout


def tool(name):
    """A program of the toolchain; on a Mac only Xcode knows where it is."""
    return run("xcrun", "--find", name).strip() if sys.platform == "darwin" else name


def identifier(symbol):
    return symbol["identifier"]["precise"]


class Package:
    """What the manifest and the sources say about products and exports."""

    EXPORT = re.compile(r"^\s*@_exported import (?:[a-z]+ )?(\w+)(?:\.(\w+))?", re.MULTILINE)

    def __init__(self, root):
        manifest = json.loads(run("swift", "package", "dump-package", folder=root))
        self.folders = {
            target["name"]: root / (target.get("path") or f"Sources/{target['name']}")
            for target in manifest["targets"]
            if target["type"] == "regular"
        }
        libraries = [product for product in manifest["products"] if "library" in product["type"]]
        self.modules = list(dict.fromkeys(name for product in libraries for name in product["targets"]))

    def exports(self, module):
        """What a module exports: pairs of another module of the package and a name in it, or None for all of it."""
        found = []
        for file in sorted(self.folders[module].rglob("*.swift")):
            found += [match.groups() for match in self.EXPORT.finditer(file.read_text(encoding="utf-8"))]
        return [(other, name) for other, name in found if other in self.folders]

    def homes(self):
        """For each product the modules that it documents, each with the names that count, or None for all.

        What several products export is documented with the first of them, and a product's module with that product.
        """
        taken, homes = set(), {}
        for product in self.modules:
            homes[product] = {product: None}
            for module, name in self.exports(product):
                if module in self.modules or (module, name) in taken or (module, None) in taken:
                    continue
                taken.add((module, name))
                if name is None:
                    homes[product][module] = None
                elif homes[product].get(module, ()) is not None:
                    homes[product].setdefault(module, set()).add(name)
        return homes


class Extractor:
    """Reads the symbol graphs of modules that are built; `products` is the folder that the build wrote to."""

    def __init__(self, products, scratch):
        self.scratch = scratch
        target = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
        self.command = [tool("swift-symbolgraph-extract"), "-target", target]
        self.command += ["-I", products / "Modules", "-I", products]
        self.command += ["-minimum-access-level", "public", "-skip-synthesized-members"]
        if sys.platform == "darwin":
            self.command += ["-sdk", run("xcrun", "--show-sdk-path").strip()]
        for file in sorted(products.glob("*.build/module.modulemap")):
            self.command += ["-Xcc", f"-fmodule-map-file={file}"]
        self.known = {}

    def graphs(self, module, *options):
        """The graphs of a module by name: `A` is its own, `A@B` has what it adds to the types of B."""
        key = " ".join([module, *options])
        if key not in self.known:
            folder = self.scratch / f"graphs-{len(self.known)}"
            folder.mkdir()
            run(*self.command, *options, "-module-name", module, "-output-dir", folder)
            self.known[key] = {
                file.name.removesuffix(".symbols.json"): json.loads(file.read_text(encoding="utf-8"))
                for file in sorted(folder.iterdir())
            }
        return self.known[key]

    def graph(self, module):
        return self.graphs(module)[module]


class Library:
    """All graphs to be documented, by file name."""

    def __init__(self, package, extractor):
        self.package, self.extractor = package, extractor
        self.graphs, self.homes = {}, package.homes()
        self.owner, self.aliases = {}, {}
        for product, modules in self.homes.items():
            self.graphs[product] = self._merged(product, modules)
        self._add_extensions()
        self._add_named_types()
        for product in self.homes:
            for name, graph in extractor.graphs(product, "-emit-extension-block-symbols").items():
                if "@" in name and name.split("@")[1] not in package.folders and graph["symbols"]:
                    self.graphs[name] = graph
        for graph in self.graphs.values():
            for symbol in graph["symbols"]:
                self._write_aliases(symbol)
                # What a protocol of ours says of a requirement holds for its witness; Swift's own words are not ours.
                if symbol.get("docComment", {}).get("module", "") not in package.folders:
                    symbol.pop("docComment", None)

    def _merged(self, product, modules):
        symbols, relations = [], []
        for module, names in modules.items():
            graph = self.extractor.graph(module)
            relations += graph["relationships"]
            for symbol in graph["symbols"]:
                if "location" not in symbol:
                    continue  # Nobody wrote it: the compiler did, as `init(rawValue:)` of an enum.
                if names is None:
                    symbols.append(symbol)
                elif symbol["pathComponents"][0] in names:
                    origin, named = self._named(symbol)
                    symbols += named
                    relations += origin["relationships"] if origin else []
        for symbol in symbols:
            self.owner[identifier(symbol)] = product
        graph = self.extractor.graph(product)
        kept = {json.dumps(relation, sort_keys=True): relation for relation in relations if self._is_ours(relation, product)}
        return {
            "metadata": graph["metadata"],
            "module": graph["module"],
            "symbols": symbols,
            "relationships": list(kept.values()),
        }

    def _is_ours(self, relation, product):
        """Whether both ends belong to the product; what a type conforms to or inherits from may be elsewhere.

        A default for a requirement of another product's protocol may not: DocC puts the member on either page, and
        another one in the next run.
        """
        if self.owner.get(relation["source"]) != product:
            return False
        inside = relation["kind"] in ("memberOf", "defaultImplementationOf")
        return not inside or self.owner.get(relation["target"]) == product

    def _named(self, symbol):
        """The symbol; for an alias of a type that no product has otherwise, the type's graph and the type with its members."""
        target = symbol["declarationFragments"][-1].get("preciseIdentifier")
        if symbol["kind"]["identifier"] != "swift.typealias" or len(symbol["pathComponents"]) > 1:
            return None, [symbol]
        for module, folder in self.package.folders.items():
            if module in self.package.modules or not target.startswith(f"s:{len(module)}{module}"):
                continue
            graph = self.extractor.graph(module)
            path = next((s["pathComponents"] for s in graph["symbols"] if identifier(s) == target), None)
            if path:
                name = symbol["pathComponents"][0]
                self.aliases[target] = self.aliases[identifier(symbol)] = (name, target)
                inside = [s for s in graph["symbols"] if s["pathComponents"][: len(path)] == path]
                return graph, [self._moved(s, path, name) for s in inside]
        return None, [symbol]

    @staticmethod
    def _moved(symbol, old, new):
        """A symbol whose path begins with `old`, as if it were declared below `new`."""
        title = symbol["names"]["title"]
        if title.startswith(".".join(old)):
            title = new + title[len(".".join(old)) :]
        path = [new] + symbol["pathComponents"][len(old) :]
        return dict(symbol, pathComponents=path, names=dict(symbol["names"], title=title))

    def _add_extensions(self):
        """Adds what a module declares in extensions of another module's types to the graph of those types.

        What a module that is not exported as a whole adds counts for types that are exported by name.
        """
        for modules in self.homes.values():
            for module, names in modules.items():
                for name, graph in self.extractor.graphs(module).items():
                    if "@" in name:
                        self._add(graph, None if names is None else modules.get(name.split("@")[1]) or set())

    def _add(self, graph, names):
        symbols = {
            identifier(symbol): symbol
            for symbol in graph["symbols"]
            if "location" in symbol and (names is None or symbol["pathComponents"][0] in names)
        }
        waiting = [relation for relation in graph["relationships"] if relation["source"] in symbols]
        while True:
            # A type comes before its members, which may stand before it.
            ready = [relation for relation in waiting if relation["kind"] == "memberOf" and relation["target"] in self.owner]
            if not ready:
                break
            for relation in ready:
                product = self.owner[relation["target"]]
                self.owner[relation["source"]] = product
                self.graphs[product]["symbols"].append(symbols[relation["source"]])
                self.graphs[product]["relationships"].append(relation)
                waiting.remove(relation)
        for relation in waiting:
            if relation["source"] in self.owner and relation["kind"] != "memberOf":
                self.graphs[self.owner[relation["source"]]]["relationships"].append(relation)

    def _add_named_types(self):
        """Adds the types that declarations name and that no product has, with their members, to the naming product.

        The types that they are nested in come without their other members, and what the added declarations name does
        not come: otherwise all of HCI would.
        """
        known = {}
        for module in {module for modules in self.homes.values() for module in modules}:
            graph = self.extractor.graph(module)
            known |= {identifier(symbol): (symbol, graph) for symbol in graph["symbols"] if "location" in symbol}
        for product, graph in self.graphs.items():
            fragments = [fragment for symbol in graph["symbols"] for fragment in symbol["declarationFragments"]]
            # `HCI` in `HCI.Packet` names no type of its own.
            pairs = zip(fragments, fragments[1:] + [{"spelling": ""}])
            named = [one.get("preciseIdentifier") for one, next in pairs if next["spelling"] != "."]
            for target in dict.fromkeys(named):
                if target in known and target not in self.owner and target not in self.aliases:
                    self._add_type(*known[target], product)

    def _add_type(self, symbol, origin, product):
        path = symbol["pathComponents"]
        added = set()
        for other in origin["symbols"]:
            names = other["pathComponents"]
            is_outside = names == path[: len(names)] and other["kind"]["identifier"] != "swift.extension"
            if "location" in other and (is_outside or names[: len(path)] == path):
                if identifier(other) not in self.owner:
                    self.owner[identifier(other)] = product
                    self.graphs[product]["symbols"].append(other)
                    added.add(identifier(other))
        for relation in origin["relationships"]:
            if relation["source"] in added and self._is_ours(relation, product):
                self.graphs[product]["relationships"].append(relation)

    def _write_aliases(self, symbol):
        """Writes a type that an alias stands for by the alias: `Bond` where the source has `Host.Bond`."""
        for holder in (symbol, symbol["names"]):
            for key in ("declarationFragments", "subHeading"):
                if key in holder:
                    holder[key] = self._shortened(holder[key])

    def _shortened(self, fragments):
        result = []
        for fragment in fragments:
            alias = self.aliases.get(fragment.get("preciseIdentifier"))
            if alias:
                while len(result) > 1 and result[-1]["spelling"] == ".":
                    del result[-2:]
                fragment = dict(fragment, spelling=alias[0], preciseIdentifier=alias[1])
            result.append(fragment)
        return result
