#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A serial port: raw bytes, 8 data bits, no parity, 1 stop bit.
enum SerialPort {
    /// Opens the port and discards bytes that arrived before.
    static func open(
        _ path: String, _ settings: HCIEndpoint.SerialSettings, _ endpoint: HCIEndpoint
    ) throws(LiveError) -> Int32 {
        // Without O_NONBLOCK, opening a port with modem lines would wait for a carrier.
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        #if canImport(Darwin)
        let descriptor = Darwin.open(path, flags)
        #else
        let descriptor = Glibc.open(path, flags)
        #endif
        guard descriptor >= 0 else { throw LiveError.unreachable(endpoint, Descriptor.lastError) }
        do throws(LiveError) {
            try configure(descriptor, settings, endpoint)
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func configure(
        _ descriptor: Int32, _ settings: HCIEndpoint.SerialSettings, _ endpoint: HCIEndpoint
    ) throws(LiveError) {
        guard isatty(descriptor) == 1 else {
            throw LiveError.unreachable(endpoint, "it is not a serial port")
        }
        var attributes = termios()
        guard tcgetattr(descriptor, &attributes) == 0 else {
            throw LiveError.unreachable(endpoint, Descriptor.lastError)
        }
        guard let speed = speed(settings.baud) else {
            throw LiveError.unreachable(endpoint, "this system does not support \(settings.baud) baud")
        }
        cfmakeraw(&attributes)
        attributes.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD)
        attributes.c_cflag &= ~(tcflag_t(CSTOPB) | hardwareFlowControl)
        if settings.flowControl == .rtscts { attributes.c_cflag |= hardwareFlowControl }
        // Without a minimum, a read of zero bytes would look like the end.
        withUnsafeMutableBytes(of: &attributes.c_cc) { codes in
            codes[Int(VMIN)] = 1
            codes[Int(VTIME)] = 0
        }
        guard cfsetispeed(&attributes, speed) == 0, cfsetospeed(&attributes, speed) == 0,
            tcsetattr(descriptor, TCSANOW, &attributes) == 0, tcflush(descriptor, TCIOFLUSH) == 0
        else { throw LiveError.unreachable(endpoint, Descriptor.lastError) }
        // Success only means that at least one setting was accepted.
        var result = termios()
        guard tcgetattr(descriptor, &result) == 0, cfgetospeed(&result) == speed else {
            throw LiveError.unreachable(endpoint, "the port does not support \(settings.baud) baud")
        }
        guard result.c_cflag & hardwareFlowControl == attributes.c_cflag & hardwareFlowControl else {
            throw LiveError.unreachable(
                endpoint, "the port does not support flow=\(settings.flowControl.rawValue)")
        }
    }

    #if canImport(Darwin)
    static let hardwareFlowControl = tcflag_t(CRTSCTS)

    static func speed(_ baud: UInt32) -> speed_t? { speed_t(baud) }
    #else
    /// `CRTSCTS` of termios(3), which is not imported with the type of the flags.
    static let hardwareFlowControl: tcflag_t = 0x8000_0000

    static func speed(_ baud: UInt32) -> speed_t? {
        let code: Int32? =
            switch baud {
            case 9600: B9600
            case 19200: B19200
            case 38400: B38400
            case 57600: B57600
            case 115_200: B115200
            case 230_400: B230400
            case 460_800: B460800
            case 500_000: B500000
            case 576_000: B576000
            case 921_600: B921600
            case 1_000_000: B1000000
            case 1_152_000: B1152000
            case 1_500_000: B1500000
            case 2_000_000: B2000000
            case 2_500_000: B2500000
            case 3_000_000: B3000000
            case 3_500_000: B3500000
            case 4_000_000: B4000000
            default: nil
            }
        return code.map { speed_t($0) }
    }
    #endif
}
