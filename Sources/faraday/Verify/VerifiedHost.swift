import FaradayVerification
import Foundation

/// What a result file says of the app's end.
enum VerifiedHost {
    static func system(_ end: VerifyOptions.AppEnd) -> String {
        #if os(macOS)
        if end == .ownBluetooth {
            // "Version 26.4 (Build 25E246)".
            let words = ProcessInfo.processInfo.operatingSystemVersionString.split(separator: " ")
            return "macOS \(words.count > 1 ? String(words[1]) : "")"
        }
        #endif
        return "Faraday's own host"
    }

    static func model(_ end: VerifyOptions.AppEnd) -> String {
        #if os(macOS)
        if end == .ownBluetooth {
            var name = [UInt8](repeating: 0, count: 64)
            var size = name.count
            guard sysctlbyname("hw.model", &name, &size, nil, 0) == 0 else { return "a Mac" }
            return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
        #endif
        return end == .world ? "simulated" : "a controller"
    }

    static var today: String { VerificationReport.day(secondsSince1970: Int(Date().timeIntervalSince1970)) }
}
