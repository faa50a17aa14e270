import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension Meanings {
    /// Every typed characteristic of `BluetoothProfiles`, except those whose value is plain bytes. A test compares the list
    /// with that module.
    static let decoders: [BluetoothUUID: @Sendable ([UInt8]) -> Any?] = {
        var all: [BluetoothUUID: @Sendable ([UInt8]) -> Any?] = [:]
        let parts =
            fromAlertNotification + fromCyclingPower + fromFitnessMachine + fromLocationAndNavigation
            + fromUserData
        for (uuid, decoder) in parts where all[uuid] == nil { all[uuid] = decoder }
        return all
    }()

    private typealias Row = (BluetoothUUID, @Sendable ([UInt8]) -> Any?)

    private static func row<Value>(_ characteristic: TypedCharacteristic<Value>) -> Row {
        (characteristic.uuid, { try? Value(bytes: $0) })
    }

    private static var fromAlertNotification: [Row] {
        [
            row(AlertNotification.supportedNewAlertCategories),
            row(AlertNotification.newAlert),
            row(AlertNotification.supportedUnreadAlertCategories),
            row(AlertNotification.unreadAlertStatus),
            row(AlertNotification.controlPoint),
            row(ImmediateAlert.alertLevel),
            row(LinkLoss.alertLevel),
            row(TxPower.level),
            row(AutomationIO.digital),
            row(AutomationIO.analog),
            row(Battery.level),
            row(Battery.levelStatus),
            row(Battery.estimatedServiceDate),
            row(Battery.criticalStatus),
            row(Battery.energyStatus),
            row(Battery.timeStatus),
            row(Battery.healthStatus),
            row(Battery.healthInformation),
            row(Battery.information),
            row(Battery.manufacturerName),
            row(Battery.modelNumber),
            row(Battery.serialNumber),
            row(BloodPressure.measurement),
            row(BloodPressure.intermediateCuffPressure),
            row(BloodPressure.feature),
            row(BodyComposition.feature),
            row(BodyComposition.measurement),
            row(ContinuousGlucose.measurement),
            row(ContinuousGlucose.feature),
            row(ContinuousGlucose.status),
            row(ContinuousGlucose.sessionStartTime),
            row(ContinuousGlucose.sessionRunTime),
            row(CurrentTime.currentTime),
            row(CurrentTime.localTimeInformation),
            row(CurrentTime.referenceTimeInformation),
            row(NextDSTChange.timeWithDST),
            row(ReferenceTimeUpdate.controlPoint),
            row(ReferenceTimeUpdate.state),
        ]
    }

    private static var fromCyclingPower: [Row] {
        [
            row(CyclingPower.measurement),
            row(CyclingPower.vector),
            row(CyclingPower.feature),
            row(CyclingPower.sensorLocation),
            row(CyclingSpeedAndCadence.measurement),
            row(CyclingSpeedAndCadence.feature),
            row(CyclingSpeedAndCadence.sensorLocation),
            row(DeviceInformation.manufacturerName),
            row(DeviceInformation.modelNumber),
            row(DeviceInformation.serialNumber),
            row(DeviceInformation.hardwareRevision),
            row(DeviceInformation.firmwareRevision),
            row(DeviceInformation.softwareRevision),
            row(DeviceInformation.systemID),
            row(DeviceInformation.regulatoryCertification),
            row(DeviceInformation.pnpID),
            row(EnvironmentalSensing.descriptorValueChanged),
            row(EnvironmentalSensing.temperature),
            row(EnvironmentalSensing.humidity),
            row(EnvironmentalSensing.pressure),
            row(EnvironmentalSensing.pressureTrend),
            row(EnvironmentalSensing.elevation),
            row(EnvironmentalSensing.dewPoint),
            row(EnvironmentalSensing.heatIndex),
            row(EnvironmentalSensing.windChill),
            row(EnvironmentalSensing.apparentWindSpeed),
            row(EnvironmentalSensing.apparentWindDirection),
            row(EnvironmentalSensing.trueWindSpeed),
            row(EnvironmentalSensing.trueWindDirection),
            row(EnvironmentalSensing.gustFactor),
            row(EnvironmentalSensing.rainfall),
            row(EnvironmentalSensing.uvIndex),
            row(EnvironmentalSensing.irradiance),
            row(EnvironmentalSensing.pollenConcentration),
            row(EnvironmentalSensing.magneticDeclination),
            row(EnvironmentalSensing.magneticFluxDensity2D),
            row(EnvironmentalSensing.magneticFluxDensity3D),
        ]
    }

    private static var fromFitnessMachine: [Row] {
        [
            row(FitnessMachine.feature),
            row(FitnessMachine.treadmillData),
            row(FitnessMachine.crossTrainerData),
            row(FitnessMachine.stepClimberData),
            row(FitnessMachine.stairClimberData),
            row(FitnessMachine.rowerData),
            row(FitnessMachine.indoorBikeData),
            row(FitnessMachine.trainingStatus),
            row(FitnessMachine.supportedSpeedRange),
            row(FitnessMachine.supportedInclinationRange),
            row(FitnessMachine.supportedResistanceRange),
            row(FitnessMachine.supportedHeartRateRange),
            row(FitnessMachine.supportedPowerRange),
            row(FitnessMachine.status),
            row(GenericAccess.deviceName),
            row(GenericAccess.appearance),
            row(GenericAccess.preferredConnectionParameters),
            row(GenericAccess.centralAddressResolution),
            row(GenericAccess.resolvablePrivateAddressOnly),
            row(Glucose.measurement),
            row(Glucose.measurementContext),
            row(Glucose.feature),
            row(HealthThermometer.measurement),
            row(HealthThermometer.temperatureType),
            row(HealthThermometer.intermediateTemperature),
            row(HealthThermometer.measurementInterval),
            row(HeartRate.measurement),
            row(HeartRate.bodySensorLocation),
            row(HeartRate.controlPoint),
            row(HumanInterfaceDevice.information),
            row(HumanInterfaceDevice.protocolMode),
            row(HumanInterfaceDevice.controlPoint),
            row(HumanInterfaceDevice.bootKeyboardInputReport),
            row(HumanInterfaceDevice.bootKeyboardOutputReport),
            row(HumanInterfaceDevice.bootMouseInputReport),
            row(LEDButton.button),
            row(LEDButton.led),
        ]
    }

    private static var fromLocationAndNavigation: [Row] {
        [
            row(LocationAndNavigation.locationAndSpeed),
            row(LocationAndNavigation.navigation),
            row(LocationAndNavigation.positionQuality),
            row(LocationAndNavigation.feature),
            row(PhoneAlertStatus.alertStatus),
            row(PhoneAlertStatus.ringerSetting),
            row(PhoneAlertStatus.ringerControlPoint),
            row(PulseOximeter.spotCheck),
            row(PulseOximeter.continuous),
            row(PulseOximeter.features),
            row(Ranging.features),
            row(Ranging.realTimeData),
            row(Ranging.onDemandData),
            row(Ranging.dataReady),
            row(Ranging.dataOverwritten),
            row(RunningSpeedAndCadence.measurement),
            row(RunningSpeedAndCadence.feature),
            row(RunningSpeedAndCadence.sensorLocation),
        ]
    }

    private static var fromUserData: [Row] {
        [
            row(UserData.databaseChangeIncrement),
            row(UserData.userIndex),
            row(UserData.firstName),
            row(UserData.middleName),
            row(UserData.lastName),
            row(UserData.emailAddress),
            row(UserData.language),
            row(UserData.age),
            row(UserData.dateOfBirth),
            row(UserData.gender),
            row(UserData.handedness),
            row(UserData.weight),
            row(UserData.height),
            row(UserData.highResolutionHeight),
            row(UserData.waistCircumference),
            row(UserData.hipCircumference),
            row(UserData.strideLength),
            row(UserData.vo2Max),
            row(UserData.heartRateMax),
            row(UserData.restingHeartRate),
            row(UserData.maximumRecommendedHeartRate),
            row(UserData.aerobicThreshold),
            row(UserData.anaerobicThreshold),
            row(UserData.thresholdSport),
            row(UserData.thresholdDate),
            row(UserData.fatBurnLowerLimit),
            row(UserData.fatBurnUpperLimit),
            row(UserData.aerobicLowerLimit),
            row(UserData.aerobicUpperLimit),
            row(UserData.anaerobicLowerLimit),
            row(UserData.anaerobicUpperLimit),
            row(UserData.twoZoneLimit),
            row(UserData.threeZoneLimits),
            row(UserData.fourZoneLimits),
            row(UserData.fiveZoneLimits),
            row(WeightScale.measurement),
            row(WeightScale.feature),
        ]
    }
}
