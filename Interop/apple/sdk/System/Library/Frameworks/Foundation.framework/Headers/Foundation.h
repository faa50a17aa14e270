// Foundation's Objective-C half, as far as the package's sources and tests name it.
#ifndef LAB_FOUNDATION_H
#define LAB_FOUNDATION_H
#include <darwin.h>
#include <objc/NSObject.h>
#include <dispatch/dispatch.h>
#include <CoreFoundation/CoreFoundation.h>

// On the others older than what the package asks for; left to itself, clang derives odd numbers there.
#define NS_AVAILABLE_SINCE(mac, phone) __attribute__((availability(macos, introduced = mac), availability(ios, introduced = phone), availability(tvos, introduced = 9.0), availability(watchos, introduced = 2.0)))
#define NS_FORMAT_ARGUMENT(A) __attribute__((format_arg(A)))
#define NS_SWIFT_UNAVAILABLE_FROM_ASYNC(m) __attribute__((swift_attr("@_unavailableFromAsync(message: \"" m "\")")))

@class NSStream, NSNotification, NSString, NSData, NSError, NSURL, NSUUID, NSDate, NSInputStream, NSOutputStream, NSRunLoop, NSTimer, NSCoder, NSEnumerator;
NS_ASSUME_NONNULL_BEGIN

typedef double NSTimeInterval;
typedef NSString *NSErrorDomain;
typedef NSString *NSErrorUserInfoKey;
typedef NSString *NSKeyValueChangeKey NS_TYPED_ENUM NS_SWIFT_NAME(NSKeyValueChangeKey);
typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSNotification.Name);
typedef NSString *NSRunLoopMode NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(RunLoop.Mode);
typedef NSString *NSStreamPropertyKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(Stream.PropertyKey);
typedef NSString *NSFileAttributeKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(FileAttributeKey);
typedef NSString *NSURLResourceKey NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(URLResourceKey);

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end
@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end

NS_SWIFT_BRIDGED("Swift.String")
@interface NSString : NSObject <NSCopying, NSMutableCopying>
@property (readonly) NSUInteger length;
- (unsigned short)characterAtIndex:(NSUInteger)index;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithString:(NSString *)aString;
- (nullable instancetype)initWithUTF8String:(const char *)nullTerminatedCString;
@property (readonly, copy) NSString *lastPathComponent;
@property (readonly, copy) NSString *stringByDeletingLastPathComponent;
- (NSString *)stringByAppendingPathComponent:(NSString *)str NS_SWIFT_NAME(appendingPathComponent(_:));
@end

typedef NS_OPTIONS(NSUInteger, NSStringCompareOptions) {
    NSCaseInsensitiveSearch NS_SWIFT_NAME(caseInsensitive) = 1,
    NSLiteralSearch NS_SWIFT_NAME(literal) = 2,
    NSBackwardsSearch NS_SWIFT_NAME(backwards) = 4,
    NSAnchoredSearch NS_SWIFT_NAME(anchored) = 8,
    NSNumericSearch NS_SWIFT_NAME(numeric) = 64,
    NSDiacriticInsensitiveSearch NS_SWIFT_NAME(diacriticInsensitive) = 128,
    NSWidthInsensitiveSearch NS_SWIFT_NAME(widthInsensitive) = 256,
    NSForcedOrderingSearch NS_SWIFT_NAME(forcedOrdering) = 512,
    NSRegularExpressionSearch NS_SWIFT_NAME(regularExpression) = 1024
} NS_SWIFT_NAME(NSString.CompareOptions);

double cos(double);
double sin(double);
double atan2(double, double);

