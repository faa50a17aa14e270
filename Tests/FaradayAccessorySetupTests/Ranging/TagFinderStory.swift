#if !canImport(Darwin) || os(iOS)
/// The whole life of the app that finds a tag: times are those of the picker's pages, of connection events, and of
/// procedures every 180 ms.
enum TagFinderStory {
    static let text = """
            0.000000  Tag    -- added at 3 m
            0.000000  phone  -- added at 0 m
            0.000000  phone  -> an ASAccessorySession is created
            0.000000  phone  -> activate
            0.000000  phone  <- activated
            0.000000  phone  -> showPicker for Tag
            0.500000  phone  <- pickerDidPresent
            0.500000  phone  -- picker of app 1: searching
            0.528428  phone  -- picker of app 1: found Tag (Tag)
            0.528428  phone  -- user: chooses the first accessory
            0.528428  phone  <- pickerSetupPairing
            1.183581  phone  <- accessoryAdded Tag (accessory 1), authorized
            1.683581  phone  <- pickerDidDismiss
            1.683581  phone  <- completion handler: no error
            1.683581  phone  -> a CBCentralManager is created
            1.688581  phone  <- didUpdateState poweredOff
            1.738581  phone  <- didUpdateState poweredOn
            1.738581  phone  -> connect Tag
            1.738581  phone  <- didConnect Tag
            1.738581  phone  -> startChannelSoundingSession initiator of Tag
            1.838581  phone  <- isReadyToSendWriteWithoutResponse to Tag
            2.185647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            2.365647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            2.545647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            2.725647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            2.905647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            3.085647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            3.265647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            3.445647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            3.625647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 3.000 m
            3.738581  phone  -- app 1: background
            4.738581  Tag    -- moved, now at 12 m
            6.738581  phone  -- app 1: foreground
            7.015647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            7.195647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            7.375647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            7.555647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            7.735647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            7.915647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            8.095647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            8.275647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            8.455647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            8.635647  phone  <- didReceiveChannelSoundingProcedureResults of Tag: 12.000 m
            8.738581  phone  -> cancelChannelSoundingSession of Tag
            8.773149  phone  <- didCompleteChannelSoundingSession of Tag
           10.773149  phone  -> cancelPeripheralConnection Tag
           10.773149  phone  <- didDisconnectPeripheral Tag
           13.773149  phone  -> removeAccessory 1
           13.773149  phone  <- accessoryRemoved Tag (accessory 1)
           13.773149  phone  <- didUpdateState poweredOff
           13.773149  phone  <- completion handler: no error
           13.773149  phone  -> the CBCentralManager is gone

        """
}
#endif
