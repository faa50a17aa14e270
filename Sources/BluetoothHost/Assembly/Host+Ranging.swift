import BluetoothTypes
import BluetoothWire

/// The distance to peers: what joins the machines of links with the controller and the configuration.
extension Host {
    /// What this controller can do in Channel Sounding; nil if it can't, or if the configuration does not use it.
    package var channelSounding: ChannelSoundingCapabilities? { profile.channelSounding }

    mutating func handle(_ command: RangingCommand, at now: Instant) {
        switch command {
        case .start(let link, _): emit(.ranging(link, .ended(.unsupported)))
        case .stop, .allow: break
        }
    }
}
