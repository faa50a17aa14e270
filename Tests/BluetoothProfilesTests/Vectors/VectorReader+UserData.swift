import BluetoothProfiles

extension VectorReader {
    /// User Data.
    static let userData: [VectorReader] = person + rates + zones + control

    private static func date(_ value: UserData.CalendarDate) -> Fields {
        ["year": value.year, "month": value.month, "day": value.day]
    }

    private static let person: [VectorReader] = [
        VectorReader(UserData.age, value: { $0 }),
        VectorReader(UserData.dateOfBirth, fields: date),
        VectorReader(UserData.emailAddress, value: { $0 }),
        VectorReader(UserData.firstName, value: { $0 }),
        VectorReader(UserData.lastName, value: { $0 }),
        VectorReader(UserData.language, value: { $0 }),
        VectorReader(UserData.gender, value: \.rawValue),
        VectorReader(UserData.middleName, value: { $0 }),
        VectorReader(UserData.handedness, value: \.rawValue),
        VectorReader(UserData.highResolutionHeight, value: \.metres),
        VectorReader(UserData.strideLength, value: \.metres),
        VectorReader(UserData.height, value: \.metres),
        VectorReader(UserData.hipCircumference, value: \.metres),
        VectorReader(UserData.waistCircumference, value: \.metres),
        VectorReader(UserData.weight, value: \.kilograms),
    ]

    private static let rates: [VectorReader] = [
        UserData.aerobicLowerLimit, UserData.aerobicUpperLimit, UserData.aerobicThreshold,
        UserData.anaerobicLowerLimit, UserData.anaerobicUpperLimit, UserData.anaerobicThreshold,
        UserData.fatBurnLowerLimit, UserData.fatBurnUpperLimit, UserData.heartRateMax,
        UserData.maximumRecommendedHeartRate, UserData.restingHeartRate, UserData.vo2Max,
        UserData.twoZoneLimit,
    ].map { VectorReader($0, value: { $0 }) }

    private static let zones: [VectorReader] = [
        VectorReader(UserData.thresholdSport, value: \.rawValue),
        VectorReader(UserData.thresholdDate, fields: date),
        VectorReader(UserData.threeZoneLimits) {
            ["light_moderate_limit": $0.moderate, "moderate_hard_limit": $0.hard]
        },
        VectorReader(UserData.fourZoneLimits) {
            [
                "light_moderate_limit": $0.moderate, "moderate_hard_limit": $0.hard,
                "hard_maximum_limit": $0.maximum,
            ]
        },
        VectorReader(UserData.fiveZoneLimits) {
            [
                "very_light_light_limit": $0.light, "light_moderate_limit": $0.moderate,
                "moderate_hard_limit": $0.hard, "hard_maximum_limit": $0.maximum,
            ]
        },
    ]

    private static let control: [VectorReader] = [
        VectorReader(UserData.databaseChangeIncrement, value: { $0 }),
        VectorReader(UserData.userIndex, value: { $0 }),
        VectorReader(UserData.controlPoint, answers: [32]) { request in
            ["opcode": request.opCode.rawValue, "parameter": hex(Array(request.bytes.dropFirst()))]
        } response: { response in
            let head = [response.request.rawValue, response.outcome.rawValue]
            return ["opcode": 32, "parameter": hex(head + response.parameter)]
        },
    ]
}
