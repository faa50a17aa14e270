import AcmeSdk

/// The view model of the screen: with the dummy where there is no radio, else with the vendor's object.
func makeViewModel(isSimulator: Bool = isIosSimulator()) -> ViewModel {
    ViewModel(deviceController: isSimulator ? DeviceControllerDummy() : AcmeThingController.shared)
}

func isIosSimulator() -> Bool {
    #if targetEnvironment(simulator)
    return true
    #else
    return false
    #endif
}

/// A screen that is given nothing, and takes the shared object itself: a test can still put another in its place.
struct PanicButton {
    func tapped() {
        let controller = CurrentDeviceController.value
        for device in controller.scanForDevices() {
            controller.arm(deviceId: device)
            controller.ignite(deviceId: device)
        }
    }
}
