/** What the documentation of the Go ports promises and vectors cannot ask, as a program. */
export const GO_IDIOM = `package main

import (
	"example.com/app/retry"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// One interface fits all policies, as their failures are one type.
type policy interface {
	NextDelay(attempt int, failure retry.ConstantFailure) (delay time.Duration, ok bool)
}

func check(name string, holds bool) {
	if !holds {
		panic(name)
	}
}

func must[P policy](made P, err error) policy {
	check(fmt.Sprint(err), err == nil)
	return made
}

func policies() []policy {
	rng := rand.New(rand.NewPCG(1, 2)) // a *rand.Rand is a source
	seeded := retry.NewSeededRng(1)    // and so is the generator
	return []policy{
		must(retry.NewConstant()),
		must(retry.NewExponential()),
		must(retry.NewFullJitter(rng)),
		must(retry.NewEqualJitter(seeded)),
		must(retry.NewDecorrelatedJitter(rng)),
		must(retry.NewRetryAfterAware(seeded)),
		must(retry.NewRetryAfterJitter(seeded)),
		must(retry.NewFullJitter(retry.FullJitterSystemRng{})),
	}
}

func panics(call func()) (message any) {
	defer func() { message = recover() }()
	call()
	return nil
}

func draws() [8]time.Duration {
	p := must(retry.NewFullJitter(retry.FullJitterSystemRng{}, retry.FullJitterBase(time.Hour)))
	var delays [8]time.Duration
	for i := range delays {
		delays[i], _ = p.NextDelay(i+1, retry.FullJitterFailure{Retryable: true})
	}
	return delays
}

func main() {
	failed := retry.FullJitterFailure{Retryable: true}
	for i, p := range policies() {
		name := fmt.Sprintf("%d: %T", i, p)
		check(name+" allocates", testing.AllocsPerRun(100, func() { p.NextDelay(3, failed) }) == 0)
		check(name+" panics", panics(func() { p.NextDelay(0, failed) }) ==
			"attempt must be >= 1, as attempts count from 1; got 0")
		check(name+" checks first", panics(func() { p.NextDelay(-1, retry.FullJitterFailure{}) }) != nil)
		_, ok := p.NextDelay(1, retry.FullJitterFailure{})
		check(name+" gives up", !ok)
	}

	_, err := retry.NewFullJitter(nil)
	check("an rng is required", err != nil)
	_, err = retry.NewExponential(retry.ExponentialBase(1500 * time.Microsecond))
	check("the error", err.Error() ==
		"ExponentialBase must be whole milliseconds in 0..2147483647; got 1.5ms")

	endless := must(retry.NewConstant(retry.ConstantBase(0), retry.ConstantMaxAttempts(math.MaxInt)))
	delay, ok := endless.NextDelay(math.MaxInt, failed)
	check("math.MaxInt is no limit", ok && delay == 0)
	_, ok = (&retry.Constant{}).NextDelay(1, failed)
	check("a zero policy gives up", !ok)

	check("clients differ", draws() != draws())
	check("a panic names the bound", panics(func() { retry.NewSeededRng(1).Int64N(0) }) ==
		"bound must be in 1..4294967296; got 0")

	shared := must(retry.NewFullJitter(retry.FullJitterSystemRng{}))
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			shared.NextDelay(1, failed)
		}()
	}
	all.Wait()
	fmt.Println("all as documented")
}
`;
