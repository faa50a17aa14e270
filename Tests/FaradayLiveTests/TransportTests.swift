import Eventually
import Foundation
import Testing

@testable import FaradayLive

/// Bytes through every transport, and the ways in which there are none.
@Suite struct TransportTests {
    static let servers = ["tcp-server:0", "tcp-server:[::1]:0", "unix-server", "pty", "pty:link"]

    /// `unix-server` and `pty:link` get a path of their own.
    private func endpoint(_ text: String, in folder: Folder) throws -> HCIEndpoint {
        switch text {
        case "unix-server": .unixServer(path: folder.file("socket"))
        case "pty:link": .pty(link: folder.file("link"))
        default: try HCIEndpoint(text)
        }
    }

    private func accept(_ listener: HCIListener) throws -> HCIConnection {
        var connection: HCIConnection?
        try eventually("someone comes") {
            connection = try listener.accept(isWakeable: true)
            return connection != nil
        }
        return try #require(connection)
    }

    @Test(arguments: servers) func carriesAllBytesBothWays(_ text: String) throws {
        let folder = Folder()
        let listener = try HCIListener(endpoint(text, in: folder))
        defer { listener.close() }
        #expect(try listener.accept() == nil)
        let client = try HCIConnection(listener.peerEndpoint)
        let server = try accept(listener)
        defer {
            client.close()
            server.close()
        }
        // Control characters, which a terminal that is not raw would change or swallow.
        let all = (0...255).map { UInt8($0) }
        for (sender, receiver) in [(client, server), (server, client)] {
            #expect(try sender.writeAvailable(all) == all.count)
            #expect(try receiver.read(all.count) == all)
            #expect(try receiver.readAvailable() == [])
        }
        #expect(server.endpoint == listener.endpoint)
    }

    @Test(arguments: servers) func theEndShowsOnTheOtherSide(_ text: String) throws {
        let folder = Folder()
        for serverLeaves in [true, false] {
            let listener = try HCIListener(endpoint(text, in: folder))
            defer { listener.close() }
            let client = try HCIConnection(listener.peerEndpoint)
            let server = try accept(listener)
            let (leaving, staying) = serverLeaves ? (server, client) : (client, server)
            leaving.close()
            #expect(staying.readToEnd() == .closed(staying.endpoint))
            staying.close()
        }
    }

    @Test(arguments: servers) func whatWasSentBeforeTheEndIsRead(_ text: String) throws {
        let folder = Folder()
        let listener = try HCIListener(endpoint(text, in: folder))
        defer { listener.close() }
        let client = try HCIConnection(listener.peerEndpoint)
        let server = try accept(listener)
        _ = try client.writeAvailable([1, 2, 3])
        client.close()
        #expect(try server.read(3) == [1, 2, 3])
        server.close()
    }

    @Test func aFullConnectionTakesNoMoreAndWaits() throws {
        let folder = Folder()
        let listener = try HCIListener(.unixServer(path: folder.file("socket")))
        defer { listener.close() }
        let client = try HCIConnection(listener.peerEndpoint)
        let server = try accept(listener)
        let chunk = [UInt8](repeating: 7, count: 65536)
        var sent = 0
        while case let count = try client.writeAvailable(chunk), count > 0 { sent += count }
        #expect(sent > 0)
        let before = Environment.monotonic
        client.wait(reading: false, writing: true, milliseconds: 20)
        #expect(Environment.monotonic - before >= 20_000_000)
        #expect(try server.read(sent).count == sent)
        client.wait(reading: false, writing: true, milliseconds: -1)
        #expect(try client.writeAvailable([1]) == 1)
    }

    @Test func aWakeEndsAWaitAlsoWhenItCameBefore() throws {
        let folder = Folder()
        let listener = try HCIListener(.unixServer(path: folder.file("socket")))
        defer { listener.close() }
        let client = try HCIConnection(listener.peerEndpoint)
        client.wake()
        client.wake()
        client.wait(reading: true, writing: false, milliseconds: -1)
        let thread = Thread { client.wake() }
        thread.start()
        client.wait(reading: false, writing: false, milliseconds: -1)
        client.close()
        client.close()
        client.wake()
    }

    @Test func listenersOnPort0GetPortsOfTheirOwn() throws {
        let listeners = try (0..<3).map { _ in try HCIListener(HCIEndpoint("tcp-server:0")) }
        defer { for listener in listeners { listener.close() } }
        #expect(Set(listeners.map(\.endpoint)).count == 3)
        for listener in listeners {
            guard case .tcpServer("127.0.0.1", let port) = listener.endpoint else {
                Issue.record("\(listener.endpoint)")
                continue
            }
            #expect(port > 0)
            #expect(listener.peerEndpoint == .tcp(host: "127.0.0.1", port: port))
        }
        let everywhere = try HCIListener(HCIEndpoint("tcp-server:0.0.0.0:0"))
        defer { everywhere.close() }
        #expect("\(everywhere.peerEndpoint)".hasPrefix("tcp:127.0.0.1:"))
    }

