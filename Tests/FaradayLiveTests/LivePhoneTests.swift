import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayLive

/// The second driver, in real time, against a simulated controller in a paced world.
@Suite struct LivePhoneTests {
    @Test
    func readsWritesAndHearsADeviceThroughTCP() async throws {
        let world = World(seed: 1)
        let blinky = world.add(.blinky(), at: .meters(1))
        let server = try ControllerServer(in: world)
        defer { server.stop() }
        world.pace(speed: 5)
        defer { world.stopPacing() }
        let phone = try LivePhone(server.endpoint, onFailure: { _ in })
        defer { phone.stop() }

        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let app = BlinkyApp(phone) { continuation.yield($0) }
        var heard: [String] = []
        for await line in lines {
            heard.append(line)
            if line == "subscribed" { blinky.update(Blinky.button, [1]) }
            if line == "button 1" || line.contains(":") { break }
        }
        #expect(heard == ["on", "connected", "wrote", "read 1", "subscribed", "button 1"])
        withExtendedLifetime(app) {}
    }

    @Test
    func aControllerThatHangsUpTakesTheRadioWithIt() async throws {
        let (errors, report) = AsyncStream.makeStream(of: LiveError.self)
        let (states, continuation) = AsyncStream.makeStream(of: CBManagerState.self)
        let endpoint: HCIEndpoint
        var phone: LivePhone?
        do {
            let listener = try HangingUp()
            endpoint = .tcp(host: "127.0.0.1", port: listener.port)
            phone = try LivePhone(endpoint, onFailure: { report.yield($0) })
        }
        let watcher = StateWatcher { continuation.yield($0) }
        let central = CBCentralManager(
            delegate: watcher, queue: DispatchQueue(label: "app"), provider: try #require(phone))
        for await error in errors {
            #expect(error == .closed(endpoint))
            break
        }
        for await state in states where state == .unsupported { break }
        #expect(central.state == .unsupported)
    }

    @Test func nobodyThereIsAClearError() throws {
        let port = try HangingUp(accepts: false).port
        let endpoint = HCIEndpoint.tcp(host: "127.0.0.1", port: port)
        do {
            _ = try LivePhone(endpoint)
            Issue.record("there is no controller")
        } catch {
            #expect("\(error)".hasPrefix("no controller at tcp:127.0.0.1:\(port): "))
        }
    }
}

/// `SOCK_STREAM` is a number on some systems and an enumeration on others.
private var streamSocket: Int32 {
    #if canImport(Darwin)
    SOCK_STREAM
    #else
    Int32(SOCK_STREAM.rawValue)
    #endif
}

/// A port that closes every connection, or one that nothing listens on.
private struct HangingUp {
    let port: UInt16

    init(accepts: Bool = true) throws {
        let listener = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && (!accepts || listen(listener, 1) == 0)
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        guard accepts else {
            close(listener)
            return
        }
        Thread.detachNewThread {
            close(accept(listener, nil, nil))
            close(listener)
        }
    }
}
