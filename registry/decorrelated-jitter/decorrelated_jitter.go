// SPDX-License-Identifier: MIT-0

package retry

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// DecorrelatedJitter draws each wait between the base and three times the wait before it:
//
//	delay = min(cap, a uniform whole number of milliseconds in [base, 3*prev])
//	prev  = base at first, then the delay just returned
//
// where base is never above the cap. Guarantees: base <= delay <= cap. Giving up draws nothing from
// the random source and leaves prev alone. A call costs one draw and allocates nothing; the attempt
// number only counts towards the limit.
//
// It remembers its last delay, so it serves ONE operation in one goroutine: make a new one for the
// next. Shared, it would start one caller's waits where another's had got to.
//
// Not where the cap is low: every draw beyond it lands exactly on it, and clients meet there.
//
// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
type DecorrelatedJitter struct {
	base, cap, prev time.Duration
	maxAttempts     int
	rng             DecorrelatedJitterRng
}

// DecorrelatedJitterFailure is what the caller knows of the attempt that just failed. It is an
// alias of a plain struct, which the other policies of the registry share: one interface of yours
// fits them all.
type DecorrelatedJitterFailure = struct {
	// False gives up at once: another attempt could not help.
	Retryable bool
	// The HTTP status, 0 where there is none. Not read by this policy.
	Status int
	// The wait the server asked for, nil where it named none. Not read by this policy.
	RetryAfter *time.Duration
}

// DecorrelatedJitterRng is a source of uniform whole numbers in [0, n), for n in 1..2^32. The
// *rand.Rand of math/rand/v2 is one, for a single goroutine.
type DecorrelatedJitterRng interface{ Int64N(n int64) int64 }

// DecorrelatedJitterSystemRng is the production source: the runtime's own generator, which seeds
// itself and may be shared. Not for secrets.
type DecorrelatedJitterSystemRng struct{}

// Int64N returns a uniform whole number in [0, n).
func (DecorrelatedJitterSystemRng) Int64N(n int64) int64 { return rand.Int64N(n) }

// DecorrelatedJitterOption sets one parameter. One left out keeps its default.
type DecorrelatedJitterOption func(*decorrelatedJitterParams)

type decorrelatedJitterParams struct {
	base, cap   time.Duration
	maxAttempts int
}

// DecorrelatedJitterBase sets the shortest delay: whole milliseconds in 0..2,147,483,647. Default
// 100ms.
func DecorrelatedJitterBase(d time.Duration) DecorrelatedJitterOption {
	return func(p *decorrelatedJitterParams) { p.base = d }
}

// DecorrelatedJitterCap sets the longest delay: whole milliseconds in 0..1,431,655,765. Below the
// base it wins. Default 10s.
func DecorrelatedJitterCap(d time.Duration) DecorrelatedJitterOption {
	return func(p *decorrelatedJitterParams) { p.cap = d }
}

// DecorrelatedJitterMaxAttempts sets the attempts in all, the first one included: 1 or more, and
// math.MaxInt means no limit. Default 8.
func DecorrelatedJitterMaxAttempts(n int) DecorrelatedJitterOption {
	return func(p *decorrelatedJitterParams) { p.maxAttempts = n }
}

// NewDecorrelatedJitter returns an error if a parameter is out of range, or if there is no rng.
func NewDecorrelatedJitter(rng DecorrelatedJitterRng, options ...DecorrelatedJitterOption) (*DecorrelatedJitter, error) {
	params := decorrelatedJitterParams{base: 100 * time.Millisecond, cap: 10 * time.Second, maxAttempts: 8}
	for _, option := range options {
		option(&params)
	}
	if err := decorrelatedJitterCheck("DecorrelatedJitterBase", params.base, 2_147_483_647); err != nil {
		return nil, err
	}
	if err := decorrelatedJitterCheck("DecorrelatedJitterCap", params.cap, decorrelatedJitterMaxCapMs); err != nil {
		return nil, err
	}
	if params.maxAttempts < 1 {
		return nil, fmt.Errorf("DecorrelatedJitterMaxAttempts must be >= 1; got %d", params.maxAttempts)
	}
	if rng == nil {
		return nil, errors.New("rng is required: say, DecorrelatedJitterSystemRng{}")
	}
	base := min(params.base, params.cap)
	return &DecorrelatedJitter{base: base, cap: params.cap, prev: base, maxAttempts: params.maxAttempts, rng: rng}, nil
}

// NextDelay returns how long to wait after the attempt that just failed, which counts from 1, or ok
// = false to give up. It panics if attempt is less than 1, which is the caller's bug.
func (p *DecorrelatedJitter) NextDelay(attempt int, failure DecorrelatedJitterFailure) (delay time.Duration, ok bool) {
	if attempt < 1 {
		panic(fmt.Sprintf("attempt must be >= 1, as attempts count from 1; got %d", attempt))
	}
	if !failure.Retryable || (attempt >= p.maxAttempts && p.maxAttempts != math.MaxInt) {
		return 0, false
	}
	baseMs := p.base.Milliseconds()
	drawnMs := baseMs + p.rng.Int64N(3*p.prev.Milliseconds()-baseMs+1)
	p.prev = min(time.Duration(drawnMs)*time.Millisecond, p.cap)
	return p.prev, true
}

// decorrelatedJitterMaxCapMs is a third of 2^32 - 1: it keeps the bound of a draw within 2^32.
const decorrelatedJitterMaxCapMs = 1_431_655_765

func decorrelatedJitterCheck(name string, d time.Duration, maxMs int64) error {
	if d < 0 || d.Milliseconds() > maxMs || d%time.Millisecond != 0 {
		return fmt.Errorf("%s must be whole milliseconds in 0..%d; got %v", name, maxMs, d)
	}
	return nil
}
