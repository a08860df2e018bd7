/* Frames: 0, COBS(type, sequence, payload, CRC-16 little-endian), 0.
 *
 * The zeros on both sides let a reader find its place after any noise. The CRC is
 * compared, never run through to a residue of zero: a damaged COBS code byte makes
 * extra zeros at the end, and those leave a residue of zero alone. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PAYLOAD_MAX = 40,
    BODY_MAX = PAYLOAD_MAX + 4, /* with type, sequence and CRC */
    FRAME_MAX = BODY_MAX + 3,   /* with one COBS byte and both zeros */
};

/* CRC-16/CCITT-FALSE ("123456789" gives 0x29B1). */
uint16_t crc16(const uint8_t *bytes, uint8_t count);

/* Writes a whole frame to `out` (FRAME_MAX bytes); returns its length. */
uint8_t frame_encode(uint8_t type, uint8_t sequence, const uint8_t *payload,
                     uint8_t size, uint8_t *out);

typedef struct {
    uint8_t bytes[BODY_MAX + 1]; /* COBS as it came, then decoded in place */
    uint8_t filled;
    bool overlong;
    uint8_t length;
} FrameReader;

typedef enum { FRAME_NONE, FRAME_GOOD, FRAME_BAD } FrameNews;

/* After FRAME_GOOD, `bytes` is type, sequence, payload, and `length` all of them.
 * They stand until the next call. */
FrameNews frame_feed(FrameReader *reader, uint8_t byte);

#endif
