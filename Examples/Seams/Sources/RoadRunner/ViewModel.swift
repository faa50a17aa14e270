class ViewModel {
    private(set) var deviceIds = [String]()
    private let deviceController: DeviceController

    init(deviceController: DeviceController) {
        self.deviceController = deviceController
    }

    func scanTapped() {
        deviceIds = deviceController.scanForDevices()
    }

    func armDeviceTapped(selectedDeviceId: String) {
        deviceController.arm(deviceId: selectedDeviceId)
    }

    func explodeDeviceTapped(selectedDeviceId: String) {
        deviceController.ignite(deviceId: selectedDeviceId)
    }
}
