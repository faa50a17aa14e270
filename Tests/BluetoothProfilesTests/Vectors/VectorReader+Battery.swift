import BluetoothProfiles

extension VectorReader {
    /// Batteries.
    static let battery: [VectorReader] = [
        VectorReader(Battery.level, value: { $0 }),
        VectorReader(Battery.levelStatus) {
            let faults = $0.chargingFaults.rawValue
            return [
                "battery_present": $0.isPresent, "wired_external_power_connected": $0.wiredPower.rawValue,
                "wireless_external_power_connected": $0.wirelessPower.rawValue,
                "battery_charge_state": $0.chargeState.rawValue,
                "battery_charge_level": $0.chargeLevel.rawValue,
                "charging_type": $0.chargingType.rawValue, "charging_fault_battery": faults & 1 != 0,
                "charging_fault_external_power": faults & 2 != 0, "charging_fault_other": faults & 4 != 0,
                "identifier": $0.identifier, "battery_level": $0.level,
                "service_required": $0.additionalStatus?.needsService.rawValue,
                "battery_fault": $0.additionalStatus?.hasFault,
            ]
        },
        VectorReader(Battery.criticalStatus) {
            [
                "critical_power_state": $0.rawValue & 1 != 0,
                "immediate_service_required": $0.rawValue & 2 != 0,
            ]
        },
        VectorReader(Battery.energyStatus) {
            [
                "external_source_power": $0.externalPower, "present_voltage": $0.voltage,
                "available_energy": $0.availableEnergy, "available_battery_capacity": $0.availableCapacity,
                "charge_rate": $0.chargeRate, "available_energy_at_last_charge": $0.energyAtLastCharge,
            ]
        },
        VectorReader(Battery.timeStatus) {
            [
                "time_until_discharged": minutes($0.untilDischarged),
                "time_until_discharged_on_standby": minutes($0.untilDischargedOnStandby),
                "time_until_recharged": minutes($0.untilRecharged),
            ]
        },
        VectorReader(Battery.healthStatus) {
            [
                "battery_health_summary": $0.health, "cycle_count": $0.cycles,
                "current_temperature": $0.temperature, "deep_discharge_count": $0.deepDischarges,
            ]
        },
        VectorReader(Battery.healthInformation) {
            [
                "cycle_count_designed_lifetime": $0.designedCycles,
                "min_designed_operating_temperature": $0.operatingTemperatures?.lowerBound,
                "max_designed_operating_temperature": $0.operatingTemperatures?.upperBound,
            ]
        },
        VectorReader(Battery.information) {
            [
                "battery_features": $0.features.rawValue,
                "battery_manufacture_date": $0.manufactureDate?.daysSince1970,
                "battery_expiration_date": $0.expirationDate?.daysSince1970,
                "battery_designed_capacity": $0.designedCapacity, "battery_low_energy": $0.lowEnergy,
                "battery_critical_energy": $0.criticalEnergy, "battery_chemistry": $0.chemistry?.rawValue,
                "nominal_voltage": $0.nominalVoltage, "battery_aggregation_group": $0.aggregationGroup,
            ]
        },
        VectorReader(Battery.estimatedServiceDate) {
            let date = DateTime(secondsSince1970: Int64($0.daysSince1970) * 86_400)
            return ["value": date.vectorText.map { String($0.prefix(10)) }]
        },
    ]

    private static func minutes(_ time: Battery.Minutes?) -> UInt32? {
        switch time {
        case .minutes(let minutes): minutes
        case .longer: 0xFF_FFFE
        case .unknown, nil: nil
        }
    }
}
