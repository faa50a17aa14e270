import BluetoothProfiles

extension VectorReader {
    /// Running, cycling and navigation.
    static let sport: [VectorReader] = speed + power + powerControl + navigation + navigationControl

    private static func ticks(_ value: UInt16?, perSecond: Double) -> Double? {
        value.map { Double($0) / perSecond }
    }

    private static let speed: [VectorReader] = [
        VectorReader(RunningSpeedAndCadence.measurement) {
            [
                "instantaneous_speed": $0.speed, "instantaneous_cadence": $0.cadence,
                "is_running": $0.isRunning,
                "instantaneous_stride_length": $0.strideLength, "total_distance": $0.totalDistance,
            ]
        },
        VectorReader(RunningSpeedAndCadence.feature) { ["features": $0.rawValue] },
        VectorReader(RunningSpeedAndCadence.sensorLocation, value: \.rawValue),
        VectorReader(RunningSpeedAndCadence.controlPoint, answers: [16]) { request in
            ["opcode": request.opCode.rawValue, "parameter": hex(Array(request.bytes.dropFirst()))]
        } response: { response in
            let head = [response.request.rawValue, response.result.rawValue]
            return ["opcode": 16, "parameter": hex(head + response.parameter)]
        },
        VectorReader(CyclingSpeedAndCadence.measurement) {
            [
                "cumulative_wheel_revolutions": $0.wheel?.count,
                "last_wheel_event_time": ticks($0.wheel?.lastEvent, perSecond: 1024),
                "cumulative_crank_revolutions": $0.crank?.count,
                "last_crank_event_time": ticks($0.crank?.lastEvent, perSecond: 1024),
            ]
        },
        VectorReader(CyclingSpeedAndCadence.feature) { ["features": $0.rawValue] },
    ]

    private static let power: [VectorReader] = [
        VectorReader(CyclingPower.measurement) {
            [
                "instantaneous_power": $0.power, "pedal_power_balance": $0.pedalBalance?.percent,
                "accumulated_torque": $0.accumulatedTorque, "cumulative_wheel_revolutions": $0.wheel?.count,
                "last_wheel_event_time": ticks($0.wheel?.lastEvent, perSecond: 2048),
                "cumulative_crank_revolutions": $0.crank?.count,
                "last_crank_event_time": ticks($0.crank?.lastEvent, perSecond: 1024),
                "maximum_force_magnitude": $0.extremeForces?.maximum,
                "minimum_force_magnitude": $0.extremeForces?.minimum,
                "maximum_torque_magnitude": $0.extremeTorques?.maximum,
                "minimum_torque_magnitude": $0.extremeTorques?.minimum,
                "maximum_angle": $0.extremeAngles?.maximum, "minimum_angle": $0.extremeAngles?.minimum,
                "top_dead_spot_angle": $0.topDeadSpotAngle, "bottom_dead_spot_angle": $0.bottomDeadSpotAngle,
                "accumulated_energy": $0.accumulatedEnergy,
            ]
        },
        VectorReader(CyclingPower.vector) { value in
            var fields: Fields = [
                "crank_revolution_data.crank_revolutions": value.crank?.count,
                "crank_revolution_data.last_crank_event_time": ticks(value.crank?.lastEvent, perSecond: 1024),
                "first_crank_measurement_angle": value.firstAngle,
                "instantaneous_measurement_direction": value.direction.rawValue,
            ]
            switch value.magnitudes {
            case .forces(let forces): fields["instantaneous_force_magnitude_array"] = list(forces)
            case .torques(let torques): fields["instantaneous_torque_magnitude_array"] = list(torques)
            case nil: break
            }
            return fields
        },
        VectorReader(CyclingPower.feature) { ["features": $0.rawValue] },
    ]

    private static let powerControl: [VectorReader] = [
        VectorReader(CyclingPower.controlPoint, answers: [32]) { request in
            var fields: Fields = ["op_code": request.opCode.rawValue]
            switch request {
            case .setCumulativeValue(let count): fields["cumulative_value"] = count
            case .updateSensorLocation(let location): fields["sensor_location"] = location.rawValue
            case .setCrankLength(let length): fields["crank_length"] = length
            case .setSpanLength(let length): fields["span_length"] = length
            case .maskMeasurementContent(let mask): fields["measurement_mask"] = mask.rawValue
            default: break
            }
            return fields
        } response: { response in
            [
                "op_code": 32, "request_op_code": response.request.rawValue,
                "response_value": response.result.rawValue,
            ]
        }
    ]

    private static let navigation: [VectorReader] = [
        VectorReader(LocationAndNavigation.locationAndSpeed) {
            [
                "instantaneous_speed": $0.speed, "total_distance": $0.totalDistance,
                "latitude": $0.coordinate?.latitude, "longitude": $0.coordinate?.longitude,
                "elevation": $0.elevation, "heading": $0.heading, "rolling_time": $0.rollingTime,
                "utc_time": $0.utc, "position_status": $0.status.rawValue,
                "speed_and_distance_format": $0.isThreeDimensional,
                "elevation_source": $0.elevationSource.rawValue, "heading_source": $0.headingSource.rawValue,
            ]
        },
        VectorReader(LocationAndNavigation.navigation) {
            [
                "bearing": $0.bearing, "heading": $0.heading, "remaining_distance": $0.remainingDistance,
                "remaining_vertical_distance": $0.remainingVerticalDistance,
                "estimated_time_of_arrival": $0.arrival, "position_status": $0.status.rawValue,
                "heading_source": $0.headingSource.rawValue,
                "navigation_indicator_type": $0.leadsToDestination,
                "waypoint_reached": $0.hasReachedWaypoint, "destination_reached": $0.hasReachedDestination,
            ]
        },
        VectorReader(LocationAndNavigation.positionQuality) {
            [
                "number_of_beacons_in_solution": $0.beaconsInSolution,
                "number_of_beacons_in_view": $0.beaconsInView, "time_to_first_fix": $0.timeToFirstFix,
                "ehpe": $0.horizontalError, "evpe": $0.verticalError, "hdop": $0.horizontalDilution,
                "vdop": $0.verticalDilution, "position_status": $0.status.rawValue,
            ]
        },
        VectorReader(LocationAndNavigation.feature) { ["features_bitmap": $0.rawValue] },
    ]

    private static let navigationControl: [VectorReader] = [
        VectorReader(LocationAndNavigation.controlPoint, answers: [32]) { request in
            var fields: Fields = ["op_code": request.opCode.rawValue]
            switch request {
            // Others leave it in its steps, tenths of a metre.
            case .setCumulativeValue(let distance): fields["cumulative_value"] = distance * 10
            case .maskContent(let mask): fields["content_mask"] = mask.rawValue
            case .navigate(let control): fields["navigation_control_value"] = control.rawValue
            case .requestNumberOfRoutes: break
            case .requestNameOfRoute(let route), .selectRoute(let route): fields["route_number"] = route
            case .setFixRate(let rate): fields["fix_rate"] = rate
            case .setElevation(let elevation): fields["elevation"] = elevation
            }
            return fields
        } response: { response in
            [
                "op_code": 32, "request_op_code": response.request.rawValue,
                "response_value": response.result.rawValue, "response_parameter": response.nameOfRoute,
            ]
        }
    ]
}
