import AcmeSdk
import XCTest

@testable import RoadRunner

/// The view model with each kind of controller: the spy, the dummy, and the real one.
final class ViewModelTests: XCTestCase {
    func testViewModel() {
        let expectedDeviceId = "Device ID"
        let spy = DeviceControllerSpy()
        spy.onScanForDevices.returns([expectedDeviceId])
        let subject = ViewModel(deviceController: spy)

        subject.scanTapped()

        XCTAssertEqual(subject.deviceIds, [expectedDeviceId])
        XCTAssertEqual(spy.onScanForDevices.calls.count, 1)
        XCTAssertFalse(spy.onArm.wasCalled)
        XCTAssertFalse(spy.onIgnite.wasCalled)
    }

    func testTapsReachTheControllerInTheirOrder() {
        let spy = DeviceControllerSpy()
        spy.onScanForDevices.returns(inOrder: [["anvil"], []])
        let subject = ViewModel(deviceController: spy)

        subject.scanTapped()
        subject.armDeviceTapped(selectedDeviceId: "anvil")
        subject.explodeDeviceTapped(selectedDeviceId: "anvil")
        subject.scanTapped()

        XCTAssertEqual(
            spy.calls.map(\.description),
            [
                "scanForDevices()", #"arm(deviceId: "anvil")"#, #"ignite(deviceId: "anvil")"#,
                "scanForDevices()",
            ])
        XCTAssertEqual(subject.deviceIds, [])
    }

    func testTheDummySaysWhatItDoes() {
        let dummy = DeviceControllerDummy()
        dummy.scanForDevicesValue = ["1", "2", "3"]
        nonisolated(unsafe) var lines: [String] = []
        dummy.log = { lines.append($0) }
        let subject = ViewModel(deviceController: dummy)

        subject.scanTapped()
        subject.explodeDeviceTapped(selectedDeviceId: "2")

        XCTAssertEqual(subject.deviceIds, ["1", "2", "3"])
        XCTAssertEqual(lines.count, 2)
    }

    func testTheSimulatorGetsTheDummy() {
        let subject = makeViewModel(isSimulator: true)
        subject.scanTapped()
        XCTAssertEqual(subject.deviceIds, [])
    }

    /// There is one real controller in the process, and what explodes stays exploded: no other test uses it.
    func testTheRealControllerExplodesWhatIsArmed() {
        let subject = makeViewModel(isSimulator: false)
        subject.scanTapped()
        XCTAssertEqual(subject.deviceIds, ["anvil", "rocket skates", "tnt"])
        subject.armDeviceTapped(selectedDeviceId: "tnt")
        subject.explodeDeviceTapped(selectedDeviceId: "tnt")
        subject.explodeDeviceTapped(selectedDeviceId: "anvil")
        subject.scanTapped()
        XCTAssertEqual(subject.deviceIds, ["anvil", "rocket skates"])
    }

    /// Code that takes the shared object itself gets another one in each test.
    func testWhatIsSharedCanBeReplaced() {
        for device in ["anvil", "tnt"] {
            let spy = DeviceControllerSpy()
            spy.onScanForDevices.returns([device])
            CurrentDeviceController.with(spy) { PanicButton().tapped() }
            XCTAssertEqual(spy.onArm.calls, [device])
            XCTAssertEqual(spy.onIgnite.calls, [device])
        }
        XCTAssert(CurrentDeviceController.value === AcmeThingController.shared)
    }
}
