import BluetoothPort
import Foundation

extension CBPeripheral {
    func channelOpened(_ result: Result<Channel, PortError>) {}
}

extension CBCentralManager {
    func handle(_ event: ChannelEvent, of channel: ChannelIdentifier) {}
}

extension CBPeripheralManager {
    func handle(_ event: ChannelEvent, of channel: ChannelIdentifier) {}

    func channelOpened(by central: CBCentral, _ channel: Channel) {}
}