@interface NSValue : NSObject <NSCopying>
@end
NS_SWIFT_SENDABLE
@interface NSNumber : NSValue
- (NSNumber *)initWithChar:(char)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedChar:(unsigned char)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithShort:(short)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedShort:(unsigned short)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithInt:(int)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedInt:(unsigned int)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithLongLong:(long long)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedLongLong:(unsigned long long)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithFloat:(float)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithDouble:(double)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithBool:(BOOL)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithInteger:(NSInteger)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
- (NSNumber *)initWithUnsignedInteger:(NSUInteger)value NS_DESIGNATED_INITIALIZER NS_SWIFT_NAME(init(value:));
@property (readonly) char charValue NS_SWIFT_NAME(int8Value);
@property (readonly) unsigned char unsignedCharValue NS_SWIFT_NAME(uint8Value);
@property (readonly) short shortValue NS_SWIFT_NAME(int16Value);
@property (readonly) unsigned short unsignedShortValue NS_SWIFT_NAME(uint16Value);
@property (readonly) int intValue NS_SWIFT_NAME(int32Value);
@property (readonly) unsigned int unsignedIntValue NS_SWIFT_NAME(uint32Value);
@property (readonly) long long longLongValue NS_SWIFT_NAME(int64Value);
@property (readonly) unsigned long long unsignedLongLongValue NS_SWIFT_NAME(uint64Value);
@property (readonly) float floatValue;
@property (readonly) double doubleValue;
@property (readonly) BOOL boolValue;
@property (readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property (readonly) NSUInteger unsignedIntegerValue NS_SWIFT_NAME(uintValue);
@property (readonly, copy) NSString *stringValue;
- (BOOL)isEqualToNumber:(NSNumber *)number;
@end

NS_SWIFT_BRIDGED("Swift.Array")
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying>
@property (readonly) NSUInteger count;
- (ObjectType)objectAtIndex:(NSUInteger)index;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
@end
@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
- (void)addObject:(ObjectType)anObject;
@end
NS_SWIFT_BRIDGED("Swift.Dictionary")
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying, NSMutableCopying>
@property (readonly) NSUInteger count;
- (nullable ObjectType)objectForKey:(KeyType)aKey;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (BOOL)isEqualToDictionary:(NSDictionary<KeyType, ObjectType> *)otherDictionary;
@end
NS_SWIFT_BRIDGED("Swift.Set")
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying>
@property (readonly) NSUInteger count;
- (BOOL)containsObject:(ObjectType)anObject;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
+ (instancetype)setWithObject:(ObjectType)object;
@end

NS_SWIFT_BRIDGED("Foundation.Data")
@interface NSData : NSObject <NSCopying, NSMutableCopying>
@property (readonly) NSUInteger length;
@property (readonly) const void *bytes;
- (instancetype)init;
@end
@interface NSMutableData : NSData
@end
NS_SWIFT_BRIDGED("Foundation.Date") NS_SWIFT_SENDABLE
@interface NSDate : NSObject <NSCopying>
@property (readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@end
NS_SWIFT_BRIDGED("Foundation.UUID") NS_SWIFT_SENDABLE
@interface NSUUID : NSObject <NSCopying>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithUUIDString:(NSString *)string NS_SWIFT_NAME(init(uuidString:));
@property (readonly, copy) NSString *UUIDString NS_SWIFT_NAME(uuidString);
@end
NS_SWIFT_BRIDGED("Foundation.URL") NS_SWIFT_SENDABLE
@interface NSURL : NSObject <NSCopying>
@property (nullable, readonly, copy) NSString *path;
@end
NS_SWIFT_SENDABLE
@interface NSNull : NSObject <NSCopying>
+ (NSNull *)null;
@end

NS_SWIFT_BRIDGED("Swift.Error") NS_SWIFT_SENDABLE
@interface NSError : NSObject <NSCopying>
- (instancetype)initWithDomain:(NSErrorDomain)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)dict NS_DESIGNATED_INITIALIZER;
@property (readonly, copy) NSErrorDomain domain;
@property (readonly) NSInteger code;
@property (readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property (readonly, copy) NSString *localizedDescription;
@property (nullable, readonly, copy) NSString *localizedFailureReason;
@property (nullable, readonly, copy) NSString *localizedRecoverySuggestion;
@end
FOUNDATION_EXPORT NSErrorDomain const NSCocoaErrorDomain;
FOUNDATION_EXPORT NSErrorDomain const NSPOSIXErrorDomain;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSLocalizedDescriptionKey;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSLocalizedFailureReasonErrorKey;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSUnderlyingErrorKey;

// Key-value observing.
typedef NS_OPTIONS(NSUInteger, NSKeyValueObservingOptions) {
    NSKeyValueObservingOptionNew = 0x01,
    NSKeyValueObservingOptionOld = 0x02,
    NSKeyValueObservingOptionInitial = 0x04,
    NSKeyValueObservingOptionPrior = 0x08
};
@interface NSObject (NSKeyValueObserving)
- (void)observeValueForKeyPath:(nullable NSString *)keyPath ofObject:(nullable id)object change:(nullable NSDictionary<NSKeyValueChangeKey, id> *)change context:(nullable void *)context;
@end
@interface NSObject (NSKeyValueObserverRegistration)
- (void)addObserver:(NSObject *)observer forKeyPath:(NSString *)keyPath options:(NSKeyValueObservingOptions)options context:(nullable void *)context;
- (void)removeObserver:(NSObject *)observer forKeyPath:(NSString *)keyPath context:(nullable void *)context;
- (void)removeObserver:(NSObject *)observer forKeyPath:(NSString *)keyPath;
@end
@interface NSObject (NSKeyValueObserverNotification)
- (void)willChangeValueForKey:(NSString *)key;
- (void)didChangeValueForKey:(NSString *)key;
@end
@interface NSObject (NSKeyValueObservingCustomization)
+ (NSSet<NSString *> *)keyPathsForValuesAffectingValueForKey:(NSString *)key;
+ (BOOL)automaticallyNotifiesObserversForKey:(NSString *)key;
@end
@interface NSObject (NSKeyValueCoding)
- (nullable id)valueForKey:(NSString *)key;
- (void)setValue:(nullable id)value forKey:(NSString *)key;
@end
FOUNDATION_EXPORT NSKeyValueChangeKey const NSKeyValueChangeNewKey;
FOUNDATION_EXPORT NSKeyValueChangeKey const NSKeyValueChangeOldKey;

// Run loops, timers, threads. Unsure: which of these the SDK keeps from asynchronous code.
NS_SWIFT_NAME(RunLoop) NS_SWIFT_NONSENDABLE
@interface NSRunLoop : NSObject
@property (class, readonly, strong) NSRunLoop *currentRunLoop NS_SWIFT_UNAVAILABLE_FROM_ASYNC("currentRunLoop cannot be used from async contexts.") NS_SWIFT_NAME(current);
@property (class, readonly, strong) NSRunLoop *mainRunLoop NS_AVAILABLE_SINCE(10.5, 2.0) NS_SWIFT_NAME(main);
- (void)addTimer:(NSTimer *)timer forMode:(NSRunLoopMode)mode;
- (void)run;
- (void)runUntilDate:(NSDate *)limitDate NS_SWIFT_NAME(run(until:));
- (BOOL)runMode:(NSRunLoopMode)mode beforeDate:(NSDate *)limitDate NS_SWIFT_NAME(run(mode:before:));
@end
FOUNDATION_EXPORT NSRunLoopMode const NSDefaultRunLoopMode NS_SWIFT_NAME(default);
FOUNDATION_EXPORT NSRunLoopMode const NSRunLoopCommonModes NS_SWIFT_NAME(common);

NS_SWIFT_NAME(Timer) NS_SWIFT_NONSENDABLE
@interface NSTimer : NSObject
+ (NSTimer *)timerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats block:(void (NS_SWIFT_SENDABLE ^)(NSTimer *timer))block NS_AVAILABLE_SINCE(10.12, 10.0);
+ (NSTimer *)scheduledTimerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats block:(void (NS_SWIFT_SENDABLE ^)(NSTimer *timer))block NS_AVAILABLE_SINCE(10.12, 10.0);
- (void)fire;
- (void)invalidate;
@property (readonly, getter=isValid) BOOL valid;
@end

NS_SWIFT_NAME(Thread) NS_SWIFT_SENDABLE
@interface NSThread : NSObject
@property (class, readonly, strong) NSThread *currentThread NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Thread.current cannot be used from async contexts.") NS_SWIFT_NAME(current);
+ (void)detachNewThreadWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_AVAILABLE_SINCE(10.12, 10.0);
+ (void)sleepForTimeInterval:(NSTimeInterval)ti;
@property (readonly) BOOL isMainThread;
@property (class, readonly) BOOL isMainThread NS_SWIFT_UNAVAILABLE_FROM_ASYNC("Thread.isMainThread cannot be used from async contexts.");
- (instancetype)initWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_AVAILABLE_SINCE(10.12, 10.0);
- (void)start;
@property NSUInteger stackSize;
@property (nullable, copy) NSString *name;
@end

@protocol NSLocking
- (void)lock;
- (void)unlock;
@end
NS_SWIFT_SENDABLE
@interface NSLock : NSObject <NSLocking>
- (BOOL)tryLock NS_SWIFT_NAME(try());
@end
NS_SWIFT_SENDABLE
@interface NSRecursiveLock : NSObject <NSLocking>
- (BOOL)tryLock NS_SWIFT_NAME(try());
@end
NS_SWIFT_SENDABLE
@interface NSCondition : NSObject <NSLocking>
- (void)wait;
- (BOOL)waitUntilDate:(NSDate *)limit;
- (void)signal;
- (void)broadcast;
@end

// Streams.
typedef NS_ENUM(NSUInteger, NSStreamStatus) {
    NSStreamStatusNotOpen = 0,
    NSStreamStatusOpening = 1,
    NSStreamStatusOpen = 2,
    NSStreamStatusReading = 3,
    NSStreamStatusWriting = 4,
    NSStreamStatusAtEnd = 5,
    NSStreamStatusClosed = 6,
    NSStreamStatusError = 7
} NS_SWIFT_NAME(Stream.Status);
typedef NS_OPTIONS(NSUInteger, NSStreamEvent) {
    NSStreamEventNone = 0,
    NSStreamEventOpenCompleted = 1UL << 0,
    NSStreamEventHasBytesAvailable = 1UL << 1,
    NSStreamEventHasSpaceAvailable = 1UL << 2,
    NSStreamEventErrorOccurred = 1UL << 3,
    NSStreamEventEndEncountered = 1UL << 4
} NS_SWIFT_NAME(Stream.Event);
@protocol NSStreamDelegate;
NS_SWIFT_NAME(Stream)
@interface NSStream : NSObject
- (void)open;
- (void)close;
@property (nullable, assign) id<NSStreamDelegate> delegate;
- (nullable id)propertyForKey:(NSStreamPropertyKey)key;
- (BOOL)setProperty:(nullable id)property forKey:(NSStreamPropertyKey)key;
- (void)scheduleInRunLoop:(NSRunLoop *)aRunLoop forMode:(NSRunLoopMode)mode;
- (void)removeFromRunLoop:(NSRunLoop *)aRunLoop forMode:(NSRunLoopMode)mode;
@property (readonly) NSStreamStatus streamStatus;
@property (nullable, readonly, copy) NSError *streamError;
@end
NS_SWIFT_NAME(InputStream)
@interface NSInputStream : NSStream
- (NSInteger)read:(uint8_t *)buffer maxLength:(NSUInteger)len;
- (BOOL)getBuffer:(uint8_t *_Nullable *_Nonnull)buffer length:(NSUInteger *)len;
@property (readonly) BOOL hasBytesAvailable;
- (instancetype)initWithData:(NSData *)data NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithURL:(NSURL *)url NS_DESIGNATED_INITIALIZER;
@end
NS_SWIFT_NAME(OutputStream)
@interface NSOutputStream : NSStream
- (NSInteger)write:(const uint8_t *)buffer maxLength:(NSUInteger)len;
@property (readonly) BOOL hasSpaceAvailable;
- (instancetype)initToMemory NS_DESIGNATED_INITIALIZER;
- (instancetype)initToBuffer:(uint8_t *)buffer capacity:(NSUInteger)capacity NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithURL:(NSURL *)url append:(BOOL)shouldAppend NS_DESIGNATED_INITIALIZER;
@end
@interface NSStream (NSStreamBoundPairCreationExtensions)
+ (void)getBoundStreamsWithBufferSize:(NSUInteger)bufferSize inputStream:(NSInputStream *_Nullable __strong *_Nullable)inputStream outputStream:(NSOutputStream *_Nullable __strong *_Nullable)outputStream NS_AVAILABLE_SINCE(10.10, 8.0);
@end
NS_SWIFT_NAME(StreamDelegate)
@protocol NSStreamDelegate <NSObject>
@optional
- (void)stream:(NSStream *)aStream handleEvent:(NSStreamEvent)eventCode;
@end

// Processes and files.
NS_SWIFT_NAME(ProcessInfo) NS_SWIFT_SENDABLE
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property (readonly, copy) NSArray<NSString *> *arguments;
@property (readonly) int processIdentifier;
@property (readonly) NSTimeInterval systemUptime;
@property (readonly) NSUInteger activeProcessorCount;
@property (readonly) NSUInteger processorCount;
@property (readonly) unsigned long long physicalMemory;
@property (readonly, copy) NSString *operatingSystemVersionString;
@property (copy) NSString *processName;
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(Bundle)
@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle NS_SWIFT_NAME(main);
- (nullable NSURL *)URLForResource:(nullable NSString *)name withExtension:(nullable NSString *)ext NS_SWIFT_NAME(url(forResource:withExtension:));
@property (nullable, readonly, copy) NSURL *executableURL;
@property (readonly, copy) NSString *bundlePath;
@property (nullable, readonly, copy) NSString *bundleIdentifier;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
@end
NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardInput NS_SWIFT_NAME(standardInput);
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardOutput NS_SWIFT_NAME(standardOutput);
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
@property (class, readonly, strong) NSFileHandle *fileHandleWithNullDevice NS_SWIFT_NAME(nullDevice);
+ (nullable instancetype)fileHandleForReadingAtPath:(NSString *)path;
+ (nullable instancetype)fileHandleForWritingAtPath:(NSString *)path;
- (NSData *)readDataToEndOfFile;
- (NSData *)readDataOfLength:(NSUInteger)length;
@property (readonly, copy) NSData *availableData;
- (void)writeData:(NSData *)data;
- (BOOL)closeAndReturnError:(out NSError **)error NS_AVAILABLE_SINCE(10.15, 13.0) NS_SWIFT_NAME(close());
- (BOOL)synchronizeAndReturnError:(out NSError **)error NS_AVAILABLE_SINCE(10.15, 13.0) NS_SWIFT_NAME(synchronize());
@property (readonly) int fileDescriptor;
@end
NS_SWIFT_NAME(Pipe) NS_SWIFT_SENDABLE
@interface NSPipe : NSObject
@property (readonly, retain) NSFileHandle *fileHandleForReading;
@property (readonly, retain) NSFileHandle *fileHandleForWriting;
@end
NS_SWIFT_NAME(Process) NS_SWIFT_SENDABLE
__attribute__((availability(macos, introduced = 10.0), availability(ios, unavailable)))
@interface NSTask : NSObject
- (instancetype)init NS_DESIGNATED_INITIALIZER;
@property (nullable, copy) NSURL *executableURL NS_AVAILABLE_SINCE(10.13, 13.0);
@property (nullable, copy) NSArray<NSString *> *arguments;
@property (nullable, copy) NSDictionary<NSString *, NSString *> *environment;
@property (nullable, copy) NSURL *currentDirectoryURL NS_AVAILABLE_SINCE(10.13, 13.0);
@property (nullable, retain) id standardInput;
@property (nullable, retain) id standardOutput;
@property (nullable, retain) id standardError;
- (BOOL)launchAndReturnError:(out NSError **_Nullable)error NS_AVAILABLE_SINCE(10.13, 13.0) NS_SWIFT_NAME(run());
- (void)terminate;
@property (readonly, getter=isRunning) BOOL running;
@property (readonly) int processIdentifier;
@property (readonly) int terminationStatus;
- (void)waitUntilExit;
@end
@interface NSEnumerator<ObjectType> : NSObject
- (nullable ObjectType)nextObject;
@property (readonly, copy) NSArray<ObjectType> *allObjects;
@end
NS_SWIFT_NAME(FileManager.DirectoryEnumerator)
@interface NSDirectoryEnumerator<ObjectType> : NSEnumerator<ObjectType>
- (void)skipDescendants;
@end
typedef NS_OPTIONS(NSUInteger, NSDirectoryEnumerationOptions) {
    NSDirectoryEnumerationSkipsSubdirectoryDescendants = 1UL << 0,
    NSDirectoryEnumerationSkipsPackageDescendants = 1UL << 1,
    NSDirectoryEnumerationSkipsHiddenFiles = 1UL << 2
} NS_SWIFT_NAME(FileManager.DirectoryEnumerationOptions);
NS_SWIFT_NAME(FileManager) NS_SWIFT_SENDABLE
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager NS_SWIFT_NAME(default);
@property (readonly, copy) NSString *currentDirectoryPath;
@property (readonly, copy) NSURL *temporaryDirectory NS_AVAILABLE_SINCE(10.12, 10.0);
- (BOOL)createDirectoryAtURL:(NSURL *)url withIntermediateDirectories:(BOOL)createIntermediates attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error NS_SWIFT_NAME(createDirectory(at:withIntermediateDirectories:attributes:));
- (BOOL)createDirectoryAtPath:(NSString *)path withIntermediateDirectories:(BOOL)createIntermediates attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error;
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path error:(NSError **)error;
- (nullable NSArray<NSURL *> *)contentsOfDirectoryAtURL:(NSURL *)url includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys options:(NSDirectoryEnumerationOptions)mask error:(NSError **)error NS_SWIFT_NAME(contentsOfDirectory(at:includingPropertiesForKeys:options:));
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)setAttributes:(NSDictionary<NSFileAttributeKey, id> *)attributes ofItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)createSymbolicLinkAtPath:(NSString *)path withDestinationPath:(NSString *)destPath error:(NSError **)error;
- (nullable NSString *)destinationOfSymbolicLinkAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)removeItemAtURL:(NSURL *)URL error:(NSError **)error NS_SWIFT_NAME(removeItem(at:));
- (BOOL)moveItemAtPath:(NSString *)srcPath toPath:(NSString *)dstPath error:(NSError **)error;
- (BOOL)copyItemAtPath:(NSString *)srcPath toPath:(NSString *)dstPath error:(NSError **)error;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)fileExistsAtPath:(NSString *)path isDirectory:(nullable BOOL *)isDirectory;
- (BOOL)isReadableFileAtPath:(NSString *)path;
- (BOOL)isExecutableFileAtPath:(NSString *)path;
- (nullable NSDirectoryEnumerator<NSString *> *)enumeratorAtPath:(NSString *)path;
- (nullable NSData *)contentsAtPath:(NSString *)path;
- (BOOL)createFileAtPath:(NSString *)path contents:(nullable NSData *)data attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attr;
@end
FOUNDATION_EXPORT NSFileAttributeKey const NSFilePosixPermissions NS_SWIFT_NAME(posixPermissions);
FOUNDATION_EXPORT NSFileAttributeKey const NSFileSize NS_SWIFT_NAME(size);
FOUNDATION_EXPORT NSFileAttributeKey const NSFileType NS_SWIFT_NAME(type);
FOUNDATION_EXPORT NSString *NSTemporaryDirectory(void);
FOUNDATION_EXPORT NSString *NSHomeDirectory(void);
FOUNDATION_EXPORT NSString *NSUserName(void);
FOUNDATION_EXPORT NSString *NSFullUserName(void);

