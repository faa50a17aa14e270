import BluetoothPort
import BluetoothTypes

extension World {
    /// Expects a misuse. From now on misuses of this kind are not failures. If none happens, the test fails when it
    /// ends; without FaradayTesting, look at `missingMisuses`.
    ///
    /// ```swift
    /// World.current.expectMisuse(.notPoweredOn)
    /// ```
    public func expectMisuse(_ kind: Misuse.Kind) {
        lock.withLock { _ = $0.misuses.expect(kind) }
    }

    /// Expects a misuse while `body` runs. Misuses of this kind are not failures meanwhile. If none happens, this
    /// throws `MissingMisuse`.
    ///
    /// ```swift
    /// try world.expectMisuse(.notPoweredOn) {
    ///     app.central.stopScan()
    ///     try world.run(for: .seconds(1))
    /// }
    /// ```
    ///
    /// - Returns: The misuses of this kind that happened, oldest first.
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

    /// Expects a misuse while the asynchronous `body` runs, as the synchronous form does.
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

    /// The kinds that are expected and have not happened yet, in the order of the calls.
    public var missingMisuses: [Misuse.Kind] {
        lock.withLock { $0.misuses.expectations.filter(\.met.isEmpty).map(\.kind) }
    }

    /// An expected misuse did not happen.
    public struct MissingMisuse: Error, Hashable, Sendable, CustomStringConvertible {
        /// The kind that was expected.
        public let kind: Misuse.Kind

        public init(kind: Misuse.Kind) { self.kind = kind }

        /// The missing misuse, in words.
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

/// A misuse that a test expects.
struct MisuseExpectation {
    let number: Int
    let kind: Misuse.Kind
    var met: [World.MisuseReport] = []
}

extension MisuseLog {
    /// Adds an expectation and returns its number.
    mutating func expect(_ kind: Misuse.Kind) -> Int {
        let number = (expectations.last?.number ?? 0) + 1
        expectations.append(MisuseExpectation(number: number, kind: kind))
        return number
    }

    mutating func endExpectation(_ number: Int) -> [World.MisuseReport] {
        guard let index = expectations.firstIndex(where: { $0.number == number }) else { return [] }
        return expectations.remove(at: index).met
    }

    /// Whether this misuse is expected; the latest expectation of its kind records it.
    mutating func meetExpectation(_ report: World.MisuseReport) -> Bool {
        guard let index = expectations.lastIndex(where: { $0.kind == report.misuse.kind }) else {
            return false
        }
        if expectations[index].met.count < Self.capacity { expectations[index].met.append(report) }
        return true
    }
}
