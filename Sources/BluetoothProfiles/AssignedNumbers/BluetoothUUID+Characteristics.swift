// Generated from Tests/HouseTests/AssignedNumbers. Do not edit: AssignedNumbersTests writes it.

import BluetoothTypes

extension BluetoothUUID {
    /// *Device Name*, a characteristic: 2A00.
    public static var deviceName: BluetoothUUID { BluetoothUUID(0x2A00) }
    /// *Appearance*, a characteristic: 2A01.
    public static var appearance: BluetoothUUID { BluetoothUUID(0x2A01) }
    /// *Peripheral Privacy Flag*, a characteristic: 2A02.
    public static var peripheralPrivacyFlag: BluetoothUUID { BluetoothUUID(0x2A02) }
    /// *Reconnection Address*, a characteristic: 2A03.
    public static var reconnectionAddress: BluetoothUUID { BluetoothUUID(0x2A03) }
    /// *Peripheral Preferred Connection Parameters*, a characteristic: 2A04.
    public static var peripheralPreferredConnectionParameters: BluetoothUUID { BluetoothUUID(0x2A04) }
    /// *Service Changed*, a characteristic: 2A05.
    public static var serviceChanged: BluetoothUUID { BluetoothUUID(0x2A05) }
    /// *Alert Level*, a characteristic: 2A06.
    public static var alertLevel: BluetoothUUID { BluetoothUUID(0x2A06) }
    /// *Tx Power Level*, a characteristic: 2A07.
    public static var txPowerLevel: BluetoothUUID { BluetoothUUID(0x2A07) }
    /// *Date Time*, a characteristic: 2A08.
    public static var dateTime: BluetoothUUID { BluetoothUUID(0x2A08) }
    /// *Day of Week*, a characteristic: 2A09.
    public static var dayOfWeek: BluetoothUUID { BluetoothUUID(0x2A09) }
    /// *Day Date Time*, a characteristic: 2A0A.
    public static var dayDateTime: BluetoothUUID { BluetoothUUID(0x2A0A) }
    /// *Exact Time 256*, a characteristic: 2A0C.
    public static var exactTime256: BluetoothUUID { BluetoothUUID(0x2A0C) }
    /// *DST Offset*, a characteristic: 2A0D.
    public static var dstOffset: BluetoothUUID { BluetoothUUID(0x2A0D) }
    /// *Time Zone*, a characteristic: 2A0E.
    public static var timeZone: BluetoothUUID { BluetoothUUID(0x2A0E) }
    /// *Local Time Information*, a characteristic: 2A0F.
    public static var localTimeInformation: BluetoothUUID { BluetoothUUID(0x2A0F) }
    /// *Time with DST*, a characteristic: 2A11.
    public static var timeWithDST: BluetoothUUID { BluetoothUUID(0x2A11) }
    /// *Time Accuracy*, a characteristic: 2A12.
    public static var timeAccuracy: BluetoothUUID { BluetoothUUID(0x2A12) }
    /// *Time Source*, a characteristic: 2A13.
    public static var timeSource: BluetoothUUID { BluetoothUUID(0x2A13) }
    /// *Reference Time Information*, a characteristic: 2A14.
    public static var referenceTimeInformation: BluetoothUUID { BluetoothUUID(0x2A14) }
    /// *Time Update Control Point*, a characteristic: 2A16.
    public static var timeUpdateControlPoint: BluetoothUUID { BluetoothUUID(0x2A16) }
    /// *Time Update State*, a characteristic: 2A17.
    public static var timeUpdateState: BluetoothUUID { BluetoothUUID(0x2A17) }
    /// *Glucose Measurement*, a characteristic: 2A18.
    public static var glucoseMeasurement: BluetoothUUID { BluetoothUUID(0x2A18) }
    /// *Battery Level*, a characteristic: 2A19.
    public static var batteryLevel: BluetoothUUID { BluetoothUUID(0x2A19) }
    /// *Temperature Measurement*, a characteristic: 2A1C.
    public static var temperatureMeasurement: BluetoothUUID { BluetoothUUID(0x2A1C) }
    /// *Temperature Type*, a characteristic: 2A1D.
    public static var temperatureType: BluetoothUUID { BluetoothUUID(0x2A1D) }
    /// *Intermediate Temperature*, a characteristic: 2A1E.
    public static var intermediateTemperature: BluetoothUUID { BluetoothUUID(0x2A1E) }
    /// *Measurement Interval*, a characteristic: 2A21.
    public static var measurementInterval: BluetoothUUID { BluetoothUUID(0x2A21) }
    /// *Boot Keyboard Input Report*, a characteristic: 2A22.
    public static var bootKeyboardInputReport: BluetoothUUID { BluetoothUUID(0x2A22) }
    /// *System ID*, a characteristic: 2A23.
    public static var systemID: BluetoothUUID { BluetoothUUID(0x2A23) }
    /// *Model Number String*, a characteristic: 2A24.
    public static var modelNumberString: BluetoothUUID { BluetoothUUID(0x2A24) }
    /// *Serial Number String*, a characteristic: 2A25.
    public static var serialNumberString: BluetoothUUID { BluetoothUUID(0x2A25) }
    /// *Firmware Revision String*, a characteristic: 2A26.
    public static var firmwareRevisionString: BluetoothUUID { BluetoothUUID(0x2A26) }
    /// *Hardware Revision String*, a characteristic: 2A27.
    public static var hardwareRevisionString: BluetoothUUID { BluetoothUUID(0x2A27) }
    /// *Software Revision String*, a characteristic: 2A28.
    public static var softwareRevisionString: BluetoothUUID { BluetoothUUID(0x2A28) }
    /// *Manufacturer Name String*, a characteristic: 2A29.
    public static var manufacturerNameString: BluetoothUUID { BluetoothUUID(0x2A29) }
    /// *IEEE 11073-20601 Regulatory Certification Data List*, a characteristic: 2A2A.
    public static var ieee1107320601RegulatoryCertificationDataList: BluetoothUUID { BluetoothUUID(0x2A2A) }
    /// *Current Time*, a characteristic: 2A2B.
    public static var currentTimeCharacteristic: BluetoothUUID { BluetoothUUID(0x2A2B) }
    /// *Magnetic Declination*, a characteristic: 2A2C.
    public static var magneticDeclination: BluetoothUUID { BluetoothUUID(0x2A2C) }
    /// *Scan Refresh*, a characteristic: 2A31.
    public static var scanRefresh: BluetoothUUID { BluetoothUUID(0x2A31) }
    /// *Boot Keyboard Output Report*, a characteristic: 2A32.
    public static var bootKeyboardOutputReport: BluetoothUUID { BluetoothUUID(0x2A32) }
    /// *Boot Mouse Input Report*, a characteristic: 2A33.
    public static var bootMouseInputReport: BluetoothUUID { BluetoothUUID(0x2A33) }
    /// *Glucose Measurement Context*, a characteristic: 2A34.
    public static var glucoseMeasurementContext: BluetoothUUID { BluetoothUUID(0x2A34) }
    /// *Blood Pressure Measurement*, a characteristic: 2A35.
    public static var bloodPressureMeasurement: BluetoothUUID { BluetoothUUID(0x2A35) }
    /// *Intermediate Cuff Pressure*, a characteristic: 2A36.
    public static var intermediateCuffPressure: BluetoothUUID { BluetoothUUID(0x2A36) }
    /// *Heart Rate Measurement*, a characteristic: 2A37.
    public static var heartRateMeasurement: BluetoothUUID { BluetoothUUID(0x2A37) }
    /// *Body Sensor Location*, a characteristic: 2A38.
    public static var bodySensorLocation: BluetoothUUID { BluetoothUUID(0x2A38) }
    /// *Heart Rate Control Point*, a characteristic: 2A39.
    public static var heartRateControlPoint: BluetoothUUID { BluetoothUUID(0x2A39) }
    /// *Alert Status*, a characteristic: 2A3F.
    public static var alertStatus: BluetoothUUID { BluetoothUUID(0x2A3F) }
    /// *Ringer Control Point*, a characteristic: 2A40.
    public static var ringerControlPoint: BluetoothUUID { BluetoothUUID(0x2A40) }
    /// *Ringer Setting*, a characteristic: 2A41.
    public static var ringerSetting: BluetoothUUID { BluetoothUUID(0x2A41) }
    /// *Alert Category ID Bit Mask*, a characteristic: 2A42.
    public static var alertCategoryIDBitMask: BluetoothUUID { BluetoothUUID(0x2A42) }
    /// *Alert Category ID*, a characteristic: 2A43.
    public static var alertCategoryID: BluetoothUUID { BluetoothUUID(0x2A43) }
    /// *Alert Notification Control Point*, a characteristic: 2A44.
    public static var alertNotificationControlPoint: BluetoothUUID { BluetoothUUID(0x2A44) }
    /// *Unread Alert Status*, a characteristic: 2A45.
    public static var unreadAlertStatus: BluetoothUUID { BluetoothUUID(0x2A45) }
    /// *New Alert*, a characteristic: 2A46.
    public static var newAlert: BluetoothUUID { BluetoothUUID(0x2A46) }
    /// *Supported New Alert Category*, a characteristic: 2A47.
    public static var supportedNewAlertCategory: BluetoothUUID { BluetoothUUID(0x2A47) }
    /// *Supported Unread Alert Category*, a characteristic: 2A48.
    public static var supportedUnreadAlertCategory: BluetoothUUID { BluetoothUUID(0x2A48) }
    /// *Blood Pressure Feature*, a characteristic: 2A49.
    public static var bloodPressureFeature: BluetoothUUID { BluetoothUUID(0x2A49) }
    /// *HID Information*, a characteristic: 2A4A.
    public static var hidInformation: BluetoothUUID { BluetoothUUID(0x2A4A) }
    /// *Report Map*, a characteristic: 2A4B.
    public static var reportMap: BluetoothUUID { BluetoothUUID(0x2A4B) }
    /// *HID Control Point*, a characteristic: 2A4C.
    public static var hidControlPoint: BluetoothUUID { BluetoothUUID(0x2A4C) }
    /// *Report*, a characteristic: 2A4D.
    public static var report: BluetoothUUID { BluetoothUUID(0x2A4D) }
    /// *Protocol Mode*, a characteristic: 2A4E.
    public static var protocolMode: BluetoothUUID { BluetoothUUID(0x2A4E) }
    /// *Scan Interval Window*, a characteristic: 2A4F.
    public static var scanIntervalWindow: BluetoothUUID { BluetoothUUID(0x2A4F) }
    /// *PnP ID*, a characteristic: 2A50.
    public static var pnpID: BluetoothUUID { BluetoothUUID(0x2A50) }
    /// *Glucose Feature*, a characteristic: 2A51.
    public static var glucoseFeature: BluetoothUUID { BluetoothUUID(0x2A51) }
    /// *Record Access Control Point*, a characteristic: 2A52.
    public static var recordAccessControlPoint: BluetoothUUID { BluetoothUUID(0x2A52) }
    /// *RSC Measurement*, a characteristic: 2A53.
    public static var rscMeasurement: BluetoothUUID { BluetoothUUID(0x2A53) }
    /// *RSC Feature*, a characteristic: 2A54.
    public static var rscFeature: BluetoothUUID { BluetoothUUID(0x2A54) }
    /// *SC Control Point*, a characteristic: 2A55.
    public static var scControlPoint: BluetoothUUID { BluetoothUUID(0x2A55) }
    /// *Digital*, a characteristic: 2A56.
    public static var digital: BluetoothUUID { BluetoothUUID(0x2A56) }
    /// *Analog*, a characteristic: 2A58.
    public static var analog: BluetoothUUID { BluetoothUUID(0x2A58) }
    /// *Aggregate*, a characteristic: 2A5A.
    public static var aggregate: BluetoothUUID { BluetoothUUID(0x2A5A) }
    /// *CSC Measurement*, a characteristic: 2A5B.
    public static var cscMeasurement: BluetoothUUID { BluetoothUUID(0x2A5B) }
    /// *CSC Feature*, a characteristic: 2A5C.
    public static var cscFeature: BluetoothUUID { BluetoothUUID(0x2A5C) }
    /// *Sensor Location*, a characteristic: 2A5D.
    public static var sensorLocation: BluetoothUUID { BluetoothUUID(0x2A5D) }
    /// *PLX Spot-Check Measurement*, a characteristic: 2A5E.
    public static var plxSpotCheckMeasurement: BluetoothUUID { BluetoothUUID(0x2A5E) }
    /// *PLX Continuous Measurement*, a characteristic: 2A5F.
    public static var plxContinuousMeasurement: BluetoothUUID { BluetoothUUID(0x2A5F) }
    /// *PLX Features*, a characteristic: 2A60.
    public static var plxFeatures: BluetoothUUID { BluetoothUUID(0x2A60) }
    /// *Cycling Power Measurement*, a characteristic: 2A63.
    public static var cyclingPowerMeasurement: BluetoothUUID { BluetoothUUID(0x2A63) }
    /// *Cycling Power Vector*, a characteristic: 2A64.
    public static var cyclingPowerVector: BluetoothUUID { BluetoothUUID(0x2A64) }
    /// *Cycling Power Feature*, a characteristic: 2A65.
    public static var cyclingPowerFeature: BluetoothUUID { BluetoothUUID(0x2A65) }
    /// *Cycling Power Control Point*, a characteristic: 2A66.
    public static var cyclingPowerControlPoint: BluetoothUUID { BluetoothUUID(0x2A66) }
    /// *Location and Speed*, a characteristic: 2A67.
    public static var locationAndSpeed: BluetoothUUID { BluetoothUUID(0x2A67) }
    /// *Navigation*, a characteristic: 2A68.
    public static var navigation: BluetoothUUID { BluetoothUUID(0x2A68) }
    /// *Position Quality*, a characteristic: 2A69.
    public static var positionQuality: BluetoothUUID { BluetoothUUID(0x2A69) }
    /// *LN Feature*, a characteristic: 2A6A.
    public static var lnFeature: BluetoothUUID { BluetoothUUID(0x2A6A) }
    /// *LN Control Point*, a characteristic: 2A6B.
    public static var lnControlPoint: BluetoothUUID { BluetoothUUID(0x2A6B) }
    /// *Elevation*, a characteristic: 2A6C.
    public static var elevation: BluetoothUUID { BluetoothUUID(0x2A6C) }
    /// *Pressure*, a characteristic: 2A6D.
    public static var pressure: BluetoothUUID { BluetoothUUID(0x2A6D) }
    /// *Temperature*, a characteristic: 2A6E.
    public static var temperature: BluetoothUUID { BluetoothUUID(0x2A6E) }
    /// *Humidity*, a characteristic: 2A6F.
    public static var humidity: BluetoothUUID { BluetoothUUID(0x2A6F) }
    /// *True Wind Speed*, a characteristic: 2A70.
    public static var trueWindSpeed: BluetoothUUID { BluetoothUUID(0x2A70) }
    /// *True Wind Direction*, a characteristic: 2A71.
    public static var trueWindDirection: BluetoothUUID { BluetoothUUID(0x2A71) }
    /// *Apparent Wind Speed*, a characteristic: 2A72.
    public static var apparentWindSpeed: BluetoothUUID { BluetoothUUID(0x2A72) }
    /// *Apparent Wind Direction*, a characteristic: 2A73.
    public static var apparentWindDirection: BluetoothUUID { BluetoothUUID(0x2A73) }
    /// *Gust Factor*, a characteristic: 2A74.
    public static var gustFactor: BluetoothUUID { BluetoothUUID(0x2A74) }
    /// *Pollen Concentration*, a characteristic: 2A75.
    public static var pollenConcentration: BluetoothUUID { BluetoothUUID(0x2A75) }
    /// *UV Index*, a characteristic: 2A76.
    public static var uvIndex: BluetoothUUID { BluetoothUUID(0x2A76) }
    /// *Irradiance*, a characteristic: 2A77.
    public static var irradiance: BluetoothUUID { BluetoothUUID(0x2A77) }
    /// *Rainfall*, a characteristic: 2A78.
    public static var rainfall: BluetoothUUID { BluetoothUUID(0x2A78) }
    /// *Wind Chill*, a characteristic: 2A79.
    public static var windChill: BluetoothUUID { BluetoothUUID(0x2A79) }
    /// *Heat Index*, a characteristic: 2A7A.
    public static var heatIndex: BluetoothUUID { BluetoothUUID(0x2A7A) }
    /// *Dew Point*, a characteristic: 2A7B.
    public static var dewPoint: BluetoothUUID { BluetoothUUID(0x2A7B) }
    /// *Descriptor Value Changed*, a characteristic: 2A7D.
    public static var descriptorValueChanged: BluetoothUUID { BluetoothUUID(0x2A7D) }
    /// *Aerobic Heart Rate Lower Limit*, a characteristic: 2A7E.
    public static var aerobicHeartRateLowerLimit: BluetoothUUID { BluetoothUUID(0x2A7E) }
    /// *Aerobic Threshold*, a characteristic: 2A7F.
    public static var aerobicThreshold: BluetoothUUID { BluetoothUUID(0x2A7F) }
    /// *Age*, a characteristic: 2A80.
    public static var age: BluetoothUUID { BluetoothUUID(0x2A80) }
    /// *Anaerobic Heart Rate Lower Limit*, a characteristic: 2A81.
    public static var anaerobicHeartRateLowerLimit: BluetoothUUID { BluetoothUUID(0x2A81) }
    /// *Anaerobic Heart Rate Upper Limit*, a characteristic: 2A82.
    public static var anaerobicHeartRateUpperLimit: BluetoothUUID { BluetoothUUID(0x2A82) }
    /// *Anaerobic Threshold*, a characteristic: 2A83.
    public static var anaerobicThreshold: BluetoothUUID { BluetoothUUID(0x2A83) }
    /// *Aerobic Heart Rate Upper Limit*, a characteristic: 2A84.
    public static var aerobicHeartRateUpperLimit: BluetoothUUID { BluetoothUUID(0x2A84) }
    /// *Date of Birth*, a characteristic: 2A85.
    public static var dateOfBirth: BluetoothUUID { BluetoothUUID(0x2A85) }
    /// *Date of Threshold Assessment*, a characteristic: 2A86.
    public static var dateOfThresholdAssessment: BluetoothUUID { BluetoothUUID(0x2A86) }
    /// *Email Address*, a characteristic: 2A87.
    public static var emailAddress: BluetoothUUID { BluetoothUUID(0x2A87) }
    /// *Fat Burn Heart Rate Lower Limit*, a characteristic: 2A88.
    public static var fatBurnHeartRateLowerLimit: BluetoothUUID { BluetoothUUID(0x2A88) }
    /// *Fat Burn Heart Rate Upper Limit*, a characteristic: 2A89.
    public static var fatBurnHeartRateUpperLimit: BluetoothUUID { BluetoothUUID(0x2A89) }
    /// *First Name*, a characteristic: 2A8A.
    public static var firstName: BluetoothUUID { BluetoothUUID(0x2A8A) }
    /// *Five Zone Heart Rate Limits*, a characteristic: 2A8B.
    public static var fiveZoneHeartRateLimits: BluetoothUUID { BluetoothUUID(0x2A8B) }
    /// *Gender*, a characteristic: 2A8C.
    public static var gender: BluetoothUUID { BluetoothUUID(0x2A8C) }
    /// *Heart Rate Max*, a characteristic: 2A8D.
    public static var heartRateMax: BluetoothUUID { BluetoothUUID(0x2A8D) }
    /// *Height*, a characteristic: 2A8E.
    public static var height: BluetoothUUID { BluetoothUUID(0x2A8E) }
    /// *Hip Circumference*, a characteristic: 2A8F.
    public static var hipCircumference: BluetoothUUID { BluetoothUUID(0x2A8F) }
    /// *Last Name*, a characteristic: 2A90.
    public static var lastName: BluetoothUUID { BluetoothUUID(0x2A90) }
    /// *Maximum Recommended Heart Rate*, a characteristic: 2A91.
    public static var maximumRecommendedHeartRate: BluetoothUUID { BluetoothUUID(0x2A91) }
    /// *Resting Heart Rate*, a characteristic: 2A92.
    public static var restingHeartRate: BluetoothUUID { BluetoothUUID(0x2A92) }
    /// *Sport Type for Aerobic and Anaerobic Thresholds*, a characteristic: 2A93.
    public static var sportTypeForAerobicAndAnaerobicThresholds: BluetoothUUID { BluetoothUUID(0x2A93) }
    /// *Three Zone Heart Rate Limits*, a characteristic: 2A94.
    public static var threeZoneHeartRateLimits: BluetoothUUID { BluetoothUUID(0x2A94) }
    /// *Two Zone Heart Rate Limits*, a characteristic: 2A95.
    public static var twoZoneHeartRateLimits: BluetoothUUID { BluetoothUUID(0x2A95) }
    /// *VO2 Max*, a characteristic: 2A96.
    public static var vo2Max: BluetoothUUID { BluetoothUUID(0x2A96) }
    /// *Waist Circumference*, a characteristic: 2A97.
    public static var waistCircumference: BluetoothUUID { BluetoothUUID(0x2A97) }
    /// *Weight*, a characteristic: 2A98.
    public static var weight: BluetoothUUID { BluetoothUUID(0x2A98) }
    /// *Database Change Increment*, a characteristic: 2A99.
    public static var databaseChangeIncrement: BluetoothUUID { BluetoothUUID(0x2A99) }
    /// *User Index*, a characteristic: 2A9A.
    public static var userIndex: BluetoothUUID { BluetoothUUID(0x2A9A) }
    /// *Body Composition Feature*, a characteristic: 2A9B.
    public static var bodyCompositionFeature: BluetoothUUID { BluetoothUUID(0x2A9B) }
    /// *Body Composition Measurement*, a characteristic: 2A9C.
    public static var bodyCompositionMeasurement: BluetoothUUID { BluetoothUUID(0x2A9C) }
    /// *Weight Measurement*, a characteristic: 2A9D.
    public static var weightMeasurement: BluetoothUUID { BluetoothUUID(0x2A9D) }
    /// *Weight Scale Feature*, a characteristic: 2A9E.
    public static var weightScaleFeature: BluetoothUUID { BluetoothUUID(0x2A9E) }
    /// *User Control Point*, a characteristic: 2A9F.
    public static var userControlPoint: BluetoothUUID { BluetoothUUID(0x2A9F) }
    /// *Magnetic Flux Density - 2D*, a characteristic: 2AA0.
    public static var magneticFluxDensity2D: BluetoothUUID { BluetoothUUID(0x2AA0) }
    /// *Magnetic Flux Density - 3D*, a characteristic: 2AA1.
    public static var magneticFluxDensity3D: BluetoothUUID { BluetoothUUID(0x2AA1) }
    /// *Language*, a characteristic: 2AA2.
    public static var language: BluetoothUUID { BluetoothUUID(0x2AA2) }
    /// *Barometric Pressure Trend*, a characteristic: 2AA3.
    public static var barometricPressureTrend: BluetoothUUID { BluetoothUUID(0x2AA3) }
    /// *Bond Management Control Point*, a characteristic: 2AA4.
    public static var bondManagementControlPoint: BluetoothUUID { BluetoothUUID(0x2AA4) }
    /// *Bond Management Feature*, a characteristic: 2AA5.
    public static var bondManagementFeature: BluetoothUUID { BluetoothUUID(0x2AA5) }
    /// *Central Address Resolution*, a characteristic: 2AA6.
    public static var centralAddressResolution: BluetoothUUID { BluetoothUUID(0x2AA6) }
    /// *CGM Measurement*, a characteristic: 2AA7.
    public static var cgmMeasurement: BluetoothUUID { BluetoothUUID(0x2AA7) }
    /// *CGM Feature*, a characteristic: 2AA8.
    public static var cgmFeature: BluetoothUUID { BluetoothUUID(0x2AA8) }
    /// *CGM Status*, a characteristic: 2AA9.
    public static var cgmStatus: BluetoothUUID { BluetoothUUID(0x2AA9) }
    /// *CGM Session Start Time*, a characteristic: 2AAA.
    public static var cgmSessionStartTime: BluetoothUUID { BluetoothUUID(0x2AAA) }
    /// *CGM Session Run Time*, a characteristic: 2AAB.
    public static var cgmSessionRunTime: BluetoothUUID { BluetoothUUID(0x2AAB) }
    /// *CGM Specific Ops Control Point*, a characteristic: 2AAC.
    public static var cgmSpecificOpsControlPoint: BluetoothUUID { BluetoothUUID(0x2AAC) }
    /// *Indoor Positioning Configuration*, a characteristic: 2AAD.
    public static var indoorPositioningConfiguration: BluetoothUUID { BluetoothUUID(0x2AAD) }
    /// *Latitude*, a characteristic: 2AAE.
    public static var latitude: BluetoothUUID { BluetoothUUID(0x2AAE) }
    /// *Longitude*, a characteristic: 2AAF.
    public static var longitude: BluetoothUUID { BluetoothUUID(0x2AAF) }
    /// *Local North Coordinate*, a characteristic: 2AB0.
    public static var localNorthCoordinate: BluetoothUUID { BluetoothUUID(0x2AB0) }
    /// *Local East Coordinate*, a characteristic: 2AB1.
    public static var localEastCoordinate: BluetoothUUID { BluetoothUUID(0x2AB1) }
    /// *Floor Number*, a characteristic: 2AB2.
    public static var floorNumber: BluetoothUUID { BluetoothUUID(0x2AB2) }
    /// *Altitude*, a characteristic: 2AB3.
    public static var altitude: BluetoothUUID { BluetoothUUID(0x2AB3) }
    /// *Uncertainty*, a characteristic: 2AB4.
    public static var uncertainty: BluetoothUUID { BluetoothUUID(0x2AB4) }
    /// *Location Name*, a characteristic: 2AB5.
    public static var locationName: BluetoothUUID { BluetoothUUID(0x2AB5) }
    /// *URI*, a characteristic: 2AB6.
    public static var uri: BluetoothUUID { BluetoothUUID(0x2AB6) }
    /// *HTTP Headers*, a characteristic: 2AB7.
    public static var httpHeaders: BluetoothUUID { BluetoothUUID(0x2AB7) }
    /// *HTTP Status Code*, a characteristic: 2AB8.
    public static var httpStatusCode: BluetoothUUID { BluetoothUUID(0x2AB8) }
    /// *HTTP Entity Body*, a characteristic: 2AB9.
    public static var httpEntityBody: BluetoothUUID { BluetoothUUID(0x2AB9) }
    /// *HTTP Control Point*, a characteristic: 2ABA.
    public static var httpControlPoint: BluetoothUUID { BluetoothUUID(0x2ABA) }
    /// *HTTPS Security*, a characteristic: 2ABB.
    public static var httpsSecurity: BluetoothUUID { BluetoothUUID(0x2ABB) }
    /// *TDS Control Point*, a characteristic: 2ABC.
    public static var tdsControlPoint: BluetoothUUID { BluetoothUUID(0x2ABC) }
    /// *OTS Feature*, a characteristic: 2ABD.
    public static var otsFeature: BluetoothUUID { BluetoothUUID(0x2ABD) }
    /// *Object Name*, a characteristic: 2ABE.
    public static var objectName: BluetoothUUID { BluetoothUUID(0x2ABE) }
    /// *Object Type*, a characteristic: 2ABF.
    public static var objectType: BluetoothUUID { BluetoothUUID(0x2ABF) }
    /// *Object Size*, a characteristic: 2AC0.
    public static var objectSize: BluetoothUUID { BluetoothUUID(0x2AC0) }
    /// *Object First-Created*, a characteristic: 2AC1.
    public static var objectFirstCreated: BluetoothUUID { BluetoothUUID(0x2AC1) }
    /// *Object Last-Modified*, a characteristic: 2AC2.
    public static var objectLastModified: BluetoothUUID { BluetoothUUID(0x2AC2) }
    /// *Object ID*, a characteristic: 2AC3.
    public static var objectID: BluetoothUUID { BluetoothUUID(0x2AC3) }
    /// *Object Properties*, a characteristic: 2AC4.
    public static var objectProperties: BluetoothUUID { BluetoothUUID(0x2AC4) }
    /// *Object Action Control Point*, a characteristic: 2AC5.
    public static var objectActionControlPoint: BluetoothUUID { BluetoothUUID(0x2AC5) }
    /// *Object List Control Point*, a characteristic: 2AC6.
    public static var objectListControlPoint: BluetoothUUID { BluetoothUUID(0x2AC6) }
    /// *Object List Filter*, a characteristic: 2AC7.
    public static var objectListFilter: BluetoothUUID { BluetoothUUID(0x2AC7) }
    /// *Object Changed*, a characteristic: 2AC8.
    public static var objectChanged: BluetoothUUID { BluetoothUUID(0x2AC8) }
    /// *Resolvable Private Address Only*, a characteristic: 2AC9.
    public static var resolvablePrivateAddressOnly: BluetoothUUID { BluetoothUUID(0x2AC9) }
    /// *Fitness Machine Feature*, a characteristic: 2ACC.
    public static var fitnessMachineFeature: BluetoothUUID { BluetoothUUID(0x2ACC) }
    /// *Treadmill Data*, a characteristic: 2ACD.
    public static var treadmillData: BluetoothUUID { BluetoothUUID(0x2ACD) }
    /// *Cross Trainer Data*, a characteristic: 2ACE.
    public static var crossTrainerData: BluetoothUUID { BluetoothUUID(0x2ACE) }
    /// *Step Climber Data*, a characteristic: 2ACF.
    public static var stepClimberData: BluetoothUUID { BluetoothUUID(0x2ACF) }
    /// *Stair Climber Data*, a characteristic: 2AD0.
    public static var stairClimberData: BluetoothUUID { BluetoothUUID(0x2AD0) }
    /// *Rower Data*, a characteristic: 2AD1.
    public static var rowerData: BluetoothUUID { BluetoothUUID(0x2AD1) }
    /// *Indoor Bike Data*, a characteristic: 2AD2.
    public static var indoorBikeData: BluetoothUUID { BluetoothUUID(0x2AD2) }
    /// *Training Status*, a characteristic: 2AD3.
    public static var trainingStatus: BluetoothUUID { BluetoothUUID(0x2AD3) }
    /// *Supported Speed Range*, a characteristic: 2AD4.
    public static var supportedSpeedRange: BluetoothUUID { BluetoothUUID(0x2AD4) }
    /// *Supported Inclination Range*, a characteristic: 2AD5.
    public static var supportedInclinationRange: BluetoothUUID { BluetoothUUID(0x2AD5) }
    /// *Supported Resistance Level Range*, a characteristic: 2AD6.
    public static var supportedResistanceLevelRange: BluetoothUUID { BluetoothUUID(0x2AD6) }
    /// *Supported Heart Rate Range*, a characteristic: 2AD7.
    public static var supportedHeartRateRange: BluetoothUUID { BluetoothUUID(0x2AD7) }
    /// *Supported Power Range*, a characteristic: 2AD8.
    public static var supportedPowerRange: BluetoothUUID { BluetoothUUID(0x2AD8) }
    /// *Fitness Machine Control Point*, a characteristic: 2AD9.
    public static var fitnessMachineControlPoint: BluetoothUUID { BluetoothUUID(0x2AD9) }
    /// *Fitness Machine Status*, a characteristic: 2ADA.
    public static var fitnessMachineStatus: BluetoothUUID { BluetoothUUID(0x2ADA) }
    /// *Mesh Provisioning Data In*, a characteristic: 2ADB.
    public static var meshProvisioningDataIn: BluetoothUUID { BluetoothUUID(0x2ADB) }
    /// *Mesh Provisioning Data Out*, a characteristic: 2ADC.
    public static var meshProvisioningDataOut: BluetoothUUID { BluetoothUUID(0x2ADC) }
    /// *Mesh Proxy Data In*, a characteristic: 2ADD.
    public static var meshProxyDataIn: BluetoothUUID { BluetoothUUID(0x2ADD) }
    /// *Mesh Proxy Data Out*, a characteristic: 2ADE.
    public static var meshProxyDataOut: BluetoothUUID { BluetoothUUID(0x2ADE) }
    /// *Average Current*, a characteristic: 2AE0.
    public static var averageCurrent: BluetoothUUID { BluetoothUUID(0x2AE0) }
    /// *Average Voltage*, a characteristic: 2AE1.
    public static var averageVoltage: BluetoothUUID { BluetoothUUID(0x2AE1) }
    /// *Boolean*, a characteristic: 2AE2.
    public static var boolean: BluetoothUUID { BluetoothUUID(0x2AE2) }
    /// *Chromatic Distance from Planckian*, a characteristic: 2AE3.
    public static var chromaticDistanceFromPlanckian: BluetoothUUID { BluetoothUUID(0x2AE3) }
    /// *Chromaticity Coordinates*, a characteristic: 2AE4.
    public static var chromaticityCoordinates: BluetoothUUID { BluetoothUUID(0x2AE4) }
    /// *Chromaticity in CCT and Duv Values*, a characteristic: 2AE5.
    public static var chromaticityInCCTAndDuvValues: BluetoothUUID { BluetoothUUID(0x2AE5) }
    /// *Chromaticity Tolerance*, a characteristic: 2AE6.
    public static var chromaticityTolerance: BluetoothUUID { BluetoothUUID(0x2AE6) }
    /// *CIE 13.3-1995 Color Rendering Index*, a characteristic: 2AE7.
    public static var cie1331995ColorRenderingIndex: BluetoothUUID { BluetoothUUID(0x2AE7) }
    /// *Coefficient*, a characteristic: 2AE8.
    public static var coefficient: BluetoothUUID { BluetoothUUID(0x2AE8) }
    /// *Correlated Color Temperature*, a characteristic: 2AE9.
    public static var correlatedColorTemperature: BluetoothUUID { BluetoothUUID(0x2AE9) }
    /// *Count 16*, a characteristic: 2AEA.
    public static var count16: BluetoothUUID { BluetoothUUID(0x2AEA) }
    /// *Count 24*, a characteristic: 2AEB.
    public static var count24: BluetoothUUID { BluetoothUUID(0x2AEB) }
    /// *Country Code*, a characteristic: 2AEC.
    public static var countryCode: BluetoothUUID { BluetoothUUID(0x2AEC) }
    /// *Date UTC*, a characteristic: 2AED.
    public static var dateUTC: BluetoothUUID { BluetoothUUID(0x2AED) }
    /// *Electric Current*, a characteristic: 2AEE.
    public static var electricCurrent: BluetoothUUID { BluetoothUUID(0x2AEE) }
    /// *Electric Current Range*, a characteristic: 2AEF.
    public static var electricCurrentRange: BluetoothUUID { BluetoothUUID(0x2AEF) }
    /// *Electric Current Specification*, a characteristic: 2AF0.
    public static var electricCurrentSpecification: BluetoothUUID { BluetoothUUID(0x2AF0) }
    /// *Electric Current Statistics*, a characteristic: 2AF1.
    public static var electricCurrentStatistics: BluetoothUUID { BluetoothUUID(0x2AF1) }
    /// *Energy*, a characteristic: 2AF2.
    public static var energy: BluetoothUUID { BluetoothUUID(0x2AF2) }
    /// *Energy in a Period of Day*, a characteristic: 2AF3.
    public static var energyInAPeriodOfDay: BluetoothUUID { BluetoothUUID(0x2AF3) }
    /// *Event Statistics*, a characteristic: 2AF4.
    public static var eventStatistics: BluetoothUUID { BluetoothUUID(0x2AF4) }
    /// *Fixed String 16*, a characteristic: 2AF5.
    public static var fixedString16: BluetoothUUID { BluetoothUUID(0x2AF5) }
    /// *Fixed String 24*, a characteristic: 2AF6.
    public static var fixedString24: BluetoothUUID { BluetoothUUID(0x2AF6) }
    /// *Fixed String 36*, a characteristic: 2AF7.
    public static var fixedString36: BluetoothUUID { BluetoothUUID(0x2AF7) }
    /// *Fixed String 8*, a characteristic: 2AF8.
    public static var fixedString8: BluetoothUUID { BluetoothUUID(0x2AF8) }
    /// *Generic Level*, a characteristic: 2AF9.
    public static var genericLevel: BluetoothUUID { BluetoothUUID(0x2AF9) }
    /// *Global Trade Item Number*, a characteristic: 2AFA.
    public static var globalTradeItemNumber: BluetoothUUID { BluetoothUUID(0x2AFA) }
    /// *Illuminance*, a characteristic: 2AFB.
    public static var illuminance: BluetoothUUID { BluetoothUUID(0x2AFB) }
    /// *Luminous Efficacy*, a characteristic: 2AFC.
    public static var luminousEfficacy: BluetoothUUID { BluetoothUUID(0x2AFC) }
    /// *Luminous Energy*, a characteristic: 2AFD.
    public static var luminousEnergy: BluetoothUUID { BluetoothUUID(0x2AFD) }
    /// *Luminous Exposure*, a characteristic: 2AFE.
    public static var luminousExposure: BluetoothUUID { BluetoothUUID(0x2AFE) }
    /// *Luminous Flux*, a characteristic: 2AFF.
    public static var luminousFlux: BluetoothUUID { BluetoothUUID(0x2AFF) }
    /// *Luminous Flux Range*, a characteristic: 2B00.
    public static var luminousFluxRange: BluetoothUUID { BluetoothUUID(0x2B00) }
    /// *Luminous Intensity*, a characteristic: 2B01.
    public static var luminousIntensity: BluetoothUUID { BluetoothUUID(0x2B01) }
    /// *Mass Flow*, a characteristic: 2B02.
    public static var massFlow: BluetoothUUID { BluetoothUUID(0x2B02) }
    /// *Perceived Lightness*, a characteristic: 2B03.
    public static var perceivedLightness: BluetoothUUID { BluetoothUUID(0x2B03) }
    /// *Percentage 8*, a characteristic: 2B04.
    public static var percentage8: BluetoothUUID { BluetoothUUID(0x2B04) }
    /// *Power*, a characteristic: 2B05.
    public static var power: BluetoothUUID { BluetoothUUID(0x2B05) }
    /// *Power Specification*, a characteristic: 2B06.
    public static var powerSpecification: BluetoothUUID { BluetoothUUID(0x2B06) }
    /// *Relative Runtime in a Current Range*, a characteristic: 2B07.
    public static var relativeRuntimeInACurrentRange: BluetoothUUID { BluetoothUUID(0x2B07) }
    /// *Relative Runtime in a Generic Level Range*, a characteristic: 2B08.
    public static var relativeRuntimeInAGenericLevelRange: BluetoothUUID { BluetoothUUID(0x2B08) }
    /// *Relative Value in a Voltage Range*, a characteristic: 2B09.
    public static var relativeValueInAVoltageRange: BluetoothUUID { BluetoothUUID(0x2B09) }
    /// *Relative Value in an Illuminance Range*, a characteristic: 2B0A.
    public static var relativeValueInAnIlluminanceRange: BluetoothUUID { BluetoothUUID(0x2B0A) }
    /// *Relative Value in a Period of Day*, a characteristic: 2B0B.
    public static var relativeValueInAPeriodOfDay: BluetoothUUID { BluetoothUUID(0x2B0B) }
    /// *Relative Value in a Temperature Range*, a characteristic: 2B0C.
    public static var relativeValueInATemperatureRange: BluetoothUUID { BluetoothUUID(0x2B0C) }
    /// *Temperature 8*, a characteristic: 2B0D.
    public static var temperature8: BluetoothUUID { BluetoothUUID(0x2B0D) }
    /// *Temperature 8 in a Period of Day*, a characteristic: 2B0E.
    public static var temperature8InAPeriodOfDay: BluetoothUUID { BluetoothUUID(0x2B0E) }
    /// *Temperature 8 Statistics*, a characteristic: 2B0F.
    public static var temperature8Statistics: BluetoothUUID { BluetoothUUID(0x2B0F) }
    /// *Temperature Range*, a characteristic: 2B10.
    public static var temperatureRange: BluetoothUUID { BluetoothUUID(0x2B10) }
    /// *Temperature Statistics*, a characteristic: 2B11.
    public static var temperatureStatistics: BluetoothUUID { BluetoothUUID(0x2B11) }
    /// *Time Decihour 8*, a characteristic: 2B12.
    public static var timeDecihour8: BluetoothUUID { BluetoothUUID(0x2B12) }
    /// *Time Exponential 8*, a characteristic: 2B13.
    public static var timeExponential8: BluetoothUUID { BluetoothUUID(0x2B13) }
    /// *Time Hour 24*, a characteristic: 2B14.
    public static var timeHour24: BluetoothUUID { BluetoothUUID(0x2B14) }
    /// *Time Millisecond 24*, a characteristic: 2B15.
    public static var timeMillisecond24: BluetoothUUID { BluetoothUUID(0x2B15) }
    /// *Time Second 16*, a characteristic: 2B16.
    public static var timeSecond16: BluetoothUUID { BluetoothUUID(0x2B16) }
    /// *Time Second 8*, a characteristic: 2B17.
    public static var timeSecond8: BluetoothUUID { BluetoothUUID(0x2B17) }
    /// *Voltage*, a characteristic: 2B18.
    public static var voltage: BluetoothUUID { BluetoothUUID(0x2B18) }
    /// *Voltage Specification*, a characteristic: 2B19.
    public static var voltageSpecification: BluetoothUUID { BluetoothUUID(0x2B19) }
    /// *Voltage Statistics*, a characteristic: 2B1A.
    public static var voltageStatistics: BluetoothUUID { BluetoothUUID(0x2B1A) }
    /// *Volume Flow*, a characteristic: 2B1B.
    public static var volumeFlow: BluetoothUUID { BluetoothUUID(0x2B1B) }
    /// *Chromaticity Coordinate*, a characteristic: 2B1C.
    public static var chromaticityCoordinate: BluetoothUUID { BluetoothUUID(0x2B1C) }
    /// *RC Feature*, a characteristic: 2B1D.
    public static var rcFeature: BluetoothUUID { BluetoothUUID(0x2B1D) }
    /// *RC Settings*, a characteristic: 2B1E.
    public static var rcSettings: BluetoothUUID { BluetoothUUID(0x2B1E) }
    /// *Reconnection Configuration Control Point*, a characteristic: 2B1F.
    public static var reconnectionConfigurationControlPoint: BluetoothUUID { BluetoothUUID(0x2B1F) }
    /// *IDD Status Changed*, a characteristic: 2B20.
    public static var iddStatusChanged: BluetoothUUID { BluetoothUUID(0x2B20) }
    /// *IDD Status*, a characteristic: 2B21.
    public static var iddStatus: BluetoothUUID { BluetoothUUID(0x2B21) }
    /// *IDD Annunciation Status*, a characteristic: 2B22.
    public static var iddAnnunciationStatus: BluetoothUUID { BluetoothUUID(0x2B22) }
    /// *IDD Features*, a characteristic: 2B23.
    public static var iddFeatures: BluetoothUUID { BluetoothUUID(0x2B23) }
    /// *IDD Status Reader Control Point*, a characteristic: 2B24.
    public static var iddStatusReaderControlPoint: BluetoothUUID { BluetoothUUID(0x2B24) }
    /// *IDD Command Control Point*, a characteristic: 2B25.
    public static var iddCommandControlPoint: BluetoothUUID { BluetoothUUID(0x2B25) }
    /// *IDD Command Data*, a characteristic: 2B26.
    public static var iddCommandData: BluetoothUUID { BluetoothUUID(0x2B26) }
    /// *IDD Record Access Control Point*, a characteristic: 2B27.
    public static var iddRecordAccessControlPoint: BluetoothUUID { BluetoothUUID(0x2B27) }
    /// *IDD History Data*, a characteristic: 2B28.
    public static var iddHistoryData: BluetoothUUID { BluetoothUUID(0x2B28) }
    /// *Client Supported Features*, a characteristic: 2B29.
    public static var clientSupportedFeatures: BluetoothUUID { BluetoothUUID(0x2B29) }
    /// *Database Hash*, a characteristic: 2B2A.
    public static var databaseHash: BluetoothUUID { BluetoothUUID(0x2B2A) }
    /// *BSS Control Point*, a characteristic: 2B2B.
    public static var bssControlPoint: BluetoothUUID { BluetoothUUID(0x2B2B) }
    /// *BSS Response*, a characteristic: 2B2C.
    public static var bssResponse: BluetoothUUID { BluetoothUUID(0x2B2C) }
    /// *Emergency ID*, a characteristic: 2B2D.
    public static var emergencyID: BluetoothUUID { BluetoothUUID(0x2B2D) }
    /// *Emergency Text*, a characteristic: 2B2E.
    public static var emergencyText: BluetoothUUID { BluetoothUUID(0x2B2E) }
    /// *ACS Status*, a characteristic: 2B2F.
    public static var acsStatus: BluetoothUUID { BluetoothUUID(0x2B2F) }
    /// *ACS Data In*, a characteristic: 2B30.
    public static var acsDataIn: BluetoothUUID { BluetoothUUID(0x2B30) }
    /// *ACS Data Out Notify*, a characteristic: 2B31.
    public static var acsDataOutNotify: BluetoothUUID { BluetoothUUID(0x2B31) }
    /// *ACS Data Out Indicate*, a characteristic: 2B32.
    public static var acsDataOutIndicate: BluetoothUUID { BluetoothUUID(0x2B32) }
    /// *ACS Control Point*, a characteristic: 2B33.
    public static var acsControlPoint: BluetoothUUID { BluetoothUUID(0x2B33) }
    /// *Enhanced Blood Pressure Measurement*, a characteristic: 2B34.
    public static var enhancedBloodPressureMeasurement: BluetoothUUID { BluetoothUUID(0x2B34) }
    /// *Enhanced Intermediate Cuff Pressure*, a characteristic: 2B35.
    public static var enhancedIntermediateCuffPressure: BluetoothUUID { BluetoothUUID(0x2B35) }
    /// *Blood Pressure Record*, a characteristic: 2B36.
    public static var bloodPressureRecord: BluetoothUUID { BluetoothUUID(0x2B36) }
    /// *Registered User*, a characteristic: 2B37.
    public static var registeredUser: BluetoothUUID { BluetoothUUID(0x2B37) }
    /// *BR-EDR Handover Data*, a characteristic: 2B38.
    public static var brEDRHandoverData: BluetoothUUID { BluetoothUUID(0x2B38) }
    /// *Bluetooth SIG Data*, a characteristic: 2B39.
    public static var bluetoothSIGData: BluetoothUUID { BluetoothUUID(0x2B39) }
    /// *Server Supported Features*, a characteristic: 2B3A.
    public static var serverSupportedFeatures: BluetoothUUID { BluetoothUUID(0x2B3A) }
    /// *Physical Activity Monitor Features*, a characteristic: 2B3B.
    public static var physicalActivityMonitorFeatures: BluetoothUUID { BluetoothUUID(0x2B3B) }
    /// *General Activity Instantaneous Data*, a characteristic: 2B3C.
    public static var generalActivityInstantaneousData: BluetoothUUID { BluetoothUUID(0x2B3C) }
    /// *General Activity Summary Data*, a characteristic: 2B3D.
    public static var generalActivitySummaryData: BluetoothUUID { BluetoothUUID(0x2B3D) }
    /// *CardioRespiratory Activity Instantaneous Data*, a characteristic: 2B3E.
    public static var cardiorespiratoryActivityInstantaneousData: BluetoothUUID { BluetoothUUID(0x2B3E) }
    /// *CardioRespiratory Activity Summary Data*, a characteristic: 2B3F.
    public static var cardiorespiratoryActivitySummaryData: BluetoothUUID { BluetoothUUID(0x2B3F) }
    /// *Step Counter Activity Summary Data*, a characteristic: 2B40.
    public static var stepCounterActivitySummaryData: BluetoothUUID { BluetoothUUID(0x2B40) }
    /// *Sleep Activity Instantaneous Data*, a characteristic: 2B41.
    public static var sleepActivityInstantaneousData: BluetoothUUID { BluetoothUUID(0x2B41) }
    /// *Sleep Activity Summary Data*, a characteristic: 2B42.
    public static var sleepActivitySummaryData: BluetoothUUID { BluetoothUUID(0x2B42) }
    /// *Physical Activity Monitor Control Point*, a characteristic: 2B43.
    public static var physicalActivityMonitorControlPoint: BluetoothUUID { BluetoothUUID(0x2B43) }
    /// *Physical Activity Current Session*, a characteristic: 2B44.
    public static var physicalActivityCurrentSession: BluetoothUUID { BluetoothUUID(0x2B44) }
    /// *Physical Activity Session Descriptor*, a characteristic: 2B45.
    public static var physicalActivitySessionDescriptor: BluetoothUUID { BluetoothUUID(0x2B45) }
    /// *Preferred Units*, a characteristic: 2B46.
    public static var preferredUnits: BluetoothUUID { BluetoothUUID(0x2B46) }
    /// *High Resolution Height*, a characteristic: 2B47.
    public static var highResolutionHeight: BluetoothUUID { BluetoothUUID(0x2B47) }
    /// *Middle Name*, a characteristic: 2B48.
    public static var middleName: BluetoothUUID { BluetoothUUID(0x2B48) }
    /// *Stride Length*, a characteristic: 2B49.
    public static var strideLength: BluetoothUUID { BluetoothUUID(0x2B49) }
    /// *Handedness*, a characteristic: 2B4A.
    public static var handedness: BluetoothUUID { BluetoothUUID(0x2B4A) }
    /// *Device Wearing Position*, a characteristic: 2B4B.
    public static var deviceWearingPosition: BluetoothUUID { BluetoothUUID(0x2B4B) }
    /// *Four Zone Heart Rate Limits*, a characteristic: 2B4C.
    public static var fourZoneHeartRateLimits: BluetoothUUID { BluetoothUUID(0x2B4C) }
    /// *High Intensity Exercise Threshold*, a characteristic: 2B4D.
    public static var highIntensityExerciseThreshold: BluetoothUUID { BluetoothUUID(0x2B4D) }
    /// *Activity Goal*, a characteristic: 2B4E.
    public static var activityGoal: BluetoothUUID { BluetoothUUID(0x2B4E) }
    /// *Sedentary Interval Notification*, a characteristic: 2B4F.
    public static var sedentaryIntervalNotification: BluetoothUUID { BluetoothUUID(0x2B4F) }
    /// *Caloric Intake*, a characteristic: 2B50.
    public static var caloricIntake: BluetoothUUID { BluetoothUUID(0x2B50) }
    /// *TMAP Role*, a characteristic: 2B51.
    public static var tmapRole: BluetoothUUID { BluetoothUUID(0x2B51) }
    /// *Audio Input State*, a characteristic: 2B77.
    public static var audioInputState: BluetoothUUID { BluetoothUUID(0x2B77) }
    /// *Gain Settings Attribute*, a characteristic: 2B78.
    public static var gainSettingsAttribute: BluetoothUUID { BluetoothUUID(0x2B78) }
    /// *Audio Input Type*, a characteristic: 2B79.
    public static var audioInputType: BluetoothUUID { BluetoothUUID(0x2B79) }
    /// *Audio Input Status*, a characteristic: 2B7A.
    public static var audioInputStatus: BluetoothUUID { BluetoothUUID(0x2B7A) }
    /// *Audio Input Control Point*, a characteristic: 2B7B.
    public static var audioInputControlPoint: BluetoothUUID { BluetoothUUID(0x2B7B) }
    /// *Audio Input Description*, a characteristic: 2B7C.
    public static var audioInputDescription: BluetoothUUID { BluetoothUUID(0x2B7C) }
    /// *Volume State*, a characteristic: 2B7D.
    public static var volumeState: BluetoothUUID { BluetoothUUID(0x2B7D) }
    /// *Volume Control Point*, a characteristic: 2B7E.
    public static var volumeControlPoint: BluetoothUUID { BluetoothUUID(0x2B7E) }
    /// *Volume Flags*, a characteristic: 2B7F.
    public static var volumeFlags: BluetoothUUID { BluetoothUUID(0x2B7F) }
    /// *Volume Offset State*, a characteristic: 2B80.
    public static var volumeOffsetState: BluetoothUUID { BluetoothUUID(0x2B80) }
    /// *Audio Location*, a characteristic: 2B81.
    public static var audioLocation: BluetoothUUID { BluetoothUUID(0x2B81) }
    /// *Volume Offset Control Point*, a characteristic: 2B82.
    public static var volumeOffsetControlPoint: BluetoothUUID { BluetoothUUID(0x2B82) }
    /// *Audio Output Description*, a characteristic: 2B83.
    public static var audioOutputDescription: BluetoothUUID { BluetoothUUID(0x2B83) }
    /// *Set Identity Resolving Key*, a characteristic: 2B84.
    public static var setIdentityResolvingKey: BluetoothUUID { BluetoothUUID(0x2B84) }
    /// *Coordinated Set Size*, a characteristic: 2B85.
    public static var coordinatedSetSize: BluetoothUUID { BluetoothUUID(0x2B85) }
    /// *Set Member Lock*, a characteristic: 2B86.
    public static var setMemberLock: BluetoothUUID { BluetoothUUID(0x2B86) }
    /// *Set Member Rank*, a characteristic: 2B87.
    public static var setMemberRank: BluetoothUUID { BluetoothUUID(0x2B87) }
    /// *Encrypted Data Key Material*, a characteristic: 2B88.
    public static var encryptedDataKeyMaterial: BluetoothUUID { BluetoothUUID(0x2B88) }
    /// *Apparent Energy 32*, a characteristic: 2B89.
    public static var apparentEnergy32: BluetoothUUID { BluetoothUUID(0x2B89) }
    /// *Apparent Power*, a characteristic: 2B8A.
    public static var apparentPower: BluetoothUUID { BluetoothUUID(0x2B8A) }
    /// *Live Health Observations*, a characteristic: 2B8B.
    public static var liveHealthObservations: BluetoothUUID { BluetoothUUID(0x2B8B) }
    /// *CO2 Concentration*, a characteristic: 2B8C.
    public static var co2Concentration: BluetoothUUID { BluetoothUUID(0x2B8C) }
    /// *Cosine of the Angle*, a characteristic: 2B8D.
    public static var cosineOfTheAngle: BluetoothUUID { BluetoothUUID(0x2B8D) }
    /// *Device Time Feature*, a characteristic: 2B8E.
    public static var deviceTimeFeature: BluetoothUUID { BluetoothUUID(0x2B8E) }
    /// *Device Time Parameters*, a characteristic: 2B8F.
    public static var deviceTimeParameters: BluetoothUUID { BluetoothUUID(0x2B8F) }
    /// *Device Time*, a characteristic: 2B90.
    public static var deviceTimeCharacteristic: BluetoothUUID { BluetoothUUID(0x2B90) }
    /// *Device Time Control Point*, a characteristic: 2B91.
    public static var deviceTimeControlPoint: BluetoothUUID { BluetoothUUID(0x2B91) }
    /// *Time Change Log Data*, a characteristic: 2B92.
    public static var timeChangeLogData: BluetoothUUID { BluetoothUUID(0x2B92) }
    /// *Media Player Name*, a characteristic: 2B93.
    public static var mediaPlayerName: BluetoothUUID { BluetoothUUID(0x2B93) }
    /// *Media Player Icon Object ID*, a characteristic: 2B94.
    public static var mediaPlayerIconObjectID: BluetoothUUID { BluetoothUUID(0x2B94) }
    /// *Media Player Icon URL*, a characteristic: 2B95.
    public static var mediaPlayerIconURL: BluetoothUUID { BluetoothUUID(0x2B95) }
    /// *Track Changed*, a characteristic: 2B96.
    public static var trackChanged: BluetoothUUID { BluetoothUUID(0x2B96) }
    /// *Track Title*, a characteristic: 2B97.
    public static var trackTitle: BluetoothUUID { BluetoothUUID(0x2B97) }
    /// *Track Duration*, a characteristic: 2B98.
    public static var trackDuration: BluetoothUUID { BluetoothUUID(0x2B98) }
    /// *Track Position*, a characteristic: 2B99.
    public static var trackPosition: BluetoothUUID { BluetoothUUID(0x2B99) }
    /// *Playback Speed*, a characteristic: 2B9A.
    public static var playbackSpeed: BluetoothUUID { BluetoothUUID(0x2B9A) }
    /// *Seeking Speed*, a characteristic: 2B9B.
    public static var seekingSpeed: BluetoothUUID { BluetoothUUID(0x2B9B) }
    /// *Current Track Segments Object ID*, a characteristic: 2B9C.
    public static var currentTrackSegmentsObjectID: BluetoothUUID { BluetoothUUID(0x2B9C) }
    /// *Current Track Object ID*, a characteristic: 2B9D.
    public static var currentTrackObjectID: BluetoothUUID { BluetoothUUID(0x2B9D) }
    /// *Next Track Object ID*, a characteristic: 2B9E.
    public static var nextTrackObjectID: BluetoothUUID { BluetoothUUID(0x2B9E) }
    /// *Parent Group Object ID*, a characteristic: 2B9F.
    public static var parentGroupObjectID: BluetoothUUID { BluetoothUUID(0x2B9F) }
    /// *Current Group Object ID*, a characteristic: 2BA0.
    public static var currentGroupObjectID: BluetoothUUID { BluetoothUUID(0x2BA0) }
    /// *Playing Order*, a characteristic: 2BA1.
    public static var playingOrder: BluetoothUUID { BluetoothUUID(0x2BA1) }
    /// *Playing Orders Supported*, a characteristic: 2BA2.
    public static var playingOrdersSupported: BluetoothUUID { BluetoothUUID(0x2BA2) }
    /// *Media State*, a characteristic: 2BA3.
    public static var mediaState: BluetoothUUID { BluetoothUUID(0x2BA3) }
    /// *Media Control Point*, a characteristic: 2BA4.
    public static var mediaControlPoint: BluetoothUUID { BluetoothUUID(0x2BA4) }
    /// *Media Control Point Opcodes Supported*, a characteristic: 2BA5.
    public static var mediaControlPointOpcodesSupported: BluetoothUUID { BluetoothUUID(0x2BA5) }
    /// *Search Results Object ID*, a characteristic: 2BA6.
    public static var searchResultsObjectID: BluetoothUUID { BluetoothUUID(0x2BA6) }
    /// *Search Control Point*, a characteristic: 2BA7.
    public static var searchControlPoint: BluetoothUUID { BluetoothUUID(0x2BA7) }
    /// *Energy 32*, a characteristic: 2BA8.
    public static var energy32: BluetoothUUID { BluetoothUUID(0x2BA8) }
    /// *Constant Tone Extension Enable*, a characteristic: 2BAD.
    public static var constantToneExtensionEnable: BluetoothUUID { BluetoothUUID(0x2BAD) }
    /// *Advertising Constant Tone Extension Minimum Length*, a characteristic: 2BAE.
    public static var advertisingConstantToneExtensionMinimumLength: BluetoothUUID { BluetoothUUID(0x2BAE) }
    /// *Advertising Constant Tone Extension Minimum Transmit Count*, a characteristic: 2BAF.
    public static var advertisingConstantToneExtensionMinimumTransmitCount: BluetoothUUID {
        BluetoothUUID(0x2BAF)
    }
    /// *Advertising Constant Tone Extension Transmit Duration*, a characteristic: 2BB0.
    public static var advertisingConstantToneExtensionTransmitDuration: BluetoothUUID {
        BluetoothUUID(0x2BB0)
    }
    /// *Advertising Constant Tone Extension Interval*, a characteristic: 2BB1.
    public static var advertisingConstantToneExtensionInterval: BluetoothUUID { BluetoothUUID(0x2BB1) }
    /// *Advertising Constant Tone Extension PHY*, a characteristic: 2BB2.
    public static var advertisingConstantToneExtensionPHY: BluetoothUUID { BluetoothUUID(0x2BB2) }
    /// *Bearer Provider Name*, a characteristic: 2BB3.
    public static var bearerProviderName: BluetoothUUID { BluetoothUUID(0x2BB3) }
    /// *Bearer UCI*, a characteristic: 2BB4.
    public static var bearerUCI: BluetoothUUID { BluetoothUUID(0x2BB4) }
    /// *Bearer Technology*, a characteristic: 2BB5.
    public static var bearerTechnology: BluetoothUUID { BluetoothUUID(0x2BB5) }
    /// *Bearer URI Schemes Supported List*, a characteristic: 2BB6.
    public static var bearerURISchemesSupportedList: BluetoothUUID { BluetoothUUID(0x2BB6) }
    /// *Bearer Signal Strength*, a characteristic: 2BB7.
    public static var bearerSignalStrength: BluetoothUUID { BluetoothUUID(0x2BB7) }
    /// *Bearer Signal Strength Reporting Interval*, a characteristic: 2BB8.
    public static var bearerSignalStrengthReportingInterval: BluetoothUUID { BluetoothUUID(0x2BB8) }
    /// *Bearer List Current Calls*, a characteristic: 2BB9.
    public static var bearerListCurrentCalls: BluetoothUUID { BluetoothUUID(0x2BB9) }
    /// *Content Control ID*, a characteristic: 2BBA.
    public static var contentControlID: BluetoothUUID { BluetoothUUID(0x2BBA) }
    /// *Status Flags*, a characteristic: 2BBB.
    public static var statusFlags: BluetoothUUID { BluetoothUUID(0x2BBB) }
    /// *Incoming Call Target Bearer URI*, a characteristic: 2BBC.
    public static var incomingCallTargetBearerURI: BluetoothUUID { BluetoothUUID(0x2BBC) }
    /// *Call State*, a characteristic: 2BBD.
    public static var callState: BluetoothUUID { BluetoothUUID(0x2BBD) }
    /// *Call Control Point*, a characteristic: 2BBE.
    public static var callControlPoint: BluetoothUUID { BluetoothUUID(0x2BBE) }
    /// *Call Control Point Optional Opcodes*, a characteristic: 2BBF.
    public static var callControlPointOptionalOpcodes: BluetoothUUID { BluetoothUUID(0x2BBF) }
    /// *Termination Reason*, a characteristic: 2BC0.
    public static var terminationReason: BluetoothUUID { BluetoothUUID(0x2BC0) }
    /// *Incoming Call*, a characteristic: 2BC1.
    public static var incomingCall: BluetoothUUID { BluetoothUUID(0x2BC1) }
    /// *Call Friendly Name*, a characteristic: 2BC2.
    public static var callFriendlyName: BluetoothUUID { BluetoothUUID(0x2BC2) }
    /// *Mute*, a characteristic: 2BC3.
    public static var mute: BluetoothUUID { BluetoothUUID(0x2BC3) }
    /// *Sink ASE*, a characteristic: 2BC4.
    public static var sinkASE: BluetoothUUID { BluetoothUUID(0x2BC4) }
    /// *Source ASE*, a characteristic: 2BC5.
    public static var sourceASE: BluetoothUUID { BluetoothUUID(0x2BC5) }
    /// *ASE Control Point*, a characteristic: 2BC6.
    public static var aseControlPoint: BluetoothUUID { BluetoothUUID(0x2BC6) }
    /// *Broadcast Audio Scan Control Point*, a characteristic: 2BC7.
    public static var broadcastAudioScanControlPoint: BluetoothUUID { BluetoothUUID(0x2BC7) }
    /// *Broadcast Receive State*, a characteristic: 2BC8.
    public static var broadcastReceiveState: BluetoothUUID { BluetoothUUID(0x2BC8) }
    /// *Sink PAC*, a characteristic: 2BC9.
    public static var sinkPAC: BluetoothUUID { BluetoothUUID(0x2BC9) }
    /// *Sink Audio Locations*, a characteristic: 2BCA.
    public static var sinkAudioLocations: BluetoothUUID { BluetoothUUID(0x2BCA) }
    /// *Source PAC*, a characteristic: 2BCB.
    public static var sourcePAC: BluetoothUUID { BluetoothUUID(0x2BCB) }
    /// *Source Audio Locations*, a characteristic: 2BCC.
    public static var sourceAudioLocations: BluetoothUUID { BluetoothUUID(0x2BCC) }
    /// *Available Audio Contexts*, a characteristic: 2BCD.
    public static var availableAudioContexts: BluetoothUUID { BluetoothUUID(0x2BCD) }
    /// *Supported Audio Contexts*, a characteristic: 2BCE.
    public static var supportedAudioContexts: BluetoothUUID { BluetoothUUID(0x2BCE) }
    /// *Ammonia Concentration*, a characteristic: 2BCF.
    public static var ammoniaConcentration: BluetoothUUID { BluetoothUUID(0x2BCF) }
    /// *Carbon Monoxide Concentration*, a characteristic: 2BD0.
    public static var carbonMonoxideConcentration: BluetoothUUID { BluetoothUUID(0x2BD0) }
    /// *Methane Concentration*, a characteristic: 2BD1.
    public static var methaneConcentration: BluetoothUUID { BluetoothUUID(0x2BD1) }
    /// *Nitrogen Dioxide Concentration*, a characteristic: 2BD2.
    public static var nitrogenDioxideConcentration: BluetoothUUID { BluetoothUUID(0x2BD2) }
    /// *Non-Methane Volatile Organic Compounds Concentration*, a characteristic: 2BD3.
    public static var nonMethaneVolatileOrganicCompoundsConcentration: BluetoothUUID { BluetoothUUID(0x2BD3) }
    /// *Ozone Concentration*, a characteristic: 2BD4.
    public static var ozoneConcentration: BluetoothUUID { BluetoothUUID(0x2BD4) }
    /// *Particulate Matter - PM1 Concentration*, a characteristic: 2BD5.
    public static var particulateMatterPM1Concentration: BluetoothUUID { BluetoothUUID(0x2BD5) }
    /// *Particulate Matter - PM2.5 Concentration*, a characteristic: 2BD6.
    public static var particulateMatterPM25Concentration: BluetoothUUID { BluetoothUUID(0x2BD6) }
    /// *Particulate Matter - PM10 Concentration*, a characteristic: 2BD7.
    public static var particulateMatterPM10Concentration: BluetoothUUID { BluetoothUUID(0x2BD7) }
    /// *Sulfur Dioxide Concentration*, a characteristic: 2BD8.
    public static var sulfurDioxideConcentration: BluetoothUUID { BluetoothUUID(0x2BD8) }
    /// *Sulfur Hexafluoride Concentration*, a characteristic: 2BD9.
    public static var sulfurHexafluorideConcentration: BluetoothUUID { BluetoothUUID(0x2BD9) }
    /// *Hearing Aid Features*, a characteristic: 2BDA.
    public static var hearingAidFeatures: BluetoothUUID { BluetoothUUID(0x2BDA) }
    /// *Hearing Aid Preset Control Point*, a characteristic: 2BDB.
    public static var hearingAidPresetControlPoint: BluetoothUUID { BluetoothUUID(0x2BDB) }
    /// *Active Preset Index*, a characteristic: 2BDC.
    public static var activePresetIndex: BluetoothUUID { BluetoothUUID(0x2BDC) }
    /// *Stored Health Observations*, a characteristic: 2BDD.
    public static var storedHealthObservations: BluetoothUUID { BluetoothUUID(0x2BDD) }
    /// *Fixed String 64*, a characteristic: 2BDE.
    public static var fixedString64: BluetoothUUID { BluetoothUUID(0x2BDE) }
    /// *High Temperature*, a characteristic: 2BDF.
    public static var highTemperature: BluetoothUUID { BluetoothUUID(0x2BDF) }
    /// *High Voltage*, a characteristic: 2BE0.
    public static var highVoltage: BluetoothUUID { BluetoothUUID(0x2BE0) }
    /// *Light Distribution*, a characteristic: 2BE1.
    public static var lightDistribution: BluetoothUUID { BluetoothUUID(0x2BE1) }
    /// *Light Output*, a characteristic: 2BE2.
    public static var lightOutput: BluetoothUUID { BluetoothUUID(0x2BE2) }
    /// *Light Source Type*, a characteristic: 2BE3.
    public static var lightSourceType: BluetoothUUID { BluetoothUUID(0x2BE3) }
    /// *Noise*, a characteristic: 2BE4.
    public static var noise: BluetoothUUID { BluetoothUUID(0x2BE4) }
    /// *Relative Runtime in a Correlated Color Temperature Range*, a characteristic: 2BE5.
    public static var relativeRuntimeInACorrelatedColorTemperatureRange: BluetoothUUID {
        BluetoothUUID(0x2BE5)
    }
    /// *Time Second 32*, a characteristic: 2BE6.
    public static var timeSecond32: BluetoothUUID { BluetoothUUID(0x2BE6) }
    /// *VOC Concentration*, a characteristic: 2BE7.
    public static var vocConcentration: BluetoothUUID { BluetoothUUID(0x2BE7) }
    /// *Voltage Frequency*, a characteristic: 2BE8.
    public static var voltageFrequency: BluetoothUUID { BluetoothUUID(0x2BE8) }
    /// *Battery Critical Status*, a characteristic: 2BE9.
    public static var batteryCriticalStatus: BluetoothUUID { BluetoothUUID(0x2BE9) }
    /// *Battery Health Status*, a characteristic: 2BEA.
    public static var batteryHealthStatus: BluetoothUUID { BluetoothUUID(0x2BEA) }
    /// *Battery Health Information*, a characteristic: 2BEB.
    public static var batteryHealthInformation: BluetoothUUID { BluetoothUUID(0x2BEB) }
    /// *Battery Information*, a characteristic: 2BEC.
    public static var batteryInformation: BluetoothUUID { BluetoothUUID(0x2BEC) }
    /// *Battery Level Status*, a characteristic: 2BED.
    public static var batteryLevelStatus: BluetoothUUID { BluetoothUUID(0x2BED) }
    /// *Battery Time Status*, a characteristic: 2BEE.
    public static var batteryTimeStatus: BluetoothUUID { BluetoothUUID(0x2BEE) }
    /// *Estimated Service Date*, a characteristic: 2BEF.
    public static var estimatedServiceDate: BluetoothUUID { BluetoothUUID(0x2BEF) }
    /// *Battery Energy Status*, a characteristic: 2BF0.
    public static var batteryEnergyStatus: BluetoothUUID { BluetoothUUID(0x2BF0) }
    /// *Observation Schedule Changed*, a characteristic: 2BF1.
    public static var observationScheduleChanged: BluetoothUUID { BluetoothUUID(0x2BF1) }
    /// *Elapsed Time*, a characteristic: 2BF2.
    public static var elapsedTimeCharacteristic: BluetoothUUID { BluetoothUUID(0x2BF2) }
    /// *Health Sensor Features*, a characteristic: 2BF3.
    public static var healthSensorFeatures: BluetoothUUID { BluetoothUUID(0x2BF3) }
    /// *GHS Control Point*, a characteristic: 2BF4.
    public static var ghsControlPoint: BluetoothUUID { BluetoothUUID(0x2BF4) }
    /// *LE GATT Security Levels*, a characteristic: 2BF5.
    public static var leGATTSecurityLevels: BluetoothUUID { BluetoothUUID(0x2BF5) }
    /// *ESL Address*, a characteristic: 2BF6.
    public static var eslAddress: BluetoothUUID { BluetoothUUID(0x2BF6) }
    /// *AP Sync Key Material*, a characteristic: 2BF7.
    public static var apSyncKeyMaterial: BluetoothUUID { BluetoothUUID(0x2BF7) }
    /// *ESL Response Key Material*, a characteristic: 2BF8.
    public static var eslResponseKeyMaterial: BluetoothUUID { BluetoothUUID(0x2BF8) }
    /// *ESL Current Absolute Time*, a characteristic: 2BF9.
    public static var eslCurrentAbsoluteTime: BluetoothUUID { BluetoothUUID(0x2BF9) }
    /// *ESL Display Information*, a characteristic: 2BFA.
    public static var eslDisplayInformation: BluetoothUUID { BluetoothUUID(0x2BFA) }
    /// *ESL Image Information*, a characteristic: 2BFB.
    public static var eslImageInformation: BluetoothUUID { BluetoothUUID(0x2BFB) }
    /// *ESL Sensor Information*, a characteristic: 2BFC.
    public static var eslSensorInformation: BluetoothUUID { BluetoothUUID(0x2BFC) }
    /// *ESL LED Information*, a characteristic: 2BFD.
    public static var eslLEDInformation: BluetoothUUID { BluetoothUUID(0x2BFD) }
    /// *ESL Control Point*, a characteristic: 2BFE.
    public static var eslControlPoint: BluetoothUUID { BluetoothUUID(0x2BFE) }
    /// *UDI for Medical Devices*, a characteristic: 2BFF.
    public static var udiForMedicalDevices: BluetoothUUID { BluetoothUUID(0x2BFF) }
    /// *GMAP Role*, a characteristic: 2C00.
    public static var gmapRole: BluetoothUUID { BluetoothUUID(0x2C00) }
    /// *UGG Features*, a characteristic: 2C01.
    public static var uggFeatures: BluetoothUUID { BluetoothUUID(0x2C01) }
    /// *UGT Features*, a characteristic: 2C02.
    public static var ugtFeatures: BluetoothUUID { BluetoothUUID(0x2C02) }
    /// *BGS Features*, a characteristic: 2C03.
    public static var bgsFeatures: BluetoothUUID { BluetoothUUID(0x2C03) }
    /// *BGR Features*, a characteristic: 2C04.
    public static var bgrFeatures: BluetoothUUID { BluetoothUUID(0x2C04) }
    /// *Percentage 8 Steps*, a characteristic: 2C05.
    public static var percentage8Steps: BluetoothUUID { BluetoothUUID(0x2C05) }
    /// *Acceleration*, a characteristic: 2C06.
    public static var acceleration: BluetoothUUID { BluetoothUUID(0x2C06) }
    /// *Force*, a characteristic: 2C07.
    public static var force: BluetoothUUID { BluetoothUUID(0x2C07) }
    /// *Linear Position*, a characteristic: 2C08.
    public static var linearPosition: BluetoothUUID { BluetoothUUID(0x2C08) }
    /// *Rotational Speed*, a characteristic: 2C09.
    public static var rotationalSpeed: BluetoothUUID { BluetoothUUID(0x2C09) }
    /// *Length*, a characteristic: 2C0A.
    public static var length: BluetoothUUID { BluetoothUUID(0x2C0A) }
    /// *Torque*, a characteristic: 2C0B.
    public static var torque: BluetoothUUID { BluetoothUUID(0x2C0B) }
    /// *IMD Status*, a characteristic: 2C0C.
    public static var imdStatus: BluetoothUUID { BluetoothUUID(0x2C0C) }
    /// *IMDS Descriptor Value Changed*, a characteristic: 2C0D.
    public static var imdsDescriptorValueChanged: BluetoothUUID { BluetoothUUID(0x2C0D) }
    /// *First Use Date*, a characteristic: 2C0E.
    public static var firstUseDate: BluetoothUUID { BluetoothUUID(0x2C0E) }
    /// *Life Cycle Data*, a characteristic: 2C0F.
    public static var lifeCycleData: BluetoothUUID { BluetoothUUID(0x2C0F) }
    /// *Work Cycle Data*, a characteristic: 2C10.
    public static var workCycleData: BluetoothUUID { BluetoothUUID(0x2C10) }
    /// *Service Cycle Data*, a characteristic: 2C11.
    public static var serviceCycleData: BluetoothUUID { BluetoothUUID(0x2C11) }
    /// *IMD Control*, a characteristic: 2C12.
    public static var imdControl: BluetoothUUID { BluetoothUUID(0x2C12) }
    /// *IMD Historical Data*, a characteristic: 2C13.
    public static var imdHistoricalData: BluetoothUUID { BluetoothUUID(0x2C13) }
    /// *RAS Features*, a characteristic: 2C14.
    public static var rasFeatures: BluetoothUUID { BluetoothUUID(0x2C14) }
    /// *Real-time Ranging Data*, a characteristic: 2C15.
    public static var realTimeRangingData: BluetoothUUID { BluetoothUUID(0x2C15) }
    /// *On-demand Ranging Data*, a characteristic: 2C16.
    public static var onDemandRangingData: BluetoothUUID { BluetoothUUID(0x2C16) }
    /// *RAS Control Point*, a characteristic: 2C17.
    public static var rasControlPoint: BluetoothUUID { BluetoothUUID(0x2C17) }
    /// *Ranging Data Ready*, a characteristic: 2C18.
    public static var rangingDataReady: BluetoothUUID { BluetoothUUID(0x2C18) }
    /// *Ranging Data Overwritten*, a characteristic: 2C19.
    public static var rangingDataOverwritten: BluetoothUUID { BluetoothUUID(0x2C19) }
    /// *Coordinated Set Name*, a characteristic: 2C1A.
    public static var coordinatedSetName: BluetoothUUID { BluetoothUUID(0x2C1A) }
    /// *Humidity 8*, a characteristic: 2C1B.
    public static var humidity8: BluetoothUUID { BluetoothUUID(0x2C1B) }
    /// *Illuminance 16*, a characteristic: 2C1C.
    public static var illuminance16: BluetoothUUID { BluetoothUUID(0x2C1C) }
    /// *Acceleration - 3D*, a characteristic: 2C1D.
    public static var acceleration3D: BluetoothUUID { BluetoothUUID(0x2C1D) }
    /// *Precise Acceleration - 3D*, a characteristic: 2C1E.
    public static var preciseAcceleration3D: BluetoothUUID { BluetoothUUID(0x2C1E) }
    /// *Acceleration Detection Status*, a characteristic: 2C1F.
    public static var accelerationDetectionStatus: BluetoothUUID { BluetoothUUID(0x2C1F) }
    /// *Door/Window Status*, a characteristic: 2C20.
    public static var doorWindowStatus: BluetoothUUID { BluetoothUUID(0x2C20) }
    /// *Pushbutton Status 8*, a characteristic: 2C21.
    public static var pushbuttonStatus8: BluetoothUUID { BluetoothUUID(0x2C21) }
    /// *Contact Status 8*, a characteristic: 2C22.
    public static var contactStatus8: BluetoothUUID { BluetoothUUID(0x2C22) }
    /// *HID ISO Properties*, a characteristic: 2C23.
    public static var hidISOProperties: BluetoothUUID { BluetoothUUID(0x2C23) }
    /// *LE HID Operation Mode*, a characteristic: 2C24.
    public static var leHIDOperationMode: BluetoothUUID { BluetoothUUID(0x2C24) }
    /// *Cookware Description*, a characteristic: 2C25.
    public static var cookwareDescription: BluetoothUUID { BluetoothUUID(0x2C25) }
    /// *Recipe Control*, a characteristic: 2C26.
    public static var recipeControl: BluetoothUUID { BluetoothUUID(0x2C26) }
    /// *Recipe Parameters*, a characteristic: 2C27.
    public static var recipeParameters: BluetoothUUID { BluetoothUUID(0x2C27) }
    /// *Cooking Step Status*, a characteristic: 2C28.
    public static var cookingStepStatus: BluetoothUUID { BluetoothUUID(0x2C28) }
    /// *Cooking Zone Capabilities*, a characteristic: 2C29.
    public static var cookingZoneCapabilities: BluetoothUUID { BluetoothUUID(0x2C29) }
    /// *Cooking Zone Desired Cooking Conditions*, a characteristic: 2C2A.
    public static var cookingZoneDesiredCookingConditions: BluetoothUUID { BluetoothUUID(0x2C2A) }
    /// *Cooking Zone Actual Cooking Conditions*, a characteristic: 2C2B.
    public static var cookingZoneActualCookingConditions: BluetoothUUID { BluetoothUUID(0x2C2B) }
    /// *Cookware Sensor Data*, a characteristic: 2C2C.
    public static var cookwareSensorData: BluetoothUUID { BluetoothUUID(0x2C2C) }
    /// *Cookware Sensor Aggregate*, a characteristic: 2C2D.
    public static var cookwareSensorAggregate: BluetoothUUID { BluetoothUUID(0x2C2D) }
    /// *Cooking Temperature*, a characteristic: 2C2E.
    public static var cookingTemperature: BluetoothUUID { BluetoothUUID(0x2C2E) }
    /// *Cooking Zone Perceived Power*, a characteristic: 2C2F.
    public static var cookingZonePerceivedPower: BluetoothUUID { BluetoothUUID(0x2C2F) }
    /// *Kitchen Appliance Airflow*, a characteristic: 2C30.
    public static var kitchenApplianceAirflow: BluetoothUUID { BluetoothUUID(0x2C30) }
    /// *Voice Assistant Name*, a characteristic: 2C31.
    public static var voiceAssistantName: BluetoothUUID { BluetoothUUID(0x2C31) }
    /// *Voice Assistant UUID*, a characteristic: 2C32.
    public static var voiceAssistantUUID: BluetoothUUID { BluetoothUUID(0x2C32) }
    /// *Voice Assistant Service Control Point*, a characteristic: 2C33.
    public static var voiceAssistantServiceControlPoint: BluetoothUUID { BluetoothUUID(0x2C33) }
    /// *Installed Location*, a characteristic: 2C34.
    public static var installedLocation: BluetoothUUID { BluetoothUUID(0x2C34) }
    /// *Voice Assistant Session State*, a characteristic: 2C35.
    public static var voiceAssistantSessionState: BluetoothUUID { BluetoothUUID(0x2C35) }
    /// *Voice Assistant Session Flag*, a characteristic: 2C36.
    public static var voiceAssistantSessionFlag: BluetoothUUID { BluetoothUUID(0x2C36) }
    /// *Voice Assistant Supported Languages*, a characteristic: 2C37.
    public static var voiceAssistantSupportedLanguages: BluetoothUUID { BluetoothUUID(0x2C37) }
    /// *Voice Assistant Supported Features*, a characteristic: 2C38.
    public static var voiceAssistantSupportedFeatures: BluetoothUUID { BluetoothUUID(0x2C38) }
}
