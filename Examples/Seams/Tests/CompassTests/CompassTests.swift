import Locations
import Testing

@testable import Compass

@Suite struct CompassTests {
    @Test func asksForPermissionFirst() {
        let spy = LocationManagerSpy()
        spy.onAuthorizationStatus.returns(.notDetermined)
        let compass = Compass(locationManager: spy)
        compass.start()
        #expect(spy.delegate === compass)
        #expect(spy.desiredAccuracy == kLOCLocationAccuracyNearestTenMeters)
        #expect(spy.onRequestWhenInUseAuthorization.calls.count == 1)
        #expect(!spy.onStartUpdatingLocation.wasCalled)
    }

    @Test func stopsWhenItKnowsThePlaceWellEnough() {
        let spy = LocationManagerSpy()
        spy.onAuthorizationStatus.returns(.authorizedWhenInUse)
        let compass = Compass(locationManager: spy)
        compass.start()
        #expect(spy.onStartUpdatingLocation.calls.count == 1)

        // The delegate is told a facade, so the test can tell it the spy.
        spy.delegate?.locationManager(spy, didUpdateLocations: [place(within: 65)])
        #expect(!spy.onStopUpdatingLocation.wasCalled)
        spy.delegate?.locationManager(spy, didUpdateLocations: [place(within: 8)])
        #expect(spy.onStopUpdatingLocation.calls.count == 1)
        #expect(compass.place?.horizontalAccuracy == 8)
    }

    @Test func givesUpWithoutPermission() {
        let spy = LocationManagerSpy()
        spy.onAuthorizationStatus.returns(.denied)
        let compass = Compass(locationManager: spy)
        compass.start()
        spy.delegate?.locationManager(spy, didFailWithError: LOCError(.denied))
        #expect(compass.error as? LOCError == LOCError(.denied))
        #expect(spy.onStopUpdatingLocation.wasCalled)
    }

    /// The proxy is the real manager's delegate, and the app is the proxy's.
    @Test func theProxyPassesCallsOnBothWays() {
        let manager = LOCLocationManager()
        let proxy = LocationManagerProxy(manager)
        let compass = Compass(locationManager: proxy)
        #expect(manager.delegate === proxy)
        #expect(manager.desiredAccuracy == kLOCLocationAccuracyNearestTenMeters)
        compass.start()
        #expect(manager.authorizationStatus == .authorizedWhenInUse)
        #expect(compass.place?.latitude == 36.1)
        #expect(compass.place?.horizontalAccuracy == 8)
    }

    private func place(within accuracy: Double) -> LOCLocation {
        LOCLocation(latitude: 1, longitude: 2, horizontalAccuracy: accuracy)
    }
}
