import Testing

@testable import FaradayLive

struct HCIEndpointTests {
    @Test(arguments: [
        ("tcp:127.0.0.1:6402", HCIEndpoint.tcp(host: "127.0.0.1", port: 6402)),
        ("tcp:localhost:1", .tcp(host: "localhost", port: 1)),
        ("tcp:[::1]:6402", .tcp(host: "::1", port: 6402)),
    ])
    func reads(_ text: String, _ endpoint: HCIEndpoint) throws {
        #expect(try HCIEndpoint(text) == endpoint)
        #expect(endpoint.description == text)
    }

    @Test(arguments: [
        "", "tcp", "tcp:", "tcp:host", "tcp:host:", "tcp::6402", "tcp:host:0", "tcp:host:65536", "usb:0",
    ])
    func refuses(_ text: String) {
        #expect(throws: LiveError.invalidEndpoint(text)) { try HCIEndpoint(text) }
    }
}
