/// The options of `faraday seam`.
struct SeamOptions: Equatable {
    var module = ""
    var symbolGraph: String?
    var types: [String] = []
    var wantsFunctions = false
    var usedIn: [String] = []
    var protocolName: String?
    var renames: [SeamRequest.Rename] = []
    var delegateStyle = SeamRequest.DelegateStyle.protocol
    var isPublic = false
    var output: String?
    var tests: String?
    var testable: String?
    var checks = false
    var search = ModuleSearch()
    var packagePath: String?
    var scratchPath: String?
    var skipsBuild = false

    /// A mistake in the options, in one line.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    init(_ arguments: [String]) throws(Mistake) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if try takeFlag(option) { continue }
            guard Self.withValue.contains(option) else { throw Mistake(description: Self.unknown(option)) }
            guard let value = rest.popFirst(), option == "-Xcc" || !value.hasPrefix("-") else {
                throw Mistake(description: "\(option) needs a value")
            }
            try take(option, value)
        }
        if module.isEmpty, symbolGraph == nil {
            throw Mistake(
                description: "which module? Give --module NAME; 'faraday seam --help' lists the options")
        }
        if checks, output == nil {
            throw Mistake(description: "--check compares with files: give --output too")
        }
        if tests != nil, output == nil { throw Mistake(description: "--tests needs --output too") }
    }

    private mutating func takeFlag(_ option: String) throws(Mistake) -> Bool {
        switch option {
        case "--functions": wantsFunctions = true
        case "--public": isPublic = true
        case "--check": checks = true
        case "--skip-build": skipsBuild = true
        default: return false
        }
        return true
    }

    private static let withValue: Set = [
        "--module", "--symbol-graph", "--type", "--used-in", "--protocol", "--rename", "--delegate",
        "--output",
        "--tests", "--testable", "--target", "--sdk", "--resource-dir", "--package-path", "--scratch-path",
        "-I", "-F",
        "-Xcc",
    ]

    static let all = withValue.union(["--functions", "--public", "--check", "--skip-build", "--help"])

    private static func unknown(_ option: String) -> String {
        let nearest = closest(to: option, among: all.sorted()).map { "; the nearest is \($0)" } ?? ""
        return "there is no option '\(option)'\(nearest)"
    }

    private mutating func take(_ option: String, _ value: String) throws(Mistake) {
        switch option {
        case "--module": module = value
        case "--symbol-graph": symbolGraph = value
        case "--type": types += value.split(separator: ",").map(String.init)
        case "--used-in": usedIn.append(value)
        case "--protocol": protocolName = try Self.typeName(value)
        case "--rename": renames.append(try Self.rename(value))
        case "--delegate":
            guard let style = SeamRequest.DelegateStyle(rawValue: value) else {
                throw Mistake(description: "--delegate is 'protocol' or 'async', not '\(value)'")
            }
            delegateStyle = style
        case "--output": output = value
        case "--tests": tests = value
        case "--testable": testable = value
        case "--target": search.target = value
        case "--sdk": search.sdk = value
        case "--resource-dir": search.resourceDirectory = value
        case "--package-path": packagePath = value
        case "--scratch-path": scratchPath = value
        case "-I": search.includes.append(value)
        case "-F": search.frameworks.append(value)
        default: search.clang.append(value)
        }
    }

    private static func typeName(_ value: String) throws(Mistake) -> String {
        guard let name = RenameTarget.parse(value), name.labels == nil, value.first?.isUppercase ?? false
        else {
            throw Mistake(description: "--protocol is the name of a Swift type, which '\(value)' is not")
        }
        return value
    }

    private static func rename(_ value: String) throws(Mistake) -> SeamRequest.Rename {
        let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let new = RenameTarget.parse(parts[1]) else {
            throw Mistake(description: "--rename is OLD=NEW, as in 'scanForThings()=scan()', not '\(value)'")
        }
        let old = RenameTarget.parse(parts[0])
        guard let old, old.labels?.count == new.labels?.count else {
            throw Mistake(description: "--rename '\(value)': both names need the same number of arguments")
        }
        return SeamRequest.Rename(old: parts[0], new: parts[1])
    }

    /// The command as generated files repeat it: without what differs between machines.
    var header: String {
        var words = ["faraday", "seam", "--module", module]
        for type in types { words += ["--type", type] }
        if wantsFunctions { words.append("--functions") }
        for place in usedIn where !place.hasPrefix("/") { words += ["--used-in", place] }
        if let protocolName { words += ["--protocol", protocolName] }
        for rename in renames { words += ["--rename", "'\(rename.old)=\(rename.new)'"] }
        if delegateStyle != .protocol { words += ["--delegate", delegateStyle.rawValue] }
        if isPublic { words.append("--public") }
        for (option, place) in [("--output", output), ("--tests", tests), ("--testable", testable)] {
            if let place, !place.hasPrefix("/") { words += [option, place] }
        }
        return words.joined(separator: " ")
    }

    static let help = """
        usage: faraday seam --module NAME [--type TYPE ...] [--output DIR] [--tests DIR] [options]

        Writes, for types of a module that tests can't replace, what an app needs to put a test double in
        their place: a protocol (the facade), the real type behind it (an extension or a proxy), a dummy
        for simulators and previews, and a spy for tests. It is plain Swift and depends on nothing.
        Documentation/Seams.md has examples.

        What to write
          --module NAME          the module: of your SwiftPM package, of the toolchain, of the SDK
          --symbol-graph FILE    read this symbol graph (NAME.symbols.json) instead of making one
          --type TYPE            a class, actor, protocol, structure or enumeration; can be repeated.
                                 Without it: all classes, actors and protocols that do something
          --functions            the module's top-level functions and variables too
          --used-in DIR          only what the Swift sources in DIR use; can be repeated
          --protocol NAME        the facade's name, if there is one type
          --rename OLD=NEW       another name for a member: 'scanForThings()=scan()'; can be repeated
          --delegate STYLE       'protocol' (the default): the delegate's methods, with facades in them;
                                 'async': a stream of events instead of a delegate
          --public               public declarations, for a module of their own

        Where to write it
          --output DIR           facades, conformances, proxies, dummies. Without it: to standard output
          --tests DIR            spies. Without it: to --output too
          --testable NAME        the module that spies import; from 'Sources/NAME' in --output if not given
          --check                writes nothing; fails with a difference if files would change

        Where the module is
          --package-path DIR     the package; the working directory's if not given
          --scratch-path DIR     where that package is built, if not in .build
          --skip-build           the package is built already
          -I DIR, -F DIR         where modules and frameworks are
          -Xcc OPTION            an option for the importer of C and Objective-C
          --target, --sdk, --resource-dir    as for swiftc. On a Mac, for an iOS app:
                                 --sdk "$(xcrun --sdk iphonesimulator --show-sdk-path)"
                                 --target arm64-apple-ios17.0-simulator

          --help                 this text

        """
}
