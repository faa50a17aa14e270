// A vendor's SDK for lamps, as they come: no line of Swift.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class LMNBridge, LMNLamp, LMNScene, LMNGroup;
@protocol LMNBridgeDelegate, LMNLampDelegate, LMNColorSource;

extern NSNotificationName const LMNBridgeDidConnectNotification;
extern NSNotificationName const LMNBridgeDidDisconnectNotification NS_SWIFT_NAME(LMNBridge.didDisconnectNotification);
extern NSString * const LMNBridgeAddressKey;

typedef NSString *LMNOption NS_TYPED_EXTENSIBLE_ENUM;
extern LMNOption const LMNOptionShowsAlert;
extern LMNOption const LMNOptionRestores;

typedef NS_ENUM(NSInteger, LMNBridgeState) {
    LMNBridgeStateDisconnected = 0,
    LMNBridgeStateConnecting,
    LMNBridgeStateConnected,
};

typedef NS_OPTIONS(NSUInteger, LMNLampFeatures) {
    LMNLampFeaturesColor = 1 << 0,
    LMNLampFeaturesDimming = 1 << 1,
};

extern NSString * const LMNErrorDomain;
typedef NS_ERROR_ENUM(LMNErrorDomain, LMNError) {
    LMNErrorUnreachable = 1,
    LMNErrorForbidden = 2,
};

typedef struct {
    double hue;
    double saturation;
} LMNColor;

typedef void (^LMNCompletion)(NSError * _Nullable error);
typedef void (^LMNLampsHandler)(NSArray<LMNLamp *> * _Nullable lamps, NSError * _Nullable error);

double LMNLuminance(LMNColor color);
NSString *LMNStringFromState(LMNBridgeState state);

/// The vendor's singleton.
@interface LMNBridge : NSObject
+ (LMNBridge *)sharedBridge NS_SWIFT_NAME(shared());
@property (class, readonly, strong) LMNBridge *defaultBridge;
@property (class, copy, nullable) NSString *applicationName;
@property (class, readonly) BOOL isSupported;
- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)new NS_UNAVAILABLE;
@property (nonatomic, weak, nullable) id<LMNBridgeDelegate> delegate;
@property (nonatomic, readonly) LMNBridgeState state;
@property (nonatomic, readonly, copy) NSArray<LMNLamp *> *lamps;
@property (nonatomic, readonly, copy) NSDictionary<NSString *, LMNLamp *> *lampsByName;
@property (nonatomic, copy, nullable) void (^stateHandler)(LMNBridgeState state);
@property (nonatomic, strong, null_resettable) NSString *locale;
@property (nonatomic, getter=isQuiet) BOOL quiet;
@property (nonatomic, strong, nullable) dispatch_queue_t queue;
- (void)connectWithAddress:(NSString *)address options:(nullable NSDictionary<LMNOption, id> *)options;
- (void)disconnect;
- (void)findLampsWithCompletionHandler:(void (^)(NSArray<LMNLamp *> * _Nullable lamps, NSError * _Nullable error))completionHandler;
- (void)pairLamp:(LMNLamp *)lamp completionHandler:(void (^ _Nullable)(NSError * _Nullable error))completionHandler;
- (void)identifyWithCompletion:(nullable LMNCompletion)completion NS_SWIFT_DISABLE_ASYNC;
- (void)loadLamps:(LMNLampsHandler)handler;
- (BOOL)renameTo:(NSString *)name error:(NSError **)error NS_SWIFT_NAME(rename(to:));
- (nullable LMNLamp *)lampWithSerial:(NSString *)serial error:(NSError **)error;
- (nullable LMNLamp *)lampNamed:(NSString *)name;
- (BOOL)removeLamp:(LMNLamp *)lamp error:(NSError **)error;
- (nullable id<LMNColorSource>)sourceForLamp:(LMNLamp *)lamp;
- (void)addSource:(id<LMNColorSource>)source toLamp:(LMNLamp *)lamp;
- (void)enumerateLampsUsingBlock:(void (NS_NOESCAPE ^)(LMNLamp *lamp, BOOL *stop))block;
- (void)setObject:(nullable id)object forKeyedSubscript:(NSString *)key;
- (nullable id)objectForKeyedSubscript:(NSString *)key;
- (void)oldConnect __attribute__((deprecated("use connect(withAddress:options:)")));
@end

/// A category.
@interface LMNBridge (Scenes)
@property (nonatomic, readonly) NSArray<LMNScene *> *scenes;
- (void)activateScene:(LMNScene *)scene;
+ (nullable LMNBridge *)bridgeNamed:(NSString *)name;
@end

