import BluetoothPort

extension CBCentralManager {
    static func reachesStreams(_ event: Central.Event) -> Bool {
        switch event {
        case .channelOpened, .channel: true
        default: false
        }
    }
}

extension CBPeripheralManager {
    static func reachesStreams(_ event: Peripheral.Event) -> Bool {
        switch event {
        case .channelOpened, .channel: true
        default: false
        }
    }

    /// A central opened a channel; a channel that the app does not retain closes when the callback returns.
    func channelOpened(by central: CBCentral, _ value: Channel) {
        let port = port
        let line = ChannelLine(inbox.errands, phone: inbox.provider) { command in
            port.send(.channel(value.identifier, command))
        }
        inbox.channels.insert(line, as: value.identifier)
        let channel = CBL2CAPChannel(line, to: central, psm: value.psm)
        delegate?.peripheralManager(self, didOpen: channel, error: nil)
    }
}
