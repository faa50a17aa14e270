import BluetoothPort
import FaradayNative
import FaradayTesting
import Foundation
import Testing

#if !canImport(Darwin)
extension NativeAdapter {
    /// The phone that plays the real one where Apple's framework is not.
    static let radio = Lock<Phone?>(nil)

    /// What an app on Apple's platforms writes.
    convenience init() {
        guard let phone = Self.radio.withLock({ $0 }) else { preconditionFailure("there is no radio") }
        self.init(radio: phone)
    }
}

/// An app that ships with a demo mode: switched at run time between the native framework and a world. Here a
/// world plays the native framework, too.
@Suite struct SwitchTests {
    @Test func anAppSwitchesBetweenTheFrameworkAndAWorld() async {
        // The phone of a process is its one global: in a process of its own.
        await #expect(processExitsWith: .success) {
            do {
                try SwitchStory().play()
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(EXIT_FAILURE)
            }
        }
    }
}

/// Which battery an app reads before, during and after the demo.
private final class SwitchStory {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    private let queue = DispatchQueue(label: "app")
    private let levels = Lock<[UInt8]>([])
    private let real: World

    init() {
        let place = Lock<World?>(nil)
        let queue = queue
        // The app hears of events on its own queue, a step later than the adapter on its own.
        real = World(
            seed: 1,
            configuration: .init(settling: {
                for _ in 0..<2 {
                    place.withLock { $0 }?.settleManagerQueues()
                    queue.sync {}
                }
            }))
        place.withLock { [real] in $0 = real }
        real.add(.battery(name: "Real", level: 42))
        NativeAdapter.radio.withLock { [real] in $0 = real.addPhone(name: "radio") }
    }

    func play() throws {
        let demo = launch(["app"])
        var app: BatteryApp? = makeApp()
        try real.run(until: { levels.withLock { $0 } == [42] })

        demo.start(speed: 200)
        app = nil
        app = makeApp()
        // That world goes by itself; this one stands still.
        let deadline = Date(timeIntervalSinceNow: 300)
        while levels.withLock({ $0.count }) < 2, Date() < deadline { queue.sync {} }
        guard levels.withLock({ $0 }) == [42, 77] else { throw Wrong(description: "\(levels)") }
        guard real.nodeNames == ["Real", "radio"] else { throw Wrong(description: "\(real.nodeNames)") }

        demo.stop()
        // Its link was let go, or the battery could not be found again.
        app = nil
        app = makeApp()
        try real.run(until: { levels.withLock { $0.count } == 3 })
        guard levels.withLock({ $0 }) == [42, 77, 42] else { throw Wrong(description: "\(levels)") }
        withExtendedLifetime(app) {}
    }

    private func makeApp() -> BatteryApp {
        let levels = levels
        return BatteryApp(queue: queue) { level in levels.withLock { $0.append(level) } }
    }
}
#endif
