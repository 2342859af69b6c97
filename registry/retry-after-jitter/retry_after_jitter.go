// SPDX-License-Identifier: MIT-0

package retry

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// RetryAfterJitter waits as long as the server asked and up to as long again, so that clients given
// the same hint come back apart, and with full jitter where it did not ask:
//
//	delay = low + a uniform whole number of milliseconds in [0, spread]
//
//	with a hint:    low    = hint; beyond cap, 7/8 of cap, rounded up
//	                spread = min(max(low, base), cap - low)
//	without one:    low    = 0
//	                spread = ceiling = min(cap, base * 2^(attempt-1))
//
// Guarantees: 0 <= delay <= cap, whatever the server sent, and no delay is below a hint that is
// within cap. A hint of 0 is a hint. A hint below 0, or not in whole milliseconds, counts as none:
// it never becomes an error. A delay takes one draw from the random source, giving up none. A call
// allocates nothing. Nothing is kept between calls, so one policy may serve any number of
// goroutines at once if its random source may.
//
// Not with hints just below cap, which leave little room: set cap to twice the longest hint.
//
// Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc Brooker,
// "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
type RetryAfterJitter struct {
	base, cap   time.Duration
	maxAttempts int
	rng         RetryAfterJitterRng
}

// RetryAfterJitterFailure is what the caller knows of the attempt that just failed. It is an alias
// of a plain struct, which the other policies of the registry share: one interface of yours fits
// them all.
type RetryAfterJitterFailure = struct {
	// False gives up at once: another attempt could not help.
	Retryable bool
	// The HTTP status, 0 where there is none. Not read by this policy.
	Status int
	// The wait the server asked for, nil where it named none. 0 counts; below 0, or not in whole
	// milliseconds, is ignored.
	RetryAfter *time.Duration
}

// RetryAfterJitterRng is a source of uniform whole numbers in [0, n), for n in 1..2^31. The
// *rand.Rand of math/rand/v2 is one, for a single goroutine.
type RetryAfterJitterRng interface{ Int64N(n int64) int64 }

// RetryAfterJitterSystemRng is the production source: the runtime's own generator, which seeds
// itself and may be shared. Not for secrets.
type RetryAfterJitterSystemRng struct{}

// Int64N returns a uniform whole number in [0, n).
func (RetryAfterJitterSystemRng) Int64N(n int64) int64 { return rand.Int64N(n) }

// RetryAfterJitterOption sets one parameter. One left out keeps its default.
type RetryAfterJitterOption func(*retryAfterJitterParams)

type retryAfterJitterParams struct {
	base, cap   time.Duration
	maxAttempts int
}

// RetryAfterJitterBase sets the ceiling of the first delay without a hint, and the least spread
// after one: whole milliseconds in 0..2,147,483,647. Default 100ms.
func RetryAfterJitterBase(d time.Duration) RetryAfterJitterOption {
	return func(p *retryAfterJitterParams) { p.base = d }
}

// RetryAfterJitterCap sets the longest delay, with a hint and without: whole milliseconds in
// 0..2,147,483,647. Below the base it wins. Default 10s.
func RetryAfterJitterCap(d time.Duration) RetryAfterJitterOption {
	return func(p *retryAfterJitterParams) { p.cap = d }
}

// RetryAfterJitterMaxAttempts sets the attempts in all, the first one included: 1 or more, and
// math.MaxInt means no limit. Default 8.
func RetryAfterJitterMaxAttempts(n int) RetryAfterJitterOption {
	return func(p *retryAfterJitterParams) { p.maxAttempts = n }
}

// NewRetryAfterJitter returns an error if a parameter is out of range, or if there is no rng.
func NewRetryAfterJitter(rng RetryAfterJitterRng, options ...RetryAfterJitterOption) (*RetryAfterJitter, error) {
	params := retryAfterJitterParams{base: 100 * time.Millisecond, cap: 10 * time.Second, maxAttempts: 8}
	for _, option := range options {
		option(&params)
	}
	if err := retryAfterJitterCheck("RetryAfterJitterBase", params.base); err != nil {
		return nil, err
	}
	if err := retryAfterJitterCheck("RetryAfterJitterCap", params.cap); err != nil {
		return nil, err
	}
	if params.maxAttempts < 1 {
		return nil, fmt.Errorf("RetryAfterJitterMaxAttempts must be >= 1; got %d", params.maxAttempts)
	}
	if rng == nil {
		return nil, errors.New("rng is required: say, RetryAfterJitterSystemRng{}")
	}
	return &RetryAfterJitter{base: params.base, cap: params.cap, maxAttempts: params.maxAttempts, rng: rng}, nil
}

// NextDelay returns how long to wait after the attempt that just failed, which counts from 1, or ok
// = false to give up. It panics if attempt is less than 1, which is the caller's bug.
func (p *RetryAfterJitter) NextDelay(attempt int, failure RetryAfterJitterFailure) (delay time.Duration, ok bool) {
	if attempt < 1 {
		panic(fmt.Sprintf("attempt must be >= 1, as attempts count from 1; got %d", attempt))
	}
	if !failure.Retryable || (attempt >= p.maxAttempts && p.maxAttempts != math.MaxInt) {
		return 0, false
	}
	low, spread := time.Duration(0), time.Duration(0)
	if hint := failure.RetryAfter; hint != nil && *hint >= 0 && *hint%time.Millisecond == 0 {
		if low = *hint; low > p.cap {
			capMs := p.cap.Milliseconds()
			low = time.Duration(capMs-capMs/8) * time.Millisecond
		}
		spread = min(max(low, p.base), p.cap-low)
	} else {
		spread = retryAfterJitterCeiling(attempt, p.base, p.cap)
	}
	return low + time.Duration(p.rng.Int64N(spread.Milliseconds()+1))*time.Millisecond, true
}

// retryAfterJitterCeiling is min(limit, base * 2^(attempt-1)), by doubling that stops at the limit
// and so cannot overflow.
func retryAfterJitterCeiling(attempt int, base, limit time.Duration) time.Duration {
	delay := base
	for n := 1; n < attempt && 0 < delay && delay < limit; n++ {
		delay *= 2
	}
	return min(delay, limit)
}

func retryAfterJitterCheck(name string, d time.Duration) error {
	const maxMs = 2_147_483_647 // 2^31 - 1: the longest wait that a timer takes in every language
	if d < 0 || d.Milliseconds() > maxMs || d%time.Millisecond != 0 {
		return fmt.Errorf("%s must be whole milliseconds in 0..%d; got %v", name, maxMs, d)
	}
	return nil
}
