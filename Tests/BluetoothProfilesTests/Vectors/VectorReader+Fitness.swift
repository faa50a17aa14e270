import BluetoothProfiles

extension VectorReader {
    /// Fitness machines.
    static let fitness: [VectorReader] = machines + climbers + ranges + control

    private static func common(
        _ energy: FitnessMachine.Energy?, _ heartRate: UInt8?, _ metabolicEquivalent: Double?,
        _ elapsed: UInt16?, _ remaining: UInt16?, _ others: Fields
    ) -> Fields {
        let fields: Fields = [
            "total_energy": energy?.total, "energy_per_hour": energy?.perHour,
            "energy_per_minute": energy?.perMinute, "heart_rate": heartRate,
            "metabolic_equivalent": metabolicEquivalent, "elapsed_time": elapsed, "remaining_time": remaining,
        ]
        return fields.merging(others) { $1 }
    }

    private static let machines: [VectorReader] = [
        VectorReader(FitnessMachine.treadmillData) {
            let others: Fields = [
                "instantaneous_speed": $0.speed, "average_speed": $0.averageSpeed,
                "total_distance": $0.totalDistance, "inclination": $0.incline?.percent,
                "ramp_angle_setting": $0.incline?.rampAngle, "positive_elevation_gain": $0.elevationGain?.up,
                "negative_elevation_gain": $0.elevationGain?.down, "instantaneous_pace": $0.pace,
                "average_pace": $0.averagePace, "force_on_belt": $0.effort?.force,
                "power_output": $0.effort?.power,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
        VectorReader(FitnessMachine.crossTrainerData) {
            let others: Fields = [
                "instantaneous_speed": $0.speed, "average_speed": $0.averageSpeed,
                "total_distance": $0.totalDistance, "steps_per_minute": $0.stepRate?.perMinute,
                "average_step_rate": $0.stepRate?.average, "stride_count": $0.strideCount,
                "positive_elevation_gain": $0.elevationGain?.up,
                "negative_elevation_gain": $0.elevationGain?.down, "inclination": $0.incline?.percent,
                "ramp_setting": $0.incline?.rampAngle, "resistance_level": $0.resistanceLevel,
                "instantaneous_power": $0.power, "average_power": $0.averagePower,
                "movement_direction_backward": $0.isBackward,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
        VectorReader(FitnessMachine.rowerData) {
            let others: Fields = [
                "stroke_rate": $0.strokes?.rate, "stroke_count": $0.strokes?.count,
                "average_stroke_rate": $0.averageStrokeRate, "total_distance": $0.totalDistance,
                "instantaneous_pace": $0.pace, "average_pace": $0.averagePace,
                "instantaneous_power": $0.power,
                "average_power": $0.averagePower, "resistance_level": $0.resistanceLevel,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
        VectorReader(FitnessMachine.indoorBikeData) {
            let others: Fields = [
                "instantaneous_speed": $0.speed, "average_speed": $0.averageSpeed,
                "instantaneous_cadence": $0.cadence, "average_cadence": $0.averageCadence,
                "total_distance": $0.totalDistance, "resistance_level": $0.resistanceLevel,
                "instantaneous_power": $0.power, "average_power": $0.averagePower,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
    ]

    private static let climbers: [VectorReader] = [
        VectorReader(FitnessMachine.stepClimberData) {
            let others: Fields = [
                "floors": $0.climb?.floors, "step_count": $0.climb?.steps,
                "steps_per_minute": $0.stepsPerMinute,
                "average_step_rate": $0.averageStepRate, "positive_elevation_gain": $0.elevationGain,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
        VectorReader(FitnessMachine.stairClimberData) {
            let others: Fields = [
                "floors": $0.floors, "steps_per_minute": $0.stepsPerMinute,
                "average_step_rate": $0.averageStepRate, "positive_elevation_gain": $0.elevationGain,
                "stride_count": $0.strideCount,
            ]
            return common(
                $0.energy, $0.heartRate, $0.metabolicEquivalent, $0.elapsedTime, $0.remainingTime, others)
        },
    ]

    private static func range(_ minimum: Double, _ maximum: Double, _ increment: Double) -> Fields {
        ["minimum": minimum, "maximum": maximum, "minimum_increment": increment]
    }

    private static let ranges: [VectorReader] = [
        VectorReader(FitnessMachine.supportedSpeedRange) { range($0.minimum, $0.maximum, $0.increment) },
        VectorReader(FitnessMachine.supportedInclinationRange) {
            range($0.minimum, $0.maximum, $0.increment)
        },
        VectorReader(FitnessMachine.supportedResistanceRange) { range($0.minimum, $0.maximum, $0.increment) },
        VectorReader(FitnessMachine.supportedHeartRateRange) { range($0.minimum, $0.maximum, $0.increment) },
        VectorReader(FitnessMachine.supportedPowerRange) { range($0.minimum, $0.maximum, $0.increment) },
        VectorReader(FitnessMachine.feature) {
            [
                "fitness_machine_features": $0.machine.rawValue,
                "target_setting_features": $0.targets.rawValue,
            ]
        },
        VectorReader(FitnessMachine.trainingStatus) {
            ["training_status": $0.phase.rawValue, "training_status_string": $0.text]
        },
    ]

    /// The numbers of a target in the steps in which they are sent.
    private static func operands(_ target: FitnessMachine.Target) -> [Double] {
        switch target {
        case .speed(let value): [value * 100]
        case .inclination(let value), .resistanceLevel(let value), .wheelCircumference(let value):
            [value * 10]
        case .power(let value): [Double(value)]
        case .heartRate(let value): [Double(value)]
        case .expendedEnergy(let value), .steps(let value), .strides(let value), .trainingTime(let value):
            [Double(value)]
        case .distance(let value): [value]
        case .timesInTwoZones(let fatBurn, let fitness): [fatBurn, fitness].map { Double($0) }
        case .timesInThreeZones(let light, let moderate, let hard):
            [light, moderate, hard].map { Double($0) }
        case .timesInFiveZones(let veryLight, let light, let moderate, let hard, let maximum):
            [veryLight, light, moderate, hard, maximum].map { Double($0) }
        case .simulation(let value):
            [
                value.windSpeed * 1000, value.grade * 100, value.rollingResistance * 10_000,
                value.windResistance * 100,
            ]
        case .cadence(let value): [value * 2]
        }
    }

    private static let control: [VectorReader] = [
        VectorReader(FitnessMachine.controlPoint, answers: [128], without: ["parameter"]) { request in
            var fields: Fields = ["op_code": request.opCode.rawValue]
            switch request {
            case .requestControl, .reset, .startOrResume: break
            case .set(let target): fields["operands"] = list(operands(target))
            case .stopOrPause(let kind): fields["operands"] = kind.rawValue
            case .spinDown(let control): fields["operands"] = control.rawValue
            }
            return fields
        } response: { response in
            let speeds = response.spinDownSpeeds.map { [$0.low * 100, $0.high * 100] }
            return [
                "op_code": 128, "response_op_code": response.request.rawValue,
                "result_code": response.result.rawValue, "spin_down": list(speeds),
            ]
        },
        VectorReader(FitnessMachine.status, without: ["parameter"]) { status in
            var fields: Fields = ["op_code": status.bytes.first]
            switch status {
            case .stoppedOrPaused(let kind): fields["operands"] = kind.rawValue
            case .targetChanged(let target): fields["operands"] = list(operands(target))
            case .spinDown(let status): fields["operands"] = status.rawValue
            default: break
            }
            return fields
        },
    ]
}
