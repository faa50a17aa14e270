extension Device {
    /// How far a strict replay has come; `nil` if the device replays nothing.
    ///
    /// ```swift
    /// let strap = world.add(.file("strap.faraday.json", replay: .strict))
    /// // The app does what it did when the conversation was recorded.
    /// try await world.run(until: { strap.replay?.isComplete == true })
    /// ```
    ///
    /// May be read from any thread, and from callbacks.
    public var replay: DeviceConversation.Progress? {
        perform { node, _ in node.replay }?.machine.progress
    }
}