// Notifications.
NS_SWIFT_BRIDGED("Foundation.Notification")
@interface NSNotification : NSObject <NSCopying>
@property (readonly, copy) NSNotificationName name;
@property (nullable, readonly, retain) id object;
@property (nullable, readonly, copy) NSDictionary *userInfo;
@end
@class NSOperationQueue;
NS_SWIFT_NAME(OperationQueue) NS_SWIFT_SENDABLE
@interface NSOperationQueue : NSObject
@property (class, readonly, strong) NSOperationQueue *mainQueue NS_SWIFT_NAME(main);
@end
NS_SWIFT_NAME(NotificationCenter) NS_SWIFT_SENDABLE
@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter NS_SWIFT_NAME(default);
- (void)addObserver:(id)observer selector:(SEL)aSelector name:(nullable NSNotificationName)aName object:(nullable id)anObject;
- (void)postNotificationName:(NSNotificationName)aName object:(nullable id)anObject NS_SWIFT_NAME(post(name:object:));
- (void)postNotificationName:(NSNotificationName)aName object:(nullable id)anObject userInfo:(nullable NSDictionary *)aUserInfo NS_SWIFT_NAME(post(name:object:userInfo:));
- (id<NSObject>)addObserverForName:(nullable NSNotificationName)name object:(nullable id)obj queue:(nullable NSOperationQueue *)queue usingBlock:(void (NS_SWIFT_SENDABLE ^)(NSNotification *notification))block NS_SWIFT_NAME(addObserver(forName:object:queue:using:));
- (void)removeObserver:(id)observer;
@end
NS_ASSUME_NONNULL_END
#endif
