import BluetoothPort
import BluetoothTypes

extension World {
    /// Expects a misuse: from now on those of this kind are no failures, and if none happens, the test fails at
    /// its end. Outside of FaradayTesting, look at `missingMisuses`.
    ///
    /// ```swift
    /// World.current.expectMisuse(.notPoweredOn)
    /// ```
    public func expectMisuse(_ kind: Misuse.Kind) {
        lock.withLock { _ = $0.misuses.expect(kind) }
    }

    /// Expects a misuse while `body` runs: those of this kind are no failures, and without any this throws
    /// `MissingMisuse`.
    ///
    /// ```swift
    /// try world.expectMisuse(.notPoweredOn) {
    ///     app.central.stopScan()
    ///     try world.run(for: .seconds(1))
    /// }
    /// ```
    ///
    /// - Returns: What happened of this kind, oldest first.
    @discardableResult
    public func expectMisuse(_ kind: Misuse.Kind, _ body: () throws -> Void) throws -> [MisuseReport] {
        let number = lock.withLock { $0.misuses.expect(kind) }
        do {
            try body()
        } catch {
            _ = endExpectation(number)
            throw error
        }
        return try checked(endExpectation(number), kind)
    }

    /// As its synchronous form.
    @discardableResult
    public func expectMisuse(
        _ kind: Misuse.Kind, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async throws -> [MisuseReport] {
        let number = lock.withLock { $0.misuses.expect(kind) }
        do {
            try await body()
        } catch {
            _ = endExpectation(number)
            throw error
        }
        return try checked(endExpectation(number), kind)
    }

    /// The kinds that were expected and have not happened yet, as they were expected.
    public var missingMisuses: [Misuse.Kind] {
        lock.withLock { $0.misuses.expectations.filter(\.met.isEmpty).map(\.kind) }
    }

    /// An expected misuse did not happen.
    public struct MissingMisuse: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was expected.
        public let kind: Misuse.Kind

        /// Creates an error.
        public init(kind: Misuse.Kind) { self.kind = kind }

        /// Which misuse was missed, in words.
        public var description: String { "the expected misuse .\(kind.rawValue) did not happen" }
    }

    private func endExpectation(_ number: Int) -> [MisuseReport] {
        lock.withLock { $0.misuses.endExpectation(number) }
    }

    private func checked(_ reports: [MisuseReport], _ kind: Misuse.Kind) throws -> [MisuseReport] {
        guard !reports.isEmpty else { throw MissingMisuse(kind: kind) }
        return reports
    }
}

/// A misuse that a test is about.
struct MisuseExpectation {
    let number: Int
    let kind: Misuse.Kind
    var met: [World.MisuseReport] = []
}

extension MisuseLog {
    /// Adds an expectation; its number.
    mutating func expect(_ kind: Misuse.Kind) -> Int {
        let number = (expectations.last?.number ?? 0) + 1
        expectations.append(MisuseExpectation(number: number, kind: kind))
        return number
    }

    mutating func endExpectation(_ number: Int) -> [World.MisuseReport] {
        guard let index = expectations.firstIndex(where: { $0.number == number }) else { return [] }
        return expectations.remove(at: index).met
    }

    /// Whether somebody expected this; the latest who did takes it.
    mutating func meetExpectation(_ report: World.MisuseReport) -> Bool {
        guard let index = expectations.lastIndex(where: { $0.kind == report.misuse.kind }) else {
            return false
        }
        if expectations[index].met.count < Self.capacity { expectations[index].met.append(report) }
        return true
    }
}
