import Foundation

extension SwiftPackage {
    /// A target of a package.
    struct Target: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case swift, clang, system, binary, other
        }

        var name: String
        /// The name of its module.
        var module: String
        /// From a manifest alone nobody knows whether a target is written in Swift or in C; then it is `other`.
        var kind: Kind
        /// The directory of its package.
        var package: String
        /// Its own directory.
        var path: String
        /// Where its headers are, from its directory.
        var headers = "include"
        /// Its files; only known of the targets of the package itself.
        var sources: [String] = []
        var pkgConfig: String?
    }
}

extension SwiftPackage.Target {
    /// The targets in what `swift package describe` prints.
    static func all(inDescription data: Data, root: String) -> [Self]? {
        struct Description: Decodable {
            struct Target: Decodable {
                var name: String
                var c99name: String
                var module_type: String
                var path: String
                var sources: [String]?
            }

            var targets: [Target]
        }
        let kinds: [String: Kind] = [
            "SwiftTarget": .swift, "ClangTarget": .clang, "SystemLibraryTarget": .system,
            "BinaryTarget": .binary,
        ]
        return (try? JSONDecoder().decode(Description.self, from: data))?.targets.map { target in
            let path = target.path.hasPrefix("/") ? target.path : "\(root)/\(target.path)"
            return Self(
                name: target.name, module: target.c99name, kind: kinds[target.module_type] ?? .other,
                package: root,
                path: path, sources: (target.sources ?? []).map { "\(path)/\($0)" })
        }
    }

    /// The targets in what `swift package dump-package` prints; none if it is no manifest.
    static func all(inManifest data: Data, root: String) -> [Self] {
        struct Manifest: Decodable {
            struct Target: Decodable {
                var name: String
                var type: String
                var path: String?
                var pkgConfig: String?
                var publicHeadersPath: String?
            }

            var targets: [Target]
        }
        let targets = (try? JSONDecoder().decode(Manifest.self, from: data))?.targets ?? []
        return targets.filter { !["test", "plugin"].contains($0.type) }.map { target in
            let kind: Kind = target.type == "system" ? .system : target.type == "binary" ? .binary : .other
            let folders =
                (target.path.map { [$0] }
                ?? ["Sources", "Source", "src", "srcs"].map { "\($0)/\(target.name)" })
                .map { "\(root)/\($0)" }
            return Self(
                name: target.name, module: module(target.name), kind: kind, package: root,
                path: folders.first(where: FileManager.default.fileExists) ?? folders[0],
                headers: target.publicHeadersPath ?? "include", pkgConfig: target.pkgConfig)
        }
    }

    /// The directories of all packages in what `swift package show-dependencies` prints.
    static func packages(inDependencies data: Data) -> Set<String> {
        struct Node: Decodable {
            var path: String
            var dependencies: [Node]

            var paths: [String] { [path] + dependencies.flatMap(\.paths) }
        }
        // SwiftPM may print about what it fetched first.
        let start = data.firstIndex(of: UInt8(ascii: "{")) ?? data.startIndex
        return Set((try? JSONDecoder().decode(Node.self, from: data[start...]))?.paths ?? [])
    }

    /// The name of a target's module: what can't stand in an identifier becomes an underscore.
    static func module(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> Character in
            let isFine = scalar.properties.isXIDContinue || scalar == "_"
            return isFine ? Character(scalar) : "_"
        }
        let text = String(letters)
        guard let first = text.unicodeScalars.first, !first.properties.isXIDStart, first != "_" else {
            return text
        }
        return "_" + text.dropFirst()
    }
}
