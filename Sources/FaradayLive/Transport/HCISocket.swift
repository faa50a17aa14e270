#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The HCI user channel of Linux: a controller of this machine that the kernel does not use meanwhile.
///
/// Each read and write transfers one packet with its H4 indicator.
enum HCISocket {
    static func open(_ number: UInt16, _ endpoint: HCIEndpoint) throws(LiveError) -> Int32 {
        #if os(Linux)
        let socket = socket(family, Int32(SOCK_RAW.rawValue), hciProtocol)
        guard socket >= 0 else { throw LiveError.unreachable(endpoint, reason(errno, number)) }
        var address = Address(
            family: sa_family_t(family), device: number, channel: userChannel)
        let size = socklen_t(MemoryLayout<Address>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) == 0 }
        }
        guard isBound else {
            let reason = reason(errno, number)
            Descriptor.close(socket)
            throw LiveError.unreachable(endpoint, reason)
        }
        return socket
        #else
        throw LiveError.unreachable(endpoint, "HCI sockets exist only on Linux")
        #endif
    }

    #if os(Linux)
    // Numbers of the kernel's interface, for which Glibc has no header.
    private static let family: Int32 = 31
    private static let hciProtocol: Int32 = 1
    private static let userChannel: UInt16 = 1

    /// `sockaddr_hci`.
    private struct Address {
        var family: sa_family_t
        var device: UInt16
        var channel: UInt16
    }

    /// The meaning of the system's error here, and what to do about it.
    static func reason(_ code: Int32, _ number: UInt16) -> String {
        switch code {
        case EAFNOSUPPORT: "this kernel has no Bluetooth"
        case EPROTONOSUPPORT: "this kernel's Bluetooth has no HCI sockets"
        case EPERM, EACCES: "the process needs the capability CAP_NET_ADMIN"
        case EBUSY:
            "it is up or in use; take it down first, with 'hciconfig hci\(number) down' or 'btmgmt power off'"
        case ENODEV: "there is no hci\(number)"
        case ERFKILL: "it is switched off by rfkill"
        default: String(cString: strerror(code))
        }
    }
    #endif
}
