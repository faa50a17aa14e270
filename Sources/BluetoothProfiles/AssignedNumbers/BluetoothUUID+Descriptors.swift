// Generated from Tests/HouseTests/AssignedNumbers. Do not edit: AssignedNumbersTests writes it.

import BluetoothTypes

extension BluetoothUUID {
    /// *Characteristic Extended Properties*, a descriptor: 2900.
    public static var characteristicExtendedProperties: BluetoothUUID { BluetoothUUID(0x2900) }
    /// *Characteristic User Description*, a descriptor: 2901.
    public static var characteristicUserDescription: BluetoothUUID { BluetoothUUID(0x2901) }
    /// *Client Characteristic Configuration*, a descriptor: 2902.
    public static var clientCharacteristicConfiguration: BluetoothUUID { BluetoothUUID(0x2902) }
    /// *Server Characteristic Configuration*, a descriptor: 2903.
    public static var serverCharacteristicConfiguration: BluetoothUUID { BluetoothUUID(0x2903) }
    /// *Characteristic Presentation Format*, a descriptor: 2904.
    public static var characteristicPresentationFormat: BluetoothUUID { BluetoothUUID(0x2904) }
    /// *Characteristic Aggregate Format*, a descriptor: 2905.
    public static var characteristicAggregateFormat: BluetoothUUID { BluetoothUUID(0x2905) }
    /// *Valid Range*, a descriptor: 2906.
    public static var validRange: BluetoothUUID { BluetoothUUID(0x2906) }
    /// *External Report Reference*, a descriptor: 2907.
    public static var externalReportReference: BluetoothUUID { BluetoothUUID(0x2907) }
    /// *Report Reference*, a descriptor: 2908.
    public static var reportReference: BluetoothUUID { BluetoothUUID(0x2908) }
    /// *Number of Digitals*, a descriptor: 2909.
    public static var numberOfDigitals: BluetoothUUID { BluetoothUUID(0x2909) }
    /// *Value Trigger Setting*, a descriptor: 290A.
    public static var valueTriggerSetting: BluetoothUUID { BluetoothUUID(0x290A) }
    /// *Environmental Sensing Configuration*, a descriptor: 290B.
    public static var environmentalSensingConfiguration: BluetoothUUID { BluetoothUUID(0x290B) }
    /// *Environmental Sensing Measurement*, a descriptor: 290C.
    public static var environmentalSensingMeasurement: BluetoothUUID { BluetoothUUID(0x290C) }
    /// *Environmental Sensing Trigger Setting*, a descriptor: 290D.
    public static var environmentalSensingTriggerSetting: BluetoothUUID { BluetoothUUID(0x290D) }
    /// *Time Trigger Setting*, a descriptor: 290E.
    public static var timeTriggerSetting: BluetoothUUID { BluetoothUUID(0x290E) }
    /// *Complete BR-EDR Transport Block Data*, a descriptor: 290F.
    public static var completeBREDRTransportBlockData: BluetoothUUID { BluetoothUUID(0x290F) }
    /// *Observation Schedule*, a descriptor: 2910.
    public static var observationSchedule: BluetoothUUID { BluetoothUUID(0x2910) }
    /// *Valid Range and Accuracy*, a descriptor: 2911.
    public static var validRangeAndAccuracy: BluetoothUUID { BluetoothUUID(0x2911) }
    /// *Measurement Description*, a descriptor: 2912.
    public static var measurementDescription: BluetoothUUID { BluetoothUUID(0x2912) }
    /// *Manufacturer Limits*, a descriptor: 2913.
    public static var manufacturerLimits: BluetoothUUID { BluetoothUUID(0x2913) }
    /// *Process Tolerances*, a descriptor: 2914.
    public static var processTolerances: BluetoothUUID { BluetoothUUID(0x2914) }
    /// *IMD Trigger Setting*, a descriptor: 2915.
    public static var imdTriggerSetting: BluetoothUUID { BluetoothUUID(0x2915) }
    /// *Cooking Sensor Info*, a descriptor: 2916.
    public static var cookingSensorInfo: BluetoothUUID { BluetoothUUID(0x2916) }
    /// *Cooking Trigger Setting*, a descriptor: 2917.
    public static var cookingTriggerSetting: BluetoothUUID { BluetoothUUID(0x2917) }
}
