import BluetoothHost
import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A continuous glucose monitor: a sensor under the skin that measures in sessions.
    ///
    /// A client starts a session at `ContinuousGlucose.controlPoint`. The sensor then measures once per communication
    /// interval, stores the record, and notifies it while a central is subscribed: a notification comes less than a
    /// minute after its measurement. The session ends when it is stopped, or after its run time. A new session deletes
    /// the records of the one before.
    ///
    /// The control point sets the interval, calibrates, and sets alert levels (results 40…400 mg/dL, rates up to
    /// 20 mg/dL per minute). Measurements carry the warnings of the levels; the device's own alert comes for about one
    /// measurement in 64, and stays until it is reset. The first calibration is recommended after
    /// 12 hours, as is each next one.
    ///
    /// Control points refuse a request with error 0xFD without a subscription, and with 0xFE while one is running.
    ///
    /// ```swift
    /// let sensor = world.add(.continuousGlucoseMonitor(inSession: true))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - features: What the sensor can do. With `.checksum`, it refuses writes without a checksum (0x80) and with a
    ///     wrong one (0x81).
    ///   - inSession: Whether a session begins when the sensor is switched on for the first time.
    ///   - interval: The communication interval at the start of a session, in minutes, 1…254.
    ///   - runTime: How long a session lasts, in hours, 1…1092.
    ///   - level: The security that links need; the service demands encryption of real sensors.
    public static func continuousGlucoseMonitor(
        name: String = "Glucose Sensor",
        features: ContinuousGlucose.Features = [
            .calibration, .patientAlerts, .hypoAlerts, .hyperAlerts, .rateAlerts, .deviceSpecificAlert,
            .multipleSessions, .trend, .quality,
        ],
        inSession: Bool = false, every interval: UInt8 = 5, runTime: UInt16 = 336,
        requires level: Host.SecurityLevel = .none
    ) -> DeviceDefinition {
        typealias Values = ContinuousGlucose
        let sensor = Lock(GlucoseSensor(features: features, interval: interval, runTime: runTime))
        return DeviceDefinition(name: name, appearance: Appearance.continuousGlucoseMonitor.rawValue) {
            DeviceAdvertising(services: [Values.service])
            DeviceService(Values.service) {
                DeviceCharacteristic(Values.measurement, .notify, requires: level)
                DeviceCharacteristic(
                    Values.feature, .read, value: Values.Feature(features), requires: level)
                DeviceCharacteristic(Values.status, .read, requires: level)
                    .onRead(Values.status) { read in sensor.now(of: read.device) { $0.status } }
                DeviceCharacteristic(Values.sessionStartTime, [.read, .write], requires: level)
                    .onRead(Values.sessionStartTime) { read in sensor.now(of: read.device) { $0.startTime } }
                    .onWrite { write in try sensor.setTime(write) }
                DeviceCharacteristic(Values.sessionRunTime, .read, requires: level)
                    .onRead(Values.sessionRunTime) { _ in sensor.withLock { $0.sessionRunTime } }
                DeviceCharacteristic(Values.recordAccess, requires: level).onWrite { write in
                    try sensor.takeRecordRequest(
                        write, at: Values.recordAccess, measurement: Values.measurement
                    ) { record, device, link in
                        device.send(Values.Measurements([record]), of: Values.measurement, to: link)
                    }
                }
                DeviceCharacteristic(Values.controlPoint, requires: level)
                    .onWrite { write in try sensor.takeRequest(write) }
            }
            DeviceService(DeviceInformation.service) {
                DeviceCharacteristic(DeviceInformation.manufacturerName, .read, value: "Faraday")
                DeviceCharacteristic(DeviceInformation.modelNumber, .read, value: "CG-1")
            }
            DeviceBehaviour.notifying(Values.measurement, every: .minutes(1)) { device in
                sensor.now(of: device) { $0.latest.map { Values.Measurements([$0]) } }
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .started:
                    let seed = device.draw("glucose")
                    sensor.now(of: device) { $0.switchOn(seed: seed, startingSession: inSession) }
                case .disconnected(let link): sensor.withLock { $0.procedures.cancel(for: link) }
                default: break
                }
            }
        }
    }
}

extension Lock<GlucoseSensor> {
    /// Uses the sensor as it is at this moment.
    fileprivate func now<Result>(
        of device: Device, _ body: (inout GlucoseSensor) throws -> Result
    ) rethrows -> Result {
        let now = device.world.now
        return try withLock { sensor in
            sensor.measure(until: now)
            return try body(&sensor)
        }
    }

    /// A client writes the present time.
    fileprivate func setTime(_ write: DeviceWrite) throws {
        try now(of: write.device) { sensor in
            switch try sensor.read(ContinuousGlucose.SessionStartTime.self, write.value, \.hasChecksum) {
            case .success(let value):
                guard sensor.setTime(value) else { throw ATT.ErrorCode.outOfRange }
            case .failure(let error):
                if case .invalidValue = error.reason { throw ATT.ErrorCode.outOfRange }
                throw ATT.ErrorCode.invalidAttributeValueLength
            }
        }
    }

    /// A client writes to the specific ops control point.
    fileprivate func takeRequest(_ write: DeviceWrite) throws {
        let (device, link, point) = (write.device, write.link, ContinuousGlucose.controlPoint)
        guard let code = write.value.first else { throw ATT.ErrorCode.invalidAttributeValueLength }
        guard device.isSubscribed(link, to: point.response) else {
            throw ATT.ErrorCode.cccdImproperlyConfigured
        }
        let response = try now(of: device) { sensor in
            guard !sensor.isAnswering else { throw ATT.ErrorCode.procedureAlreadyInProgress }
            let response = try sensor.answer(write.value, ContinuousGlucose.Opcode(rawValue: code))
            sensor.isAnswering = true
            return response
        }
        device.pace(.milliseconds(100)) { device in
            self.withLock { $0.isAnswering = false }
            device.send(response, of: point.response, to: link)
            return false
        }
    }
}
