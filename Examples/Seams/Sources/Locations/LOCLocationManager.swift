import Foundation

public typealias LOCLocationAccuracy = Double

/// The best accuracy that there is, and one of ten metres.
public let kLOCLocationAccuracyBest: LOCLocationAccuracy = -1
public let kLOCLocationAccuracyNearestTenMeters: LOCLocationAccuracy = 10

public enum LOCAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorizedWhenInUse
}

public struct LOCError: Error, Equatable {
    public enum Code: Int, Sendable { case locationUnknown, denied }

    public let code: Code
    public init(_ code: Code) { self.code = code }
}

public class LOCLocation: NSObject {
    public let latitude: Double
    public let longitude: Double
    public let horizontalAccuracy: LOCLocationAccuracy

    public init(latitude: Double, longitude: Double, horizontalAccuracy: LOCLocationAccuracy) {
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
    }
}

/// A manager in the shape of Apple's: a delegate that is told the manager first, and objects that can't be mocked. This
/// one has no satellites. It is always in the same place, and the user always agrees.
open class LOCLocationManager: NSObject {
    public weak var delegate: (any LOCLocationManagerDelegate)?
    public var desiredAccuracy: LOCLocationAccuracy = kLOCLocationAccuracyBest
    public private(set) var authorizationStatus = LOCAuthorizationStatus.notDetermined
    private var isUpdating = false

    open func requestWhenInUseAuthorization() {
        authorizationStatus = .authorizedWhenInUse
        delegate?.locationManagerDidChangeAuthorization(self)
    }

    open func startUpdatingLocation() {
        guard authorizationStatus == .authorizedWhenInUse else {
            delegate?.locationManager(self, didFailWithError: LOCError(.denied))
            return
        }
        isUpdating = true
        for accuracy in [65.0, 8.0] where isUpdating {
            let place = LOCLocation(latitude: 36.1, longitude: -112.1, horizontalAccuracy: accuracy)
            delegate?.locationManager(self, didUpdateLocations: [place])
        }
    }

    open func stopUpdatingLocation() { isUpdating = false }
}

public protocol LOCLocationManagerDelegate: NSObjectProtocol {
    func locationManagerDidChangeAuthorization(_ manager: LOCLocationManager)
    func locationManager(_ manager: LOCLocationManager, didUpdateLocations locations: [LOCLocation])
    func locationManager(_ manager: LOCLocationManager, didFailWithError error: any Error)
}

/// What is optional in Objective-C.
extension LOCLocationManagerDelegate {
    public func locationManagerDidChangeAuthorization(_ manager: LOCLocationManager) {}
    public func locationManager(_ manager: LOCLocationManager, didUpdateLocations locations: [LOCLocation]) {}
    public func locationManager(_ manager: LOCLocationManager, didFailWithError error: any Error) {}
}
