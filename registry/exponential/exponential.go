// SPDX-License-Identifier: MIT-0

package retry

import (
	"fmt"
	"math"
	"time"
)

// Exponential doubles the wait after every failure, up to a cap:
//
//	delay = min(cap, base * 2^(attempt-1))
//
// Guarantees: 0 <= delay <= cap, never shorter than the delay before it, and the same for the same
// attempt: nothing is random. A call costs at most 31 doublings and allocates nothing. Nothing is
// kept between calls, so one policy may serve any number of goroutines at once.
//
// Not for a fleet: clients that failed together retry together, every time, in lockstep.
//
// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
type Exponential struct {
	base, cap   time.Duration
	maxAttempts int
}

// ExponentialFailure is what the caller knows of the attempt that just failed. It is an alias of a
// plain struct, which the other policies of the registry share: one interface of yours fits them
// all.
type ExponentialFailure = struct {
	// False gives up at once: another attempt could not help.
	Retryable bool
	// The HTTP status, 0 where there is none. Not read by this policy.
	Status int
	// The wait the server asked for, nil where it named none. Not read by this policy.
	RetryAfter *time.Duration
}

// ExponentialOption sets one parameter. One left out keeps its default.
type ExponentialOption func(*exponentialParams)

type exponentialParams struct {
	base, cap   time.Duration
	maxAttempts int
}

// ExponentialBase sets the first delay: whole milliseconds in 0..2,147,483,647. Default 100ms.
func ExponentialBase(d time.Duration) ExponentialOption {
	return func(p *exponentialParams) { p.base = d }
}

// ExponentialCap sets the longest delay: whole milliseconds in 0..2,147,483,647. Below the base it
// wins. Default 10s.
func ExponentialCap(d time.Duration) ExponentialOption {
	return func(p *exponentialParams) { p.cap = d }
}

// ExponentialMaxAttempts sets the attempts in all, the first one included: 1 or more, and
// math.MaxInt means no limit. Default 8.
func ExponentialMaxAttempts(n int) ExponentialOption {
	return func(p *exponentialParams) { p.maxAttempts = n }
}

// NewExponential returns an error if a parameter is out of range.
func NewExponential(options ...ExponentialOption) (*Exponential, error) {
	params := exponentialParams{base: 100 * time.Millisecond, cap: 10 * time.Second, maxAttempts: 8}
	for _, option := range options {
		option(&params)
	}
	if err := exponentialCheck("ExponentialBase", params.base); err != nil {
		return nil, err
	}
	if err := exponentialCheck("ExponentialCap", params.cap); err != nil {
		return nil, err
	}
	if params.maxAttempts < 1 {
		return nil, fmt.Errorf("ExponentialMaxAttempts must be >= 1; got %d", params.maxAttempts)
	}
	return &Exponential{base: params.base, cap: params.cap, maxAttempts: params.maxAttempts}, nil
}

// NextDelay returns how long to wait after the attempt that just failed, which counts from 1, or ok
// = false to give up. It panics if attempt is less than 1, which is the caller's bug.
func (p *Exponential) NextDelay(attempt int, failure ExponentialFailure) (delay time.Duration, ok bool) {
	if attempt < 1 {
		panic(fmt.Sprintf("attempt must be >= 1, as attempts count from 1; got %d", attempt))
	}
	if !failure.Retryable || (attempt >= p.maxAttempts && p.maxAttempts != math.MaxInt) {
		return 0, false
	}
	return exponentialCeiling(attempt, p.base, p.cap), true
}

// exponentialCeiling is min(limit, base * 2^(attempt-1)), by doubling that stops at the limit and
// so cannot overflow.
func exponentialCeiling(attempt int, base, limit time.Duration) time.Duration {
	delay := base
	for n := 1; n < attempt && 0 < delay && delay < limit; n++ {
		delay *= 2
	}
	return min(delay, limit)
}

func exponentialCheck(name string, d time.Duration) error {
	const maxMs = 2_147_483_647 // 2^31 - 1: the longest wait that a timer takes in every language
	if d < 0 || d.Milliseconds() > maxMs || d%time.Millisecond != 0 {
		return fmt.Errorf("%s must be whole milliseconds in 0..%d; got %v", name, maxMs, d)
	}
	return nil
}
