#ifndef FARADAY_ATTACH_H
#define FARADAY_ATTACH_H

/// Implemented by the Swift module FaradayAttachment: sets the attachment that managers without a phone use.
void faraday_attach(void);

/// Implemented by the Swift module FaradayAttachment: live phones end their links and advertising.
void faraday_detach(void);

#endif
