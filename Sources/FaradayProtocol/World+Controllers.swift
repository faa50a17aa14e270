import BluetoothTypes
import FaradaySimulation

/// Controllers for hosts that are not Faraday's.
extension World {
    /// Adds a controller for a host outside the world. A controller that was removed under the same name comes back.
    ///
    /// ```swift
    /// let controller = world.addController(name: "Zephyr", at: .meters(1))
    /// controller.send(.command(.reset))
    /// try world.run(for: .milliseconds(1))
    /// let answers = controller.takePackets()
    /// ```
    ///
    /// - Parameters:
    ///   - name: The controller's name, for the timeline.
    ///   - position: The position of the controller.
    ///   - channelSounding: What it can do in Channel Sounding; nil for nothing. A controller that comes back keeps
    ///     what it had.
    ///   - byteLimit: How many bytes may wait for a host that does not take them. Data gets a quarter of that, then peers
    ///     have to keep theirs; reports are dropped when half of it is in use.
    ///   - onActivity: Called when packets begin to wait, and when too many bytes wait. It runs on the thread that
    ///     drives the world, without the world's lock.
    public func addController(
        name: String, at position: Position = .meters(1), channelSounding: ChannelSoundingRadio? = nil,
        byteLimit: Int = 1 << 24,
        onActivity: (@Sendable (AttachmentActivity) -> Void)? = nil
    ) -> AttachedController {
        attachController(
            name: name, at: position, channelSounding: channelSounding, byteLimit: byteLimit,
            onActivity: onActivity)
    }
}
