import BluetoothPort
import CInterposition

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Names of functions, from return addresses.
package enum Symbols {
    /// The function of the app or of the test in which work was handed on, as `Connection.read`; `nil` if it is not known.
    package static func place(of origin: Origin) -> String? {
        call(in: origin.addresses)?.function
    }

    /// The innermost call of the app or of the test, and its function.
    static func call(in addresses: [UInt]) -> (address: UInt, function: String)? {
        for address in addresses {
            if let name = name(at: address), !isOurs(name.module) { return (address, name.text) }
        }
        return nil
    }

    /// The calls from the last one of the app or of the test on before there is one of ours, and all outside of it.
    static func outermostCalls(in addresses: [UInt]) -> ArraySlice<UInt>? {
        var last: Int?
        for (index, address) in addresses.enumerated() {
            guard let name = name(at: address) else { continue }
            if !isOurs(name.module) { last = index } else if last != nil { break }
        }
        return last.map { addresses[$0...] }
    }

    /// A few places of an app are asked for again and again.
    private static let known = Lock<[UInt: FunctionName?]>([:])

    private static func name(at address: UInt) -> FunctionName? {
        if let name = known.withLock({ $0[address] }) { return name }
        let name = lookUp(address)
        known.withLock { $0[address] = .some(name) }
        return name
    }

    /// A return address follows the call, which may be the last instruction of its function.
    private static func lookUp(_ address: UInt) -> FunctionName? {
        guard let symbol = faraday_function_at(address - 1), let words = faraday_demangle(symbol) else {
            return nil
        }
        defer { free(words) }
        return FunctionName(String(cString: words))
    }

    /// Whether a module is one of those between the app and the system.
    private static func isOurs(_ module: Substring) -> Bool { modules.contains(String(module)) }

    private static let modules: Set<String> = [
        "BluetoothPort", "FaradayAppTime", "FaradaySimulation", "FaradayCoreBluetooth",
        "FaradayAccessorySetup",
        "FaradayNearbyInteraction", "FaradayClient", "CoreBluetoothMock", "FaradayTesting",
        "FaradayExploration",
        "FaradayBridge", "Dispatch", "Foundation", "Swift", "_Concurrency", "Testing", "XCTest",
    ]
}

/// A function's name without what only a compiler needs.
struct FunctionName {
    let module: Substring
    /// `Connection.read`.
    let text: String

    /// - Parameter words: `closure #1 @Sendable () -> () in App.(Connection in _0A1B).read(of: Swift.Int) -> ()`.
    init?(_ words: String) {
        var whole = Self.withoutPrivateNames(words)
        // A part of an asynchronous function: `(1) suspend resume partial function for App.read() async`.
        if let part = whole.lastRange(of: " partial function for ") {
            whole = String(whole[part.upperBound...])
        }
        // What is innermost stands first.
        var name = whole[...]
        if let place = whole.lastRange(of: " in ") { name = whole[place.upperBound...] }
        for prefix in ["variable initialization expression of ", "static ", "(extension in "]
        where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.count)
        }
        // The module of an extension: `App):Other.Type.method()`.
        if let end = name.range(of: "):") { name = name[end.upperBound...] }
        name = name.prefix { $0 != "(" && $0 != "<" && $0 != " " }
        let parts = name.split(separator: ".")
        guard parts.count > 1, let module = parts.first, !whole.hasPrefix("reabstraction thunk") else {
            return nil
        }
        self.module = module
        text = parts.dropFirst().joined(separator: ".")
    }

    /// `(Name in _0A1B)` as `Name`.
    private static func withoutPrivateNames(_ words: String) -> String {
        var result = ""
        var rest = words[...]
        while let middle = rest.range(of: " in _") {
            guard let open = rest[..<middle.lowerBound].lastIndex(of: "("),
                let close = rest[middle.upperBound...].firstIndex(of: ")"),
                rest[middle.upperBound..<close].allSatisfy(\.isHexDigit)
            else {
                result += rest[..<middle.upperBound]
                rest = rest[middle.upperBound...]
                continue
            }
            result += rest[..<open] + rest[rest.index(after: open)..<middle.lowerBound]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

extension StringProtocol {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    fileprivate func lastRange(of text: String) -> Range<Index>? {
        var last: Range<Index>?
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { last = start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return last
    }
}
