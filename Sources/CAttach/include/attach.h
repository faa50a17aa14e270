#ifndef FARADAY_ATTACH_H
#define FARADAY_ATTACH_H

/// Implemented by the Swift module FaradayAttachment: says what a manager asks that finds no phone.
void faraday_attach(void);

/// Implemented by the Swift module FaradayAttachment: live phones leave the air.
void faraday_detach(void);

#endif
