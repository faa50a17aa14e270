import Foundation
import PackagePlugin

/// `swift package seam`: what `faraday seam` does, in a package that depends on this one.
///
/// The command plugin builds what the module needs before it runs the tool, which can't do it: SwiftPM holds its lock while a
/// plugin runs.
@main
struct SeamPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        if !arguments.contains("--skip-build"), !arguments.contains("--help") { try build() }
        let process = Process()
        process.executableURL = try context.tool(named: "faraday-seam").url
        let root = context.package.directoryURL
        process.currentDirectoryURL = root
        process.arguments = arguments + fixedArguments(arguments, root)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            Diagnostics.error("seam ended with status \(process.terminationStatus)")
            return
        }
    }

    private func fixedArguments(_ arguments: [String], _ root: URL) -> [String] {
        if arguments.contains("--help") { return [] }
        var fixed = arguments.contains("--skip-build") ? [] : ["--skip-build"]
        if !arguments.contains("--package-path") { fixed += ["--package-path", root.path] }
        return fixed
    }

    /// Sources that wait for their facades don't compile yet; what they depend on does, and that is enough.
    private func build() throws {
        let result = try packageManager.build(.all(includingTests: false), parameters: .init())
        if !result.succeeded {
            Diagnostics.remark("the package does not build yet: the seam is made of what is built")
        }
    }
}
