"""Operations on rows side by side: 32 of them with AVX2, where the processor has it; else 16 with the instructions that
every x86-64 has, or in loops that other compilers can turn into theirs. With AVX2 trees take .56 of the time, .64 on small pages."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

cdef enum:
    LEAST_LANES = 16
    MOST_LANES = 32

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>

    typedef struct { float threshold; int32_t byte; uint32_t leaves; } denoise_test;

    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static int denoise_lowest_bit(uint32_t bits) { unsigned long at; _BitScanForward(&at, bits); return (int)at; }
    #else
    #define denoise_lowest_bit(bits) __builtin_ctz(bits)
    #endif

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>

    static inline void denoise_turn(int lanes, const float** rows, int column, float* turned) {
        int i;
        for (i = 0; i < lanes; i += 4) {
            __m128 a = _mm_loadu_ps(rows[i] + column), b = _mm_loadu_ps(rows[i + 1] + column);
            __m128 c = _mm_loadu_ps(rows[i + 2] + column), d = _mm_loadu_ps(rows[i + 3] + column);
            _MM_TRANSPOSE4_PS(a, b, c, d);
            _mm_storeu_ps(turned + i, a);
            _mm_storeu_ps(turned + lanes + i, b);
            _mm_storeu_ps(turned + 2 * lanes + i, c);
            _mm_storeu_ps(turned + 3 * lanes + i, d);
        }
    }

    static inline float denoise_least(__m128 low) {
        low = _mm_min_ps(low, _mm_movehl_ps(low, low));
        return _mm_cvtss_f32(_mm_min_ss(low, _mm_shuffle_ps(low, low, 1)));
    }

    static inline float denoise_most(__m128 high) {
        high = _mm_max_ps(high, _mm_movehl_ps(high, high));
        return _mm_cvtss_f32(_mm_max_ss(high, _mm_shuffle_ps(high, high, 1)));
    }

    static inline void denoise_rule_out_16(
        const float* x, const denoise_test* test, const denoise_test* stop, uint8_t* bits
    ) {
        const __m128 a = _mm_loadu_ps(x), b = _mm_loadu_ps(x + 4), c = _mm_loadu_ps(x + 8), d = _mm_loadu_ps(x + 12);
        const float least = denoise_least(_mm_min_ps(_mm_min_ps(a, b), _mm_min_ps(c, d)));
        const float most = denoise_most(_mm_max_ps(_mm_max_ps(a, b), _mm_max_ps(c, d)));
        for (; test < stop && least > test->threshold; test++) {
            __m128i* v = (__m128i*)(bits + 16 * (intptr_t)test->byte);
            _mm_storeu_si128(v, _mm_and_si128(_mm_loadu_si128(v), _mm_set1_epi32((int)test->leaves)));
        }
        for (; test < stop && most > test->threshold; test++) {
            const __m128 t = _mm_set1_ps(test->threshold);
            const __m128i passes = _mm_packs_epi16(
                _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(a, t)), _mm_castps_si128(_mm_cmple_ps(b, t))),
                _mm_packs_epi32(_mm_castps_si128(_mm_cmple_ps(c, t)), _mm_castps_si128(_mm_cmple_ps(d, t))));
            const __m128i left = _mm_or_si128(_mm_set1_epi32((int)test->leaves), passes);
            __m128i* v = (__m128i*)(bits + 16 * (intptr_t)test->byte);
            _mm_storeu_si128(v, _mm_and_si128(_mm_loadu_si128(v), left));
        }
    }

    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <immintrin.h>
    #define DENOISE_AVX2 __attribute__((target("avx2")))
    #define denoise_lanes() (__builtin_cpu_supports("avx2") ? 32 : 16)

    /* Packing takes four lanes of each vector in turn, so that the vectors have those that come out in order. */
    DENOISE_AVX2 static inline __m256 denoise_two(const float* x) {
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(x)), _mm_loadu_ps(x + 16), 1);
    }

    DENOISE_AVX2 static void denoise_rule_out_32(
        const float* x, const denoise_test* test, const denoise_test* stop, uint8_t* bits
    ) {
        const __m256 a = denoise_two(x), b = denoise_two(x + 4), c = denoise_two(x + 8), d = denoise_two(x + 12);
        const __m256 low = _mm256_min_ps(_mm256_min_ps(a, b), _mm256_min_ps(c, d));
        const __m256 high = _mm256_max_ps(_mm256_max_ps(a, b), _mm256_max_ps(c, d));
        const float least = denoise_least(_mm_min_ps(_mm256_castps256_ps128(low), _mm256_extractf128_ps(low, 1)));
        const float most = denoise_most(_mm_max_ps(_mm256_castps256_ps128(high), _mm256_extractf128_ps(high, 1)));
        for (; test < stop && least > test->threshold; test++) {
            __m256i* v = (__m256i*)(bits + 32 * (intptr_t)test->byte);
            _mm256_storeu_si256(v, _mm256_and_si256(_mm256_loadu_si256(v), _mm256_set1_epi32((int)test->leaves)));
        }
        for (; test < stop && most > test->threshold; test++) {
            const __m256 t = _mm256_set1_ps(test->threshold);
            #define DENOISE_PASSES(v) _mm256_castps_si256(_mm256_cmp_ps(v, t, _CMP_LE_OQ))
            const __m256i passes = _mm256_packs_epi16(
                _mm256_packs_epi32(DENOISE_PASSES(a), DENOISE_PASSES(b)),
                _mm256_packs_epi32(DENOISE_PASSES(c), DENOISE_PASSES(d)));
            const __m256i left = _mm256_or_si256(_mm256_set1_epi32((int)test->leaves), passes);
            __m256i* v = (__m256i*)(bits + 32 * (intptr_t)test->byte);
            _mm256_storeu_si256(v, _mm256_and_si256(_mm256_loadu_si256(v), left));
        }
    }

    /* The leaf of each word's lowest bit. Converted to a float, that bit alone has its number in the exponent, 127 more:
       one more still, and the five lowest bits are the number's. */
    DENOISE_AVX2 static inline __m256 denoise_leaf(__m256i left, const float* leaves) {
        const __m256i lowest = _mm256_and_si256(left, _mm256_sub_epi32(_mm256_setzero_si256(), left));
        const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
        const __m256i n = _mm256_add_epi32(exponent, _mm256_set1_epi32(1));
        const __m256 eights = _mm256_castsi256_ps(_mm256_slli_epi32(n, 28));
        const __m256 sixteens = _mm256_castsi256_ps(_mm256_slli_epi32(n, 27));
        #define DENOISE_EIGHT(i) _mm256_permutevar8x32_ps(_mm256_loadu_ps(leaves + 8 * (i)), n)
        return _mm256_blendv_ps(
            _mm256_blendv_ps(DENOISE_EIGHT(0), DENOISE_EIGHT(1), eights),
            _mm256_blendv_ps(DENOISE_EIGHT(2), DENOISE_EIGHT(3), eights), sixteens);
    }

    DENOISE_AVX2 static void denoise_add_leaves(const uint8_t* bits, const float* leaves, int trees, float* sums) {
        const __m256i* v = (const __m256i*)bits;
        __m256 rows[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
        int i;
        for (; trees > 0; trees--, v += 4, leaves += 32) {
            const __m256i a = _mm256_loadu_si256(v), b = _mm256_loadu_si256(v + 1);
            const __m256i c = _mm256_loadu_si256(v + 2), d = _mm256_loadu_si256(v + 3);
            const __m256i ab = _mm256_unpacklo_epi8(a, b), AB = _mm256_unpackhi_epi8(a, b);
            const __m256i cd = _mm256_unpacklo_epi8(c, d), CD = _mm256_unpackhi_epi8(c, d);
            rows[0] = _mm256_add_ps(rows[0], denoise_leaf(_mm256_unpacklo_epi16(ab, cd), leaves));
            rows[1] = _mm256_add_ps(rows[1], denoise_leaf(_mm256_unpackhi_epi16(ab, cd), leaves));
            rows[2] = _mm256_add_ps(rows[2], denoise_leaf(_mm256_unpacklo_epi16(AB, CD), leaves));
            rows[3] = _mm256_add_ps(rows[3], denoise_leaf(_mm256_unpackhi_epi16(AB, CD), leaves));
        }
        for (i = 0; i < 4; i++) {  /* each has four rows of the first sixteen, and four of the others */
            _mm_storeu_ps(sums + 4 * i, _mm256_castps256_ps128(rows[i]));
            _mm_storeu_ps(sums + 4 * i + 16, _mm256_extractf128_ps(rows[i], 1));
        }
    }

    static inline void denoise_rule_out(
        int lanes, const float* x, const denoise_test* test, const denoise_test* stop, uint8_t* bits
    ) {
        if (lanes == 32) denoise_rule_out_32(x, test, stop, bits);
        else denoise_rule_out_16(x, test, stop, bits);
    }
    #else
    #define denoise_lanes() 16
    #define denoise_rule_out(lanes, x, test, stop, bits) denoise_rule_out_16(x, test, stop, bits)
    #define denoise_add_leaves(bits, leaves, trees, sums)
    #endif

    static inline void denoise_words(int lanes, uint8_t* bytes) {
        __m128i rows[8];
        __m128i* v = (__m128i*)bytes;
        const int n = lanes / 16;
        int i;
        for (i = 0; i < 4 * n; i++) rows[i] = _mm_loadu_si128(v + i);
        for (i = 0; i < n; i++, v += 4) {
            const __m128i ab = _mm_unpacklo_epi8(rows[i], rows[n + i]), AB = _mm_unpackhi_epi8(rows[i], rows[n + i]);
            const __m128i cd = _mm_unpacklo_epi8(rows[2 * n + i], rows[3 * n + i]);
            const __m128i CD = _mm_unpackhi_epi8(rows[2 * n + i], rows[3 * n + i]);
            _mm_storeu_si128(v, _mm_unpacklo_epi16(ab, cd));
            _mm_storeu_si128(v + 1, _mm_unpackhi_epi16(ab, cd));
            _mm_storeu_si128(v + 2, _mm_unpacklo_epi16(AB, CD));
            _mm_storeu_si128(v + 3, _mm_unpackhi_epi16(AB, CD));
        }
    }

    #else

    #define denoise_lanes() 16
    #define denoise_add_leaves(bits, leaves, trees, sums)

    static inline void denoise_turn(int lanes, const float** rows, int column, float* turned) {
        int i, j;
        for (j = 0; j < 4; j++)
            for (i = 0; i < 16; i++) turned[16 * j + i] = rows[i][column + j];
    }

    static inline void denoise_rule_out(
        int lanes, const float* x, const denoise_test* test, const denoise_test* stop, uint8_t* bits
    ) {
        float most = x[0];
        uint8_t passes[16];
        int i;
        for (i = 1; i < 16; i++) most = x[i] > most ? x[i] : most;
        for (; test < stop && most > test->threshold; test++) {
            for (i = 0; i < 16; i++) passes[i] = x[i] <= test->threshold ? 0xFF : 0;
            uint8_t* v = bits + 16 * (intptr_t)test->byte;
            const uint8_t leaves = (uint8_t)test->leaves;
            for (i = 0; i < 16; i++) v[i] &= leaves | passes[i];
        }
    }

    static inline void denoise_words(int lanes, uint8_t* bytes) {
        uint32_t words[16];
        int i;
        for (i = 0; i < 16; i++)
            words[i] = bytes[i] | (uint32_t)bytes[16 + i] << 8 | (uint32_t)bytes[32 + i] << 16 | (uint32_t)bytes[48 + i] << 24;
        memcpy(bytes, words, sizeof(words));
    }

    #endif
    """
    ctypedef struct Test "denoise_test":
        float threshold
        int32_t byte      # of leaves; a test whose leaves are in several bytes stands once for each
        uint32_t leaves   # that are left of that byte where the test fails, four times

    # How many rows are side by side on this processor: LEAST_LANES or MOST_LANES.
    int count_lanes "denoise_lanes"() noexcept nogil

    # Write four columns of this many rows one after the other, those of each side by side.
    void turn "denoise_turn"(int lanes, const float** rows, int column, float* turned) noexcept nogil

    # Clear the leaves that the failed tests of one feature rule out. x: its values. test: the first of its tests, which stand
    # with their thresholds ascending, up to another. bits: the leaves' bytes. A comparison for each byte, and not for each
    # threshold, is made without a loop in the loop, whose end processors cannot foresee.
    void rule_out "denoise_rule_out"(
        int lanes, const float* x, const Test* test, const Test* stop, uint8_t* bits
    ) noexcept nogil

    # Turn the bytes of four rows of lanes into words of 32 bits, one a lane, the first row into their lowest bytes.
    void make_words "denoise_words"(int lanes, uint8_t* bytes) noexcept nogil

    # The sums of the leaves that MOST_LANES rows have left, tree after tree. For trees that have a word of leaves each.
    # bits: the leaves' bytes. leaves: 32 values for each tree. In a sixth of the instructions that the rows take one by one.
    void add_leaves "denoise_add_leaves"(const uint8_t* bits, const float* leaves, int trees, float* sums) noexcept nogil

    # The number of the lowest bit that is set; one must be.
    int lowest_bit "denoise_lowest_bit"(uint32_t bits) noexcept nogil
