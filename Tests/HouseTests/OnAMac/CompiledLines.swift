import Foundation

/// Which lines of a source file the compilers of which hosts see.
struct CompiledLines {
    /// Who compiles. The stubs are what `Interop/apple` has in the place of Apple's modules.
    enum Host: CaseIterable { case linux, mac, phone, stubsOfMac, stubsOfPhone }

    /// Lines that only Apple's platforms have.
    private(set) var apple = 0
    /// Those of them that the check on Linux does not see.
    private(set) var unchecked = 0
    /// Lines that Linux has.
    private(set) var linux = 0

    private static let stubs: Set<String> = [
        "ObjectiveC", "Darwin", "Dispatch", "CoreFoundation", "Foundation", "XCTest", "CoreBluetooth",
        "Testing", "Observation",
    ]
    private static let onlyLinux: Set<String> = ["Glibc", "Musl", "Android", "FoundationNetworking"]
    private static let onlyApple: Set<String> = [
        "Darwin", "ObjectiveC", "SwiftUI", "UIKit", "AppKit", "Combine", "os", "AccessorySetupKit",
    ]

    init(_ text: String) {
        var hosts = Dictionary(uniqueKeysWithValues: Host.allCases.map { ($0, Conditions()) })
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("#"), Conditions.isDirective(code) {
                for host in Host.allCases { hosts[host]?.take(code) { Self.isTrue($0, host) } }
                continue
            }
            guard !code.isEmpty, !code.hasPrefix("//") else { continue }
            let active = Set(Host.allCases.filter { hosts[$0]?.isActive ?? true })
            if active.contains(.linux) {
                linux += 1
            } else if !active.isDisjoint(with: [.mac, .phone]) {
                apple += 1
                if active.isDisjoint(with: [.stubsOfMac, .stubsOfPhone]) { unchecked += 1 }
            }
        }
    }

    private static func isTrue(_ atom: String, _ host: Host) -> Bool {
        let argument =
            atom.split(separator: "(").last?.dropLast().split(separator: ".").first.map(String.init) ?? ""
        switch atom.prefix(while: { $0 != "(" }) {
        case "canImport":
            switch host {
            case .linux: return !onlyApple.contains(argument)
            case .mac: return !onlyLinux.contains(argument) && argument != "UIKit"
            case .phone: return !onlyLinux.contains(argument) && argument != "AppKit"
            // Modules of this package have an underscore or its name; the stubs have no others.
            case .stubsOfMac, .stubsOfPhone: return stubs.contains(argument)
            }
        case "os":
            switch host {
            case .linux: return argument == "Linux"
            case .mac, .stubsOfMac: return argument == "macOS"
            case .phone, .stubsOfPhone: return argument == "iOS"
            }
        // C's names.
        case "defined":
            return host == .linux ? ["__linux__", "__GLIBC__"].contains(argument) : onlyAppleC(argument)
        case "FARADAY_INTERPOSES", "compiler", "arch", "DEBUG": return true
        // The condition of Examples/XcodeApp.
        case "SIMULATED": return host == .phone || host == .stubsOfPhone
        case "FARADAY_SPARES_LOCKS", "TARGET_OS_OSX": return host != .linux
        case "targetEnvironment": return host == .phone || host == .stubsOfPhone
        default: return false
        }
    }

    private static func onlyAppleC(_ name: String) -> Bool {
        ["__APPLE__", "FARADAY_INTERPOSER", "__has_feature"].contains(name)
    }
}

/// The `#if`s around a line, for one host.
private struct Conditions {
    /// Whether the present branch of each is compiled, and whether one of its branches was.
    private var stack: [(isActive: Bool, wasActive: Bool)] = []

    var isActive: Bool { stack.allSatisfy(\.isActive) }

    private static let words = ["if", "ifdef", "ifndef", "elseif", "elif", "else", "endif"]

    private static func parts(_ code: Substring) -> (word: String, rest: String) {
        let text = code.dropFirst().drop { $0 == " " }
        let word = text.prefix { $0.isLetter }
        return (String(word), String(text.dropFirst(word.count)))
    }

    static func isDirective(_ code: Substring) -> Bool { words.contains(parts(code).word) }

    mutating func take(_ code: Substring, isTrue: @escaping (String) -> Bool) {
        let (word, rest) = Self.parts(code)
        switch word {
        case "if": push(Condition.evaluate(rest, isTrue: isTrue))
        // A guard against a second inclusion.
        case "ifndef": push(true)
        case "ifdef": push(isTrue("defined(\(rest.drop { $0 == " " }))"))
        case "elseif", "elif":
            guard let last = stack.popLast() else { return }
            let isActive = !last.wasActive && Condition.evaluate(rest, isTrue: isTrue)
            stack.append((isActive, last.wasActive || isActive))
        case "else":
            guard let last = stack.popLast() else { return }
            stack.append((!last.wasActive, true))
        default: _ = stack.popLast()
        }
    }

    private mutating func push(_ isActive: Bool) { stack.append((isActive, isActive)) }
}
