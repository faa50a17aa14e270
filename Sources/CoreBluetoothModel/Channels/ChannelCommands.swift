import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// L2CAP channels of apps (ledger 6.29–6.36).
extension PhoneModel {
    // MARK: What apps ask

    mutating func openChannel(_ psm: UInt16, of session: SessionID, _ attachment: Int, _ link: Int) {}

    mutating func handle(
        _ command: ChannelCommand, on identifier: ChannelIdentifier, of session: SessionID
    ) -> Bool { false }

    mutating func publishChannel(isEncrypted: Bool, _ index: Int) {}

    mutating func unpublishChannel(_ psm: UInt16, _ index: Int) {}

    /// Closes what a manager has open and published, without a word to it.
    mutating func endChannels(of session: SessionID) {}

    /// The link is gone, and all channels with it.
    mutating func endChannels(onLink slot: Int) {}

    /// The radio is off, or the stack was reset.
    mutating func endAllChannels(isCleared: Bool) {}

    // MARK: What the host tells

    mutating func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {}

    mutating func channelFailed(
        _ link: Host.LinkID, _ token: Host.Token, _ failure: Host.ChannelFailure
    ) {}

    mutating func channelReceived(_ id: Host.ChannelID, _ sdu: [UInt8]) {}

    mutating func channelSent(_ id: Host.ChannelID, _ token: Host.Token) {}

    mutating func channelClosed(_ id: Host.ChannelID) {}
}
