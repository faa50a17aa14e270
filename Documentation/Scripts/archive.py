"""DocC's archive of all public names and pages: built, converted, and in one order."""

import json
import subprocess
from pathlib import Path

from catalogue import Catalogue
from graphs import Extractor, Failure, Library, Package, run, tool


class Archive:
    """Writes an archive into a scratch folder."""

    def __init__(self, root, scratch, base="/"):
        self.root, self.scratch, self.base = root, scratch, base

    def written(self, skips_build=False):
        """The archive's folder."""
        if not skips_build:
            run("swift", "build", folder=self.root)
        products = Path(run("swift", "build", "--show-bin-path", folder=self.root).strip())
        library = Library(Package(self.root), Extractor(products, self.scratch))
        catalogue = Catalogue(self.root, self.scratch / "Faraday.docc")
        catalogue.write(library.graphs)
        archive = self.scratch / "Faraday.doccarchive"
        self.convert(catalogue, archive)
        self.settle(archive)
        return archive

    def tidied(self, line, catalogue):
        """A complaint of DocC, with the paths of our sources."""
        for written, source in catalogue.sources.items():
            line = line.replace(f"file://{written}", source).replace(written, source)
        return line.replace(f"{self.root}/", "").replace(": warning: ", ": ").replace(": error: ", ": ")

    def convert(self, catalogue, archive):
        """Runs DocC, and fails with all that it complains of."""
        command = [tool("docc"), "convert", catalogue.folder, "--output-dir", archive, "--hosting-base-path", self.base,
                   "--enable-inherited-docs", "--warnings-as-errors", "--ide-console-output"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        lines = sorted((done.stdout + done.stderr).splitlines())
        said = [line for line in lines if ": warning: " in line or "error: " in line]
        if done.returncode != 0 or said:
            text = "\n".join(self.tidied(line, catalogue) for line in said)
            raise Failure(text or f"docc ended with status {done.returncode}")

    @staticmethod
    def settle(archive):
        """Writes the archive's JSON in one order of keys: DocC's changes from run to run."""
        for file in sorted(archive.rglob("*.json")):
            value = json.loads(file.read_text(encoding="utf-8"))
            file.write_text(json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
