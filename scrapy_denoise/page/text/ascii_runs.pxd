"""Runs of bytes that are copied as they are, sixteen at a time where the processor can compare that many."""

from libc.stdint cimport uint8_t

cdef extern from *:
    """
    #include <stdint.h>

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline int denoise_count_bits(unsigned int bits) {
        int n = 0;
        for (; bits; bits &= bits - 1) n++;
        return n;
    }
    #define DENOISE_IS(byte) _mm_cmpeq_epi8(v, _mm_set1_epi8(byte))

    /* Copies ASCII text whose white space is single spaces; at[-1] is no space. Returns how many bytes. */
    static inline intptr_t denoise_copy_plain(
        const uint8_t* at, const uint8_t* stop, uint8_t* out, int* punctuation, int* any_digit
    ) {
        const uint8_t* start = at;
        while (stop - at >= 16) {
            const __m128i v = _mm_loadu_si128((const __m128i*)at);
            const unsigned int spaces = (unsigned int)_mm_movemask_epi8(DENOISE_IS(' '));
            /* bytes from 0x80 on are negative here; a second space in a row ends the run, and so does its first */
            unsigned int other = 0xFFFF & ~(unsigned int)_mm_movemask_epi8(_mm_cmpgt_epi8(v, _mm_set1_epi8(0x1F)));
            unsigned int taken, found, digits;
            int n;
            other |= spaces & (spaces << 1);
            other |= (unsigned int)_mm_movemask_epi8(DENOISE_IS(0x7F));
            taken = ((other & (0u - other)) - 1) & 0xFFFF; /* the bytes before the first of those */
            if (taken & ~(taken >> 1) & spaces) taken >>= 1; /* whether one more space follows is not known here */
            for (n = 16; n && !(taken >> (n - 1)); n--) {}
            _mm_storeu_si128((__m128i*)out, v);
            found = (unsigned int)_mm_movemask_epi8(_mm_or_si128(
                _mm_or_si128(_mm_or_si128(DENOISE_IS(','), DENOISE_IS('.')), _mm_or_si128(DENOISE_IS('!'), DENOISE_IS('?'))),
                _mm_or_si128(DENOISE_IS(';'), DENOISE_IS(':'))));
            digits = (unsigned int)_mm_movemask_epi8(_mm_and_si128(
                _mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(v, _mm_set1_epi8('9' + 1))));
            *punctuation += denoise_count_bits(found & taken);
            *any_digit |= (digits & taken) != 0;
            at += n;
            out += n;
            if (n < 16) break;
        }
        return at - start;
    }

    /* Copies bytes up to the sixteen that have a digit. Returns how many. */
    static inline intptr_t denoise_copy_digitless(const uint8_t* at, const uint8_t* stop, uint8_t* out) {
        const uint8_t* start = at;
        while (stop - at >= 16) {
            const __m128i v = _mm_loadu_si128((const __m128i*)at);
            if (_mm_movemask_epi8(_mm_and_si128(
                _mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(v, _mm_set1_epi8('9' + 1))))) break;
            _mm_storeu_si128((__m128i*)out, v);
            at += 16;
            out += 16;
        }
        return at - start;
    }
    #else
    #define denoise_copy_plain(at, stop, out, punctuation, any_digit) ((intptr_t)0)
    #define denoise_copy_digitless(at, stop, out) ((intptr_t)0)
    #endif
    """
    # Copy the run of printable ASCII without two spaces in a row, or one at its end, that begins here behind no space; as far
    # as sixteen bytes can be read. Count its punctuation, and say whether it has a digit. Returns its bytes; up to sixteen
    # more may be written.
    Py_ssize_t copy_plain "denoise_copy_plain"(
        const uint8_t* at, const uint8_t* stop, uint8_t* out, int* punctuation, int* any_digit
    ) noexcept nogil

    # Copy bytes up to the sixteen of which one is a digit. Returns how many.
    Py_ssize_t copy_digitless "denoise_copy_digitless"(const uint8_t* at, const uint8_t* stop, uint8_t* out) noexcept nogil
