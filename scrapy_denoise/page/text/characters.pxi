from libc.string cimport memset

memset(KIND, PLAIN, 256)
for _byte in [*range(1, 32), 127]:
    KIND[_byte] = DROPPED
for _byte in bytearray(b" \t\n\r\f\v\x1c\x1d\x1e\x1f"):
    KIND[_byte] = SPACE
for _byte in bytearray(b",.!?;:"):
    KIND[_byte] = PUNCTUATION
for _byte in bytearray(b"0123456789"):
    KIND[_byte] = DIGIT
memset(&KIND[0xC0], WIDE, 0x40)
for _code in range(0x80, 0x800):
    PAIR_KIND[_code] = kind_of(_code)
