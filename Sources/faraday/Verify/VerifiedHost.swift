import Foundation

/// What a result file says of the app's end.
enum VerifiedHost {
    static func system(_ end: VerifyOptions.AppEnd) -> String {
        #if os(macOS)
        if end == .ownBluetooth {
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return "macOS \(version.majorVersion).\(version.minorVersion)"
        }
        #endif
        return "Faraday's own host"
    }

    static func model(_ end: VerifyOptions.AppEnd) -> String {
        #if os(macOS)
        if end == .ownBluetooth {
            var size = 0
            sysctlbyname("hw.model", nil, &size, nil, 0)
            var name = [CChar](repeating: 0, count: max(1, size))
            sysctlbyname("hw.model", &name, &size, nil, 0)
            return String(cString: name)
        }
        #endif
        return end == .world ? "simulated" : "a controller"
    }

    static var today: String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? .current
        let day = calendar.dateComponents([.year, .month, .day], from: Date())
        return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
    }
}
