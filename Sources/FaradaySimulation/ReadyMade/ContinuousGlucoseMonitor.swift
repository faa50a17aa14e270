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
        let feature = Values.Feature(features)
        return DeviceDefinition(name: name, appearance: 0x0D00) {
            DeviceAdvertising(services: [Values.service])
            DeviceService(Values.service) {
                DeviceCharacteristic(Values.measurement.uuid, .notify, requires: level)
                DeviceCharacteristic(Values.feature.uuid, .read, value: feature.bytes, requires: level)
                DeviceCharacteristic(Values.status.uuid, .read, requires: level)
                    .onRead { read in sensor.now(of: read.device) { $0.status.bytes } }
                DeviceCharacteristic(Values.sessionStartTime.uuid, [.read, .write], requires: level)
                    .onRead { read in sensor.now(of: read.device) { $0.startTime.bytes } }
                    .onWrite { write in try sensor.setTime(write) }
                DeviceCharacteristic(Values.sessionRunTime.uuid, .read, requires: level)
                    .onRead { _ in sensor.withLock { $0.sessionRunTime.bytes } }
                DeviceCharacteristic(RecordAccess.uuid, [.write, .indicate], requires: level)
                    .onWrite { write in try sensor.takeRecordRequest(write) }
                DeviceCharacteristic(Values.controlPoint.request.uuid, [.write, .indicate], requires: level)
                    .onWrite { write in try sensor.takeRequest(write) }
            }
            DeviceService("180A") {
                DeviceCharacteristic("2A29", .read, value: Array("Faraday".utf8))
                DeviceCharacteristic("2A24", .read, value: Array("CG-1".utf8))
            }
            DeviceBehaviour.notifying(Values.measurement.uuid, every: .minutes(1)) { device in
                sensor.now(of: device) { $0.latest.map { Values.Measurements([$0]).bytes } }
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .started:
                    let seed = device.draw("glucose")
                    sensor.now(of: device) { $0.switchOn(seed: seed, startingSession: inSession) }
                case .disconnected: sensor.withLock { $0.procedures.cancel() }
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
        let (device, uuid) = (write.device, ContinuousGlucose.controlPoint.request.uuid)
        guard let code = write.value.first else { throw ATT.ErrorCode.invalidAttributeValueLength }
        guard device.subscriberCount(of: uuid) > 0 else { throw ATT.ErrorCode.cccdImproperlyConfigured }
        let response = try now(of: device) { sensor in
            guard !sensor.isAnswering else { throw ATT.ErrorCode.procedureAlreadyInProgress }
            let response = try sensor.answer(write.value, ContinuousGlucose.Opcode(rawValue: code))
            sensor.isAnswering = true
            return response
        }
        device.pace(.milliseconds(100)) { device in
            self.withLock { $0.isAnswering = false }
            device.update(uuid, response.bytes)
            return false
        }
    }

    /// A client writes to the record access control point.
    fileprivate func takeRecordRequest(_ write: DeviceWrite) throws {
        let device = write.device
        guard let request = try? RecordAccess.Request(bytes: write.value) else {
            throw ATT.ErrorCode.invalidAttributeValueLength
        }
        guard device.subscriberCount(of: RecordAccess.uuid) > 0,
            request.opcode != .reportStoredRecords
                || device.subscriberCount(of: ContinuousGlucose.measurement.uuid) > 0
        else { throw ATT.ErrorCode.cccdImproperlyConfigured }
        let begins = try now(of: device) { sensor in
            guard request.opcode == .abortOperation || !sensor.procedures.isBusy else {
                throw ATT.ErrorCode.procedureAlreadyInProgress
            }
            return sensor.procedures.take(request, on: &sensor.records)
        }
        if begins { device.pace { self.sendRecord(from: $0) } }
    }

    /// Sends one step; returns whether there may be more.
    private func sendRecord(from device: Device) -> Bool {
        switch withLock({ $0.procedures.next() }) {
        case nil: return false
        case .answer(let response): device.update(RecordAccess.uuid, response.bytes)
        case .record(let record):
            device.update(
                ContinuousGlucose.measurement.uuid, ContinuousGlucose.Measurements([record]).bytes)
        }
        return true
    }
}
