import Testing

@testable import FaradayLive

struct HCIEndpointTests {
    @Test(arguments: [
        ("tcp:127.0.0.1:6402", HCIEndpoint.tcp(host: "127.0.0.1", port: 6402)),
        ("tcp:localhost:1", .tcp(host: "localhost", port: 1)),
        ("tcp:[::1]:6402", .tcp(host: "::1", port: 6402)),
        ("tcp-server:0.0.0.0:6402", .tcpServer(host: "0.0.0.0", port: 6402)),
        ("tcp-server:127.0.0.1:0", .tcpServer(host: "127.0.0.1", port: 0)),
        ("tcp-server:[::1]:6402", .tcpServer(host: "::1", port: 6402)),
        ("unix:/tmp/bt-server-bredrle", .unix(path: "/tmp/bt-server-bredrle")),
        ("unix:a:b", .unix(path: "a:b")),
        ("unix-server:/tmp/x", .unixServer(path: "/tmp/x")),
        ("pty", .pty(link: nil)),
        ("pty:/tmp/controller", .pty(link: "/tmp/controller")),
        ("serial:/dev/ttyACM0", .serial(path: "/dev/ttyACM0", .init())),
        ("serial:/dev/ttyS1?baud=115200", .serial(path: "/dev/ttyS1", .init(baud: 115_200))),
        ("serial:/dev/ttyS1?flow=none", .serial(path: "/dev/ttyS1", .init(flowControl: .none))),
        (
            "serial:/dev/ttyS1?baud=3000000&flow=none",
            .serial(path: "/dev/ttyS1", .init(baud: 3_000_000, flowControl: .none))
        ),
        ("hci-socket:hci0", .hciSocket(0)),
        ("hci-socket:hci12", .hciSocket(12)),
    ])
    func reads(_ text: String, _ endpoint: HCIEndpoint) throws {
        #expect(try HCIEndpoint(text) == endpoint)
        #expect(endpoint.description == text)
    }

    @Test(arguments: [
        ("tcp:6402", "tcp:127.0.0.1:6402"), ("tcp-server:6402", "tcp-server:127.0.0.1:6402"),
        ("hci-socket:3", "hci-socket:hci3"),
        ("serial:/dev/ttyS1?baud=1000000&flow=rtscts", "serial:/dev/ttyS1"),
        ("serial:/dev/ttyS1?flow=none&baud=9600", "serial:/dev/ttyS1?baud=9600&flow=none"),
    ])
    func readsOtherWaysToSayIt(_ text: String, _ usual: String) throws {
        #expect(try HCIEndpoint(text).description == usual)
    }

    @Test(arguments: [
        "", "tcp", "tcp:", "tcp:host", "tcp:host:", "tcp::6402", "tcp:host:0", "tcp:host:65536",
        "tcp:host:+1",
        "tcp:0", "tcp:65536", "tcp:::1:6402", "tcp:[]:1", "TCP:host:1", "tcp-server:", "tcp-server:host:",
        "tcp-server::1", "tcp-server:65536", "tcp-server:-1", "unix", "unix:", "unix-server:", "pty:",
        "serial", "serial:", "serial:?baud=9600", "serial:/dev/x?", "serial:/dev/x?baud",
        "serial:/dev/x?baud=",
        "serial:/dev/x?baud=9601", "serial:/dev/x?flow=xonxoff", "serial:/dev/x?parity=even",
        "serial:/dev/x?baud=9600&", "hci-socket:", "hci-socket:hci", "hci-socket:hci-1", "hci-socket:usb0",
        "hci-socket:65536", "usb:0", "unix:/tmp/a\u{0}b", " tcp:host:1",
    ])
    func refuses(_ text: String) {
        #expect(throws: LiveError.invalidEndpoint(text)) { try HCIEndpoint(text) }
    }

    @Test func theErrorListsAllForms() {
        let message = LiveError.invalidEndpoint("usb:0").description
        #expect(message.hasPrefix("'usb:0' is not an HCI endpoint; use one of\n"))
        for form in ["tcp:", "tcp-server:", "unix:", "unix-server:", "pty", "serial:", "hci-socket:"] {
            #expect(message.contains("\n  \(form)"), "\(form)")
        }
    }

    @Test func everySpeedCanBeAskedFor() throws {
        for baud in HCIEndpoint.SerialSettings.allowedBauds {
            #expect(SerialPort.speed(baud) != nil, "\(baud)")
            let text = "serial:/dev/x?baud=\(baud)"
            #expect(try HCIEndpoint(text) == .serial(path: "/dev/x", .init(baud: baud)))
        }
    }
}
