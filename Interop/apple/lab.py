"""What the scripts share: Apple's platforms at the package's deployment targets, and where things lie."""
import argparse, os, shutil

triples = {
    "macos": "x86_64-apple-macosx12.0",
    "ios": "arm64-apple-ios15.0",
    "simulator": "arm64-apple-ios15.0-simulator",
    "tvos": "arm64-apple-tvos15.0",
    "watchos": "arm64-apple-watchos8.0",
    "visionos": "arm64-apple-xros1.0",
}
# SwiftPM on a Mac compiles test targets for XCTest's own deployment target where that is higher than the
# package's. That it is macOS 14 with Xcode 16 and 26 is an assumption; on the others none is known to be higher.
tests_at = {"macos": "macosx14.0"}


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--work", required=True, help="a folder for everything that is built")
    parser.add_argument("--platform", default="macos", choices=triples)
    parser.add_argument("--toolchain", default=os.environ.get("SWIFT_TOOLCHAIN"), help="the Linux toolchain's usr folder")
    return parser


class Place:
    """Where things lie for one platform."""

    def __init__(self, options):
        swiftc = shutil.which("swiftc")
        self.toolchain = options.toolchain or os.path.dirname(os.path.dirname(os.path.realpath(swiftc)))
        self.here = os.path.dirname(os.path.abspath(__file__))
        self.triple = triples[options.platform]
        self.work = os.path.join(options.work, options.platform)
        self.frontend = os.path.join(self.toolchain, "bin/swift-frontend")
        self.library = os.path.join(self.toolchain, "lib/swift")
        for name in ("interfaces", "modules", "cache", "sdk", "resources"):
            path = os.path.join(self.work, name)
            setattr(self, name, path)
            os.makedirs(path, exist_ok=True)
        # A resource folder without the Linux modules (dispatch, CoreFoundation …) that lie in the toolchain's.
        for name in ("clang", "shims", "apinotes", "host"):
            link = os.path.join(self.resources, name)
            if not os.path.lexists(link): os.symlink(os.path.join(self.library, name), link)

    def flags(self, triple=None):
        return ["-target", triple or self.triple, "-sdk", self.sdk, "-resource-dir", self.resources, "-I", self.modules,
                "-I", os.path.join(self.resources, "shims"), "-module-cache-path", self.cache, "-no-color-diagnostics"]
