import BluetoothProfiles

extension VectorReader {
    /// Generic Access, Device Information, Battery, time, alerts, HID and Automation IO.
    static let basics: [VectorReader] = access + information + time + alerts + inputs

    private static let access: [VectorReader] = [
        VectorReader(GenericAccess.deviceName, value: { $0 }),
        VectorReader(GenericAccess.appearance) { ["raw_value": $0.rawValue] },
        VectorReader(GenericAccess.preferredConnectionParameters) {
            [
                "min_interval": $0.minimumInterval, "max_interval": $0.maximumInterval, "latency": $0.latency,
                "timeout": $0.supervisionTimeout,
            ]
        },
        VectorReader(GenericAccess.centralAddressResolution, value: { $0 }),
        VectorReader(GenericAccess.resolvablePrivateAddressOnly, value: \.rawValue),
    ]

    private static let information: [VectorReader] = [
        VectorReader(DeviceInformation.systemID) { value in
            [
                "manufacturer_id": hex(
                    (0..<5).map { UInt8(truncatingIfNeeded: value.manufacturerDefined >> (8 * $0)) }),
                "oui": hex((0..<3).map { UInt8(truncatingIfNeeded: value.organization >> (8 * $0)) }),
            ]
        },
        VectorReader(DeviceInformation.modelNumber, value: { $0 }),
        VectorReader(DeviceInformation.serialNumber, value: { $0 }),
        VectorReader(DeviceInformation.firmwareRevision, value: { $0 }),
        VectorReader(DeviceInformation.hardwareRevision, value: { $0 }),
        VectorReader(DeviceInformation.softwareRevision, value: { $0 }),
        VectorReader(DeviceInformation.manufacturerName, value: { $0 }),
        VectorReader(DeviceInformation.pnpID) {
            [
                "vendor_id_source": $0.vendorSource.rawValue, "vendor_id": $0.vendor,
                "product_id": $0.product,
                "product_version": $0.version,
            ]
        },
    ]

    private static let time: [VectorReader] = [
        VectorReader(CurrentTime.currentTime) {
            [
                "date_time": $0.time.date, "day_of_week": $0.time.dayOfWeek?.rawValue ?? 0,
                "fractions256": $0.time.fraction, "adjust_reason": $0.adjustReasons.rawValue,
            ]
        },
        VectorReader(CurrentTime.localTimeInformation) {
            [
                "timezone.raw_value": $0.timeZoneQuarters ?? -128,
                "dst_offset.raw_value": $0.daylightSaving?.rawValue ?? 255,
            ]
        },
        VectorReader(CurrentTime.referenceTimeInformation) {
            let accuracy: UInt8 =
                switch $0.accuracy {
                case .eighths(let value): value
                case .worse: 254
                case .unknown: 255
                }
            return [
                "time_source": $0.source.rawValue, "time_accuracy": accuracy,
                "days_since_update": $0.sinceUpdate?.days ?? 255,
                "hours_since_update": $0.sinceUpdate?.hours ?? 255,
            ]
        },
        VectorReader(NextDSTChange.timeWithDST) {
            ["dt": $0.date, "dst_offset": $0.daylightSaving?.rawValue ?? 255]
        },
        VectorReader(ReferenceTimeUpdate.controlPoint, value: \.rawValue),
        VectorReader(ReferenceTimeUpdate.state) {
            ["current_state": $0.isUpdating, "result": $0.result.rawValue]
        },
    ]

    private static let alerts: [VectorReader] = [
        VectorReader(ImmediateAlert.alertLevel, value: \.rawValue),
        VectorReader(LinkLoss.alertLevel, value: \.rawValue),
        VectorReader(TxPower.level, value: { $0 }),
        VectorReader(AlertNotification.controlPoint) {
            ["command_id": $0.code.rawValue, "category_id": $0.category.rawValue]
        },
        VectorReader(AlertNotification.unreadAlertStatus) {
            ["category_id": $0.category.rawValue, "unread_count": $0.count]
        },
        VectorReader(AlertNotification.newAlert) {
            [
                "category_id": $0.category.rawValue, "number_of_new_alert": $0.count,
                "text_string_information": $0.text,
            ]
        },
        VectorReader(AlertNotification.supportedNewAlertCategories, value: \.rawValue),
        VectorReader(AlertNotification.supportedUnreadAlertCategories, value: \.rawValue),
        VectorReader(PhoneAlertStatus.alertStatus) {
            [
                "ringer_state": $0.contains(.ringer), "vibrate_state": $0.contains(.vibrate),
                "display_alert_status": $0.contains(.display),
            ]
        },
        VectorReader(PhoneAlertStatus.ringerSetting) { ["setting": $0.rawValue] },
    ]

    private static let inputs: [VectorReader] = [
        VectorReader(HumanInterfaceDevice.information) {
            ["bcd_hid": $0.version, "b_country_code": $0.countryCode, "flags": $0.flags.rawValue]
        },
        VectorReader(HumanInterfaceDevice.controlPoint, value: \.rawValue),
        VectorReader(HumanInterfaceDevice.protocolMode, value: \.rawValue),
        VectorReader(HumanInterfaceDevice.bootKeyboardInputReport, without: ["reserved"]) {
            let keys = $0.keys + [UInt8](repeating: 0, count: max(0, 6 - $0.keys.count))
            return ["modifiers": $0.modifiers.rawValue, "keycodes": list(keys)]
        },
        VectorReader(HumanInterfaceDevice.bootKeyboardOutputReport, value: \.rawValue),
        VectorReader(HumanInterfaceDevice.bootMouseInputReport) {
            ["buttons": $0.buttons, "x_displacement": $0.x, "y_displacement": $0.y]
        },
        VectorReader(AutomationIO.digital) { ["value": list($0.states.map(\.rawValue))] },
        VectorReader(AutomationIO.analog, value: { $0 }),
    ]
}
