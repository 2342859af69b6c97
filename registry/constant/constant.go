// SPDX-License-Identifier: MIT-0

package retry

import (
	"fmt"
	"math"
	"time"
)

// Constant waits the same time after every failure:
//
//	delay = base
//
// Guarantees: every delay is exactly the base, whatever the attempt. Nothing random, no growth, no
// cap. A call costs a few comparisons and allocates nothing. Nothing is kept between calls, so one
// policy may serve any number of goroutines at once.
//
// Not for a fleet: clients that failed together come back together, and as often the tenth time as
// the first.
//
// Source: folklore; the simplest policy there is, and the one to measure the others against.
type Constant struct {
	base        time.Duration
	maxAttempts int
}

// ConstantFailure is what the caller knows of the attempt that just failed. It is an alias of a
// plain struct, which the other policies of the registry share: one interface of yours fits them
// all.
type ConstantFailure = struct {
	// False gives up at once: another attempt could not help.
	Retryable bool
	// The HTTP status, 0 where there is none. Not read by this policy.
	Status int
	// The wait the server asked for, nil where it named none. Not read by this policy.
	RetryAfter *time.Duration
}

// ConstantOption sets one parameter. One left out keeps its default.
type ConstantOption func(*constantParams)

type constantParams struct {
	base        time.Duration
	maxAttempts int
}

// ConstantBase sets every delay: whole milliseconds in 0..2,147,483,647. Default 100ms.
func ConstantBase(d time.Duration) ConstantOption {
	return func(p *constantParams) { p.base = d }
}

// ConstantMaxAttempts sets the attempts in all, the first one included: 1 or more, and math.MaxInt
// means no limit. Default 8.
func ConstantMaxAttempts(n int) ConstantOption {
	return func(p *constantParams) { p.maxAttempts = n }
}

// NewConstant returns an error if a parameter is out of range.
func NewConstant(options ...ConstantOption) (*Constant, error) {
	params := constantParams{base: 100 * time.Millisecond, maxAttempts: 8}
	for _, option := range options {
		option(&params)
	}
	if err := constantCheck("ConstantBase", params.base); err != nil {
		return nil, err
	}
	if params.maxAttempts < 1 {
		return nil, fmt.Errorf("ConstantMaxAttempts must be >= 1; got %d", params.maxAttempts)
	}
	return &Constant{base: params.base, maxAttempts: params.maxAttempts}, nil
}

// NextDelay returns how long to wait after the attempt that just failed, which counts from 1, or ok
// = false to give up. It panics if attempt is less than 1, which is the caller's bug.
func (p *Constant) NextDelay(attempt int, failure ConstantFailure) (delay time.Duration, ok bool) {
	if attempt < 1 {
		panic(fmt.Sprintf("attempt must be >= 1, as attempts count from 1; got %d", attempt))
	}
	if !failure.Retryable || (attempt >= p.maxAttempts && p.maxAttempts != math.MaxInt) {
		return 0, false
	}
	return p.base, true
}

func constantCheck(name string, d time.Duration) error {
	const maxMs = 2_147_483_647 // 2^31 - 1: the longest wait that a timer takes in every language
	if d < 0 || d.Milliseconds() > maxMs || d%time.Millisecond != 0 {
		return fmt.Errorf("%s must be whole milliseconds in 0..%d; got %v", name, maxMs, d)
	}
	return nil
}
