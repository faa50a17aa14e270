import Foundation
import Testing

@testable import FaradayLive

@Suite struct SerialPortTests {
    private func settings(of descriptor: Int32) -> termios {
        var settings = termios()
        #expect(tcgetattr(descriptor, &settings) == 0)
        return settings
    }

    @Test(arguments: [
        HCIEndpoint.SerialSettings(), .init(baud: 9600), .init(baud: 115_200, flowControl: .none),
        .init(baud: 3_000_000, flowControl: .rtscts), .init(baud: 4_000_000, flowControl: .none),
    ])
    func aPortIsSetAsAskedFor(_ wish: HCIEndpoint.SerialSettings) throws {
        let listener = try HCIListener(.pty(link: nil))
        defer { listener.close() }
        guard case .serial(let path, _) = listener.peerEndpoint else {
            Issue.record("\(listener.peerEndpoint)")
            return
        }
        let port = try HCIConnection(.serial(path: path, wish))
        defer { port.close() }
        var settings = settings(of: port.descriptor)
        #expect(cfgetospeed(&settings) == SerialPort.speed(wish.baud))
        #expect(cfgetispeed(&settings) == SerialPort.speed(wish.baud))
        let hasFlowControl = settings.c_cflag & SerialPort.hardwareFlowControl != 0
        #expect(hasFlowControl == (wish.flowControl == .rtscts))
        #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        #expect(settings.c_cflag & tcflag_t(PARENB | CSTOPB) == 0)
        #expect(settings.c_cflag & tcflag_t(CLOCAL | CREAD) == tcflag_t(CLOCAL | CREAD))
        #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        #expect(settings.c_iflag & tcflag_t(IXON | ICRNL | ISTRIP) == 0)
        #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
    }

    #if os(Linux)
    @Test func aKernelWithoutBluetoothSaysSo() throws {
        let probe = socket(31, Int32(SOCK_RAW.rawValue), 1)
        guard probe < 0, errno == EAFNOSUPPORT else {
            // There is Bluetooth here, and no device of this number.
            if probe >= 0 { close(probe) }
            #expect(throws: LiveError.self) { try HCIConnection(.hciSocket(65535)) }
            return
        }
        #expect(throws: LiveError.unreachable(.hciSocket(0), "this kernel has no Bluetooth")) {
            try HCIConnection(.hciSocket(0))
        }
    }

    @Test(arguments: [
        (EBUSY, "hciconfig hci7 down"), (EPERM, "CAP_NET_ADMIN"), (ENODEV, "no hci7"), (ERFKILL, "rfkill"),
        (EPROTONOSUPPORT, "no HCI sockets"), (EIO, "Input/output error"),
    ])
    func aRefusalOfTheKernelSaysWhatToDo(_ code: Int32, _ part: String) {
        #expect(HCISocket.reason(code, 7).contains(part))
    }
    #endif

    /// A socket pair that keeps packets apart, as the kernel's HCI sockets do.
    @Test func aPacketSocketGetsOnePacketAtATime() throws {
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
        let kind = SOCK_DGRAM
        #else
        let kind = Int32(SOCK_SEQPACKET.rawValue)
        #endif
        #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let connection = try HCIConnection(owning: ends[0], .packets, .hciSocket(0), isWakeable: true)
        defer {
            connection.close()
            close(ends[1])
        }
        let reset: [UInt8] = [1, 3, 0x0C, 0]
        let data: [UInt8] = [2, 1, 0, 3, 0, 7, 8, 9]
        let cut: [UInt8] = [1, 1, 0x0C]
        #expect(try connection.writeAvailable(reset + data + reset + cut) == 16)
        var buffer = [UInt8](repeating: 0, count: 64)
        for packet in [reset, data, reset] {
            #expect(recv(ends[1], &buffer, 64, 0) == packet.count)
            #expect(Array(buffer[..<packet.count]) == packet)
        }
        // What no host sends is refused, and the packet before it is sent.
        let unknown = LiveError.failed(.hciSocket(0), "a host sends no packet with the indicator 3")
        #expect(throws: unknown) { try connection.writeAvailable(reset + [3, 0x13, 0]) }
        #expect(recv(ends[1], &buffer, 64, 0) == reset.count)
        // The longest there is comes whole.
        let long: [UInt8] = [2, 1, 0x20, 0xFF, 0xFF] + [UInt8](repeating: 5, count: 0xFFFF)
        var size: Int32 = 1 << 20
        setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, 4)
        #expect(send(ends[1], long, long.count, 0) == long.count)
        #expect(try connection.readAvailable() == long)
    }
}
