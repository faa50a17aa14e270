import BluetoothWire
import FaradaySimulation
import Foundation

/// A simulated controller behind a TCP port: the other end of a `LivePhone`, for one host.
///
/// A thread of its own carries packets between the socket and the controller until the host hangs up or
/// `stop` is called.
final class ControllerServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let controller: AttachedController

    init(_ controller: AttachedController) throws {
        self.controller = controller
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.serve() }
    }

    private func serve() {
        let client = accept(listener, nil, nil)
        close(listener)
        guard client >= 0 else { return }
        defer { close(client) }
        var parser = HCI.H4Parser()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var waiting = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 1) > 0 {
                let count = recv(client, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                // Two parts, so that packets arrive cut.
                for part in [buffer[..<(count / 2)], buffer[(count / 2)..<count]] {
                    parser.append(Array(part))
                    while let packet = try? parser.next() { controller.send(packet) }
                }
            }
            for packet in controller.takePackets() {
                let bytes = packet.h4Bytes
                guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
            }
        }
    }
}
