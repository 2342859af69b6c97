// SPDX-License-Identifier: MIT-0

package retry

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// EqualJitter waits half of the exponential ceiling, and a uniform random part of the other half:
//
//	ceiling = min(cap, base * 2^(attempt-1))
//	half    = ceiling div 2, in whole milliseconds
//	delay   = a uniform whole number of milliseconds in [half, 2*half]
//
// Guarantees: half <= delay <= 2*half <= ceiling <= cap, and both ends of the range can occur.
// Giving up draws nothing from the random source. A call costs at most 31 doublings and one draw,
// and allocates nothing. Nothing is kept between calls, so one policy may serve any number of
// goroutines at once if its random source may.
//
// Not with a base of 1 ms: half of a ceiling of 1 is 0, and so is the delay.
//
// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
type EqualJitter struct {
	base, cap   time.Duration
	maxAttempts int
	rng         EqualJitterRng
}

// EqualJitterFailure is what the caller knows of the attempt that just failed. It is an alias of a
// plain struct, which the other policies of the registry share: one interface of yours fits them
// all.
type EqualJitterFailure = struct {
	// False gives up at once: another attempt could not help.
	Retryable bool
	// The HTTP status, 0 where there is none. Not read by this policy.
	Status int
	// The wait the server asked for, nil where it named none. Not read by this policy.
	RetryAfter *time.Duration
}

// EqualJitterRng is a source of uniform whole numbers in [0, n), for n in 1..2^30. The *rand.Rand
// of math/rand/v2 is one, for a single goroutine.
type EqualJitterRng interface{ Int64N(n int64) int64 }

// EqualJitterSystemRng is the production source: the runtime's own generator, which seeds itself
// and may be shared. Not for secrets.
type EqualJitterSystemRng struct{}

// Int64N returns a uniform whole number in [0, n).
func (EqualJitterSystemRng) Int64N(n int64) int64 { return rand.Int64N(n) }

// EqualJitterOption sets one parameter. One left out keeps its default.
type EqualJitterOption func(*equalJitterParams)

type equalJitterParams struct {
	base, cap   time.Duration
	maxAttempts int
}

// EqualJitterBase sets the ceiling of the first delay: whole milliseconds in 0..2,147,483,647.
// Default 100ms.
func EqualJitterBase(d time.Duration) EqualJitterOption {
	return func(p *equalJitterParams) { p.base = d }
}

// EqualJitterCap sets the highest ceiling: whole milliseconds in 0..2,147,483,647. Below the base
// it wins. Default 10s.
func EqualJitterCap(d time.Duration) EqualJitterOption {
	return func(p *equalJitterParams) { p.cap = d }
}

// EqualJitterMaxAttempts sets the attempts in all, the first one included: 1 or more, and
// math.MaxInt means no limit. Default 8.
func EqualJitterMaxAttempts(n int) EqualJitterOption {
	return func(p *equalJitterParams) { p.maxAttempts = n }
}

// NewEqualJitter returns an error if a parameter is out of range, or if there is no rng.
func NewEqualJitter(rng EqualJitterRng, options ...EqualJitterOption) (*EqualJitter, error) {
	params := equalJitterParams{base: 100 * time.Millisecond, cap: 10 * time.Second, maxAttempts: 8}
	for _, option := range options {
		option(&params)
	}
	if err := equalJitterCheck("EqualJitterBase", params.base); err != nil {
		return nil, err
	}
	if err := equalJitterCheck("EqualJitterCap", params.cap); err != nil {
		return nil, err
	}
	if params.maxAttempts < 1 {
		return nil, fmt.Errorf("EqualJitterMaxAttempts must be >= 1; got %d", params.maxAttempts)
	}
	if rng == nil {
		return nil, errors.New("rng is required: say, EqualJitterSystemRng{}")
	}
	return &EqualJitter{base: params.base, cap: params.cap, maxAttempts: params.maxAttempts, rng: rng}, nil
}

// NextDelay returns how long to wait after the attempt that just failed, which counts from 1, or ok
// = false to give up. It panics if attempt is less than 1, which is the caller's bug.
func (p *EqualJitter) NextDelay(attempt int, failure EqualJitterFailure) (delay time.Duration, ok bool) {
	if attempt < 1 {
		panic(fmt.Sprintf("attempt must be >= 1, as attempts count from 1; got %d", attempt))
	}
	if !failure.Retryable || (attempt >= p.maxAttempts && p.maxAttempts != math.MaxInt) {
		return 0, false
	}
	halfMs := equalJitterCeiling(attempt, p.base, p.cap).Milliseconds() / 2
	return time.Duration(halfMs+p.rng.Int64N(halfMs+1)) * time.Millisecond, true
}

// equalJitterCeiling is min(limit, base * 2^(attempt-1)), by doubling that stops at the limit and
// so cannot overflow.
func equalJitterCeiling(attempt int, base, limit time.Duration) time.Duration {
	delay := base
	for n := 1; n < attempt && 0 < delay && delay < limit; n++ {
		delay *= 2
	}
	return min(delay, limit)
}

func equalJitterCheck(name string, d time.Duration) error {
	const maxMs = 2_147_483_647 // 2^31 - 1: the longest wait that a timer takes in every language
	if d < 0 || d.Milliseconds() > maxMs || d%time.Millisecond != 0 {
		return fmt.Errorf("%s must be whole milliseconds in 0..%d; got %v", name, maxMs, d)
	}
	return nil
}
