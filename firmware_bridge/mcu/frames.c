#include "frames.h"

#include <string.h>

uint16_t crc16(const uint8_t *bytes, uint8_t count)
{
    uint16_t crc = 0xFFFF;
    while (count--) {
        uint8_t x = (uint8_t)(crc >> 8) ^ *bytes++;
        x ^= x >> 4;
        crc = (uint16_t)((uint16_t)(crc << 8) ^ ((uint16_t)x << 12)
                         ^ ((uint16_t)x << 5) ^ x);
    }
    return crc;
}

uint8_t frame_encode(uint8_t type, uint8_t sequence, const uint8_t *payload,
                     uint8_t size, uint8_t *out)
{
    uint8_t body[BODY_MAX];
    body[0] = type;
    body[1] = sequence;
    if (size)
        memcpy(body + 2, payload, size);
    uint16_t crc = crc16(body, size + 2);
    body[size + 2] = (uint8_t)crc;
    body[size + 3] = (uint8_t)(crc >> 8);

    uint8_t end = 0, code_at = 1;
    out[end++] = 0;
    out[end++] = 1;
    for (uint8_t i = 0; i < size + 4; i++) {
        if (body[i]) {
            out[code_at]++;
            out[end++] = body[i];
        } else {
            code_at = end;
            out[end++] = 1;
        }
    }
    out[end++] = 0;
    return end;
}

/* Decodes in place; returns the decoded length, or 0 when it is not COBS. */
static uint8_t cobs_decode(uint8_t *bytes, uint8_t count)
{
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t code = bytes[from++];
        if (code - 1 > count - from)
            return 0;
        while (--code)
            bytes[to++] = bytes[from++];
        if (from < count)
            bytes[to++] = 0;
    }
    return to;
}

static bool check(FrameReader *reader, uint8_t filled)
{
    uint8_t count = cobs_decode(reader->bytes, filled);
    if (count < 4)
        return false;
    reader->length = count - 2;
    uint16_t crc = crc16(reader->bytes, reader->length);
    return reader->bytes[count - 2] == (uint8_t)crc
           && reader->bytes[count - 1] == (uint8_t)(crc >> 8);
}

FrameNews frame_feed(FrameReader *reader, uint8_t byte)
{
    if (byte) {
        if (reader->filled < sizeof reader->bytes)
            reader->bytes[reader->filled++] = byte;
        else
            reader->overlong = true;
        return FRAME_NONE;
    }
    uint8_t filled = reader->filled;
    bool overlong = reader->overlong;
    reader->filled = 0;
    reader->overlong = false;
    if (!filled)
        return FRAME_NONE;
    return !overlong && check(reader, filled) ? FRAME_GOOD : FRAME_BAD;
}
