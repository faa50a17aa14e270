import BluetoothTypes

/// Which one of several peripherals that match `Central.find` returns.
public struct PeripheralChoice: Sendable {
    /// Asks for one of the peripherals in the lists; see `asking(losingAfter:_:)`.
    public typealias Question = @Sendable (_ lists: AsyncStream<[Sighting]>) async throws -> Peripheral?

    enum Kind: Sendable {
        case first
        case strongest(after: Nanoseconds)
        case asking(losingAfter: Nanoseconds, Question)
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The first one that is found.
    public static let first = PeripheralChoice(.first)

    /// The one with the strongest signal, on average over a time that begins with the first one that is found.
    ///
    /// Peripherals that the system knows but that were not heard come last.
    public static func strongest(after time: Nanoseconds) -> PeripheralChoice {
        PeripheralChoice(.strongest(after: time))
    }

    /// The one that the closure returns; it may ask the user.
    ///
    /// The closure is called once, when the search begins. It gets the list of peripherals as it changes: those that match,
    /// in the order in which they were found, each with its newest sighting, without those that were lost. A list that
    /// was not read in time is replaced by the next one. The stream ends when the search ends: with an error, with its limit,
    /// or because its task was cancelled; the closure should then return.
    ///
    /// If the closure returns `nil`, `find` throws `ClientError` with the reason `.notChosen`. It rethrows an error.
    ///
    /// ```swift
    /// let strap = try await central.find(
    ///     .advertising([HeartRate.service]),
    ///     choosing: .asking { @MainActor lists in
    ///         async let shown: Void = picker.show(lists)  // for await list in lists { … }
    ///         return await picker.choice()
    ///     })
    /// ```
    ///
    /// - Parameters:
    ///   - expiry: How long a peripheral stays in the list after the last report of it.
    ///   - question: Returns the peripheral, or `nil` if none is wanted.
    public static func asking(
        losingAfter expiry: Nanoseconds = .seconds(10), _ question: @escaping Question
    ) -> PeripheralChoice {
        PeripheralChoice(.asking(losingAfter: expiry, question))
    }
}
