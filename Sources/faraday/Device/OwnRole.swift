import BluetoothPort
import FaradayBridge
import FaradayNative

/// `faraday device` without a controller: the device in this host's own peripheral role.
enum OwnRole {
    static func run(_ definition: DeviceDefinition, _ options: DeviceOptions) -> ExitStatus {
        if let problem = definition.problem {
            Shell.complain("the device can't be published: \(problem)")
            return .usage
        }
        let bluetooth: NativeAdapter
        do throws(UsageError) {
            bluetooth = try OwnBluetooth.open()
        } catch {
            Shell.complain(error.text)
            return .unavailable
        }
        return run(definition, on: bluetooth, options)
    }

    private static func run(
        _ definition: DeviceDefinition, on bluetooth: NativeAdapter, _ options: DeviceOptions
    ) -> ExitStatus {
        let interruption = Interruption()
        let journal = Journal(isQuiet: options.isQuiet)
        let failure = Lock<PublishedDevice.News?>(nil)
        for limit in PublishedDevice.limits(of: definition) {
            journal.line(definition.name, "not here: \(limit)")
        }
        interruption.arm()
        let device = PublishedDevice(definition, on: bluetooth) { [end = interruption.end] news in
            switch news {
            case .waiting, .advertising, .happened: journal.line(definition.name, "\(news)")
            case .limit: journal.line(definition.name, "not here: \(news)")
            case .problem: Shell.complain("\(definition.name): \(news)")
            case .failed:
                failure.withLock { $0 = news }
                end()
            }
        }
        interruption.wait()
        device.stop()
        if let news = failure.withLock({ $0 }) {
            Shell.complain("\(news)")
            return .unavailable
        }
        journal.line(definition.name, "stopped")
        return .success
    }
}
