import BluetoothPort
import Foundation

extension CBPeripheral {
    /// The answer to `openL2CAPChannel(_:)`; a channel that the app does not retain closes when the callback
    /// returns.
    func channelOpened(_ result: Result<Channel, PortError>) {
        switch result {
        case .failure(let error): delegate?.peripheral(self, didOpen: nil, error: error.appleError)
        case .success(let value):
            let port = port
            let line = ChannelLine(inbox.errands, phone: inbox.provider) { command in
                port.send(.channel(value.identifier, command))
            }
            inbox.channels.insert(line, as: value.identifier)
            let channel = CBL2CAPChannel(line, to: self, psm: value.psm)
            delegate?.peripheral(self, didOpen: channel, error: nil)
        }
    }
}
