import Locations

/// Finds out where it is, once, to within ten metres.
final class Compass: LocationManagerDelegate {
    private(set) var place: LOCLocation?
    private(set) var error: (any Error)?
    private let locationManager: any LocationManager

    init(locationManager: any LocationManager = LocationManagerProxy(LOCLocationManager())) {
        self.locationManager = locationManager
        locationManager.delegate = self
        locationManager.desiredAccuracy = kLOCLocationAccuracyNearestTenMeters
    }

    func start() {
        if locationManager.authorizationStatus == .notDetermined {
            locationManager.requestWhenInUseAuthorization()
        } else {
            locationManager.startUpdatingLocation()
        }
    }

    func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
        guard manager.authorizationStatus == .authorizedWhenInUse else { return }
        manager.startUpdatingLocation()
    }

    func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [LOCLocation]) {
        place = locations.last
        guard let place, place.horizontalAccuracy <= manager.desiredAccuracy else { return }
        manager.stopUpdatingLocation()
    }

    func locationManager(_ manager: any LocationManager, didFailWithError error: any Error) {
        self.error = error
        manager.stopUpdatingLocation()
    }
}