@protocol LMNBridgeDelegate <NSObject>
- (void)bridgeDidChangeState:(LMNBridge *)bridge;
@optional
- (void)bridge:(LMNBridge *)bridge didFindLamp:(LMNLamp *)lamp;
- (void)bridge:(LMNBridge *)bridge didLoseLamp:(LMNLamp *)lamp error:(nullable NSError *)error;
- (void)bridge:(LMNBridge *)bridge didLoseLamp:(LMNLamp *)lamp timestamp:(NSTimeInterval)timestamp error:(nullable NSError *)error;
- (void)bridge:(LMNBridge *)bridge didUpdateLamps:(NSArray<LMNLamp *> *)lamps;
- (BOOL)bridge:(LMNBridge *)bridge shouldTrustLamp:(LMNLamp *)lamp;
- (void)bridge:(LMNBridge *)bridge askForPinWithCompletionHandler:(void (^)(NSString * _Nullable pin))completionHandler;
- (void)bridgeWillRest:(LMNBridge *)bridge __attribute__((deprecated));
@property (nonatomic, readonly, copy) NSString *nameForBridges;
@end

/// A delegate that is not weak: `assign`, as it was before ARC.
@interface LMNLamp : NSObject <NSCopying>
@property (nonatomic, readonly, copy) NSString *serial;
@property (nonatomic, copy, nullable) NSString *name;
@property (nonatomic, unsafe_unretained, nullable) id<LMNLampDelegate> delegate;
@property (nonatomic) LMNColor color;
@property (nonatomic, readonly) LMNLampFeatures features;
@property (nonatomic, weak, readonly, nullable) LMNBridge *bridge;
- (nullable instancetype)initWithSerial:(NSString *)serial;
- (nullable instancetype)initWithData:(NSData *)data error:(NSError **)error;
- (instancetype)initWithName:(NSString *)name features:(LMNLampFeatures)features NS_DESIGNATED_INITIALIZER;
+ (instancetype)lampWithName:(NSString *)name;
+ (nullable instancetype)lampWithContentsOfURL:(NSURL *)url error:(NSError **)error;
+ (NSSet<NSString *> *)knownModels;
- (void)blink;
- (void)setColor:(LMNColor)color animated:(BOOL)animated;
- (void)fadeTo:(double)level completion:(void (^)(BOOL finished))completion;
@end

@protocol LMNLampDelegate <NSObject>
@optional
- (void)lamp:(LMNLamp *)lamp didChangeColor:(LMNColor)color;
- (void)lamp:(LMNLamp *)lamp didFailWithError:(NSError *)error;
@end

@interface LMNDimmableLamp : LMNLamp
@property (nonatomic) double level;
- (instancetype)initWithName:(NSString *)name level:(double)level;
- (void)blink;
@end

@protocol LMNColorSource <NSObject>
@property (nonatomic, readonly) LMNColor color;
@optional
@property (nonatomic, readonly) double level;
- (void)sourceWillStart;
@end

/// A class with a generic argument.
@interface LMNGroup<__covariant MemberType> : NSObject
@property (nonatomic, readonly, copy) NSArray<MemberType> *members;
- (void)addMember:(MemberType)member;
- (nullable MemberType)memberAtIndex:(NSUInteger)index;
- (instancetype)initWithMembers:(NSArray<MemberType> *)members;
@end

@interface LMNScene : NSObject
@property (nonatomic, readonly) NSString *title;
@property (nonatomic, readonly) LMNGroup<LMNLamp *> *group;
+ (instancetype)sceneWithTitle:(NSString *)title lamps:(NSArray<LMNLamp *> *)lamps;
- (void)applyToLamp:(LMNLamp *)lamp withDuration:(NSTimeInterval)duration;
- (void)applyWithDuration:(NSTimeInterval)duration progress:(nullable void (^)(double progress, LMNLamp *lamp))progress completion:(nullable void (^)(NSArray<LMNLamp *> *failed))completion;
@end

/// Isolated, as classes of interfaces are.
NS_SWIFT_UI_ACTOR
@interface LMNPanel : NSObject
@property (nonatomic, weak, nullable) id<LMNBridgeDelegate> delegate;
@property (nonatomic, copy) NSString *caption;
- (instancetype)initWithBridge:(LMNBridge *)bridge;
- (void)show;
@end

/// Has nothing of its own but an initialiser that it inherits.
@interface LMNLog : NSObject
@property (class, readonly, strong) LMNLog *sharedLog;
- (void)note:(NSString *)text, ...;
- (void)write:(NSString *)text;
@end

NS_ASSUME_NONNULL_END