    @Test func aPlaceThatIsTakenIsAClearError() throws {
        let folder = Folder()
        let path = folder.file("socket")
        let tcp = try HCIListener(HCIEndpoint("tcp-server:0"))
        let unix = try HCIListener(.unixServer(path: path))
        defer {
            tcp.close()
            unix.close()
        }
        for endpoint in [tcp.endpoint, unix.endpoint] {
            #expect(throws: LiveError.unreachable(endpoint, "Address already in use")) {
                try HCIListener(endpoint)
            }
        }
        // The probe must not have hurt.
        let client = try HCIConnection(.unix(path: path))
        client.close()
    }

    @Test func aSocketThatNobodyListensOnIsReplacedAndAFileIsNot() throws {
        let folder = Folder()
        let path = folder.file("socket")
        let leftover = socket(AF_UNIX, SocketOptions.stream, 0)
        #expect(try UnixAddress(path, .unix(path: path)).with { bind(leftover, $0, $1) } == 0)
        close(leftover)
        let listener = try HCIListener(.unixServer(path: path))
        listener.close()
        #expect(!FileManager.default.fileExists(atPath: path))

        _ = FileManager.default.createFile(atPath: path, contents: Data("precious".utf8))
        #expect(throws: LiveError.self) { try HCIListener(.unixServer(path: path)) }
        #expect(FileManager.default.contents(atPath: path) == Data("precious".utf8))
    }

    @Test func closingRemovesOnlyOnesOwnSocket() throws {
        let folder = Folder()
        let path = folder.file("socket")
        let first = try HCIListener(.unixServer(path: path))
        unlink(path)
        let second = try HCIListener(.unixServer(path: path))
        first.close()
        let client = try HCIConnection(.unix(path: path))
        client.close()
        second.close()
    }

    @Test func aPseudoTerminalsLinkLivesAsLongAsItsConnection() throws {
        let folder = Folder()
        let link = folder.file("link")
        let listener = try HCIListener(.pty(link: link))
        let client = try HCIConnection(.serial(path: link, .init(baud: 115_200)))
        let server = try accept(listener)
        listener.close()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil)
        // There is no second one.
        #expect(try listener.accept() == nil)
        server.close()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
        client.close()
    }

    @Test func aLinkOfAnEarlierRunIsReplacedAndAFileIsNot() throws {
        let folder = Folder()
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("gone"))
        let listener = try HCIListener(.pty(link: link))
        listener.close()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
        _ = FileManager.default.createFile(atPath: link, contents: Data("precious".utf8))
        #expect(throws: LiveError.unreachable(.pty(link: link), "the link can't be created: File exists")) {
            try HCIListener(.pty(link: link))
        }
        #expect(FileManager.default.contents(atPath: link) == Data("precious".utf8))
    }

    @Test func whatNobodyCanConnectToIsNoListener() throws {
        for text in ["tcp:127.0.0.1:1", "unix:/tmp/x", "serial:/dev/x", "hci-socket:0"] {
            let endpoint = try HCIEndpoint(text)
            #expect(!endpoint.isServer)
            #expect(throws: LiveError.unreachable(endpoint, "this endpoint does not listen")) {
                try HCIListener(endpoint)
            }
        }
    }

    @Test func wrongPathsAreClearErrors() throws {
        let folder = Folder()
        let file = folder.file("file")
        _ = FileManager.default.createFile(atPath: file, contents: Data())
        let long = "/tmp/" + String(repeating: "x", count: 200)
        let cases: [(HCIEndpoint, String)] = [
            (.unix(path: folder.file("nothing")), "No such file or directory"),
            (.unix(path: file), "Connection refused"),
            (.unix(path: long), "a socket's path may have at most 107 bytes"),
            (.unixServer(path: long), "a socket's path may have at most 107 bytes"),
            (.unixServer(path: folder.file("no/socket")), "No such file or directory"),
            (.serial(path: folder.file("nothing"), .init()), "No such file or directory"),
            (.serial(path: file, .init()), "it is not a serial port"),
            (.pty(link: folder.file("no/link")), "the link can't be created: No such file or directory"),
        ]
        for (endpoint, reason) in cases {
            #expect(throws: LiveError.unreachable(endpoint, reason)) { try HCIConnection(endpoint) }
        }
        let nameless = HCIEndpoint.tcp(host: "no-such-host.invalid", port: 1)
        #expect(throws: LiveError.unknownHost("no-such-host.invalid")) { try HCIConnection(nameless) }
    }

    /// Many connections, also failed ones, leave nothing behind: descriptors are numbered from the lowest free.
    @Test func theLowestFreeDescriptorComesBack() throws {
        let folder = Folder()
        var highest: Int32 = 0
        for _ in 0..<300 {
            let listener = try HCIListener(.unixServer(path: folder.file("socket")))
            let client = try HCIConnection(listener.peerEndpoint)
            let server = try accept(listener)
            highest = max(highest, client.descriptor, server.descriptor)
            server.close()
            client.close()
            listener.close()
            _ = try? HCIConnection(.serial(path: folder.file("socket"), .init()))
            _ = try? HCIConnection(.hciSocket(0))
            _ = try? HCIListener(.pty(link: folder.path))
        }
        #expect(highest < 700)
    }
}
