// The player of ports in Go: reads one request a line from stdin, answers each with one line.
// docs/porting.md has the protocol. It is built with the ports it plays, and with a file that
// registers them in items; it knows none of them by name.

package main

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// An item is one port, as the generated file describes it.
type item struct {
	// What the port calls its parameters, to what the vectors call them.
	names map[string]string
	// One of these makes it; ceiling is nil where the port restates none.
	policy    func(given values, rng *source) (policy, error)
	generator func(seed uint32) generator
	ceiling   func(attempt int, base, limit time.Duration) time.Duration
	mix32     func(x uint32) uint32
}

var items = map[string]item{}

type failure = struct {
	Retryable  bool
	Status     int
	RetryAfter *time.Duration
}

type policy interface {
	NextDelay(attempt int, failure failure) (delay time.Duration, ok bool)
}

type generator interface {
	Uint32() uint32
	Float64() float64
	Int64N(n int64) int64
}

// Replies that end a request early: they are panics, as those of a port are.
type inexpressible string
type failed struct{ name, message string }

type player struct {
	item      item
	policy    policy
	generator generator
	source    *source
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var p player
	for in.Scan() {
		if in.Text() != "" {
			fmt.Fprintln(out, p.reply(strings.Split(in.Text(), " ")))
		}
	}
}

func (p *player) reply(words []string) (reply string) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case inexpressible:
			reply = "inexpressible " + string(problem)
		case failed:
			reply = "error " + problem.name + " " + problem.message
		default:
			reply = p.error(fmt.Sprint(problem))
		}
	}()
	switch words[0] {
	case "policy":
		return p.makePolicy(words[1], valuesIn(words[2:]))
	case "next":
		return p.next(words[1], words[2] == "yes", valuesIn(words[3:]))
	case "end":
		return p.source.end()
	case "ceiling":
		return ceilingOf(items[words[1]], number(words[2]), duration(words[3]), duration(words[4]))
	case "generator":
		return p.makeGenerator(unsigned(words[1]))
	case "call":
		return p.call(words[1], words[2:])
	}
	panic(failed{"?", "unknown request " + words[0]})
}

func (p *player) makePolicy(name string, given values) string {
	*p = player{item: items[name], source: sourceOf(given)}
	made, err := p.item.policy(given, p.source)
	if err != nil {
		return p.error(err.Error())
	}
	p.policy = made
	return "ok"
}

func (p *player) next(attempt string, retryable bool, given values) string {
	f := failure{Retryable: retryable}
	if status, ok := given.number("status"); ok {
		f.Status = status
	}
	if hint, ok := given.duration("retryAfterMs"); ok {
		f.RetryAfter = &hint
	}
	delay, ok := p.policy.NextDelay(number(attempt), f)
	if !ok {
		return "null"
	}
	return milliseconds(delay)
}

func (p *player) makeGenerator(seed uint32) string {
	*p = player{item: items["rng"]}
	p.generator = p.item.generator(seed)
	return "ok"
}

func (p *player) call(method string, args []string) string {
	switch method {
	case "nextU32":
		return fmt.Sprint(p.generator.Uint32())
	case "nextFloat":
		return strconv.FormatFloat(p.generator.Float64(), 'g', -1, 64)
	case "nextInt":
		return fmt.Sprint(p.generator.Int64N(int64(number(args[0]))))
	}
	return fmt.Sprint(p.item.mix32(unsigned(args[0])))
}

// error answers with what a port said: its messages begin "NAME must be".
func (p *player) error(message string) string {
	name := "?"
	if before, _, found := strings.Cut(message, " must be "); found {
		name = before
		if given, known := p.item.names[before]; known {
			name = given
		}
	}
	return strings.Join(strings.Fields("error "+name+" "+message), " ")
}

func ceilingOf(of item, attempt int, base, limit time.Duration) string {
	if of.ceiling == nil {
		return "none"
	}
	return milliseconds(of.ceiling(attempt, base, limit))
}

// milliseconds shows a fraction where there is one: then it is wrong, and should be seen.
func milliseconds(d time.Duration) string {
	if d%time.Millisecond == 0 {
		return strconv.FormatInt(d.Milliseconds(), 10)
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64)
}

// Values: what the types of Go cannot hold is inexpressible.

type values map[string]string

func valuesIn(words []string) values {
	given := values{}
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if value != "undefined" {
			given[name] = value
		}
	}
	return given
}

func (v values) duration(name string) (time.Duration, bool) {
	word, given := v[name]
	if !given {
		return 0, false
	}
	return duration(word), true
}

func (v values) number(name string) (int, bool) {
	word, given := v[name]
	if !given {
		return 0, false
	}
	if word == "unlimited" {
		return math.MaxInt, true
	}
	return number(word), true
}

func duration(word string) time.Duration {
	ms, part := math.Modf(decimal(word))
	ns := part * float64(time.Millisecond)
	if ns != math.Trunc(ns) || math.Abs(ms) > float64(math.MaxInt64/time.Millisecond-1) {
		panic(inexpressible("no time.Duration is " + word + " ms"))
	}
	return time.Duration(ms)*time.Millisecond + time.Duration(ns)
}

func number(word string) int {
	value := decimal(word)
	if value != math.Trunc(value) || math.Abs(value) > 1<<53 || int64(int(int64(value))) != int64(value) {
		panic(inexpressible("no int is " + word))
	}
	return int(value)
}

func unsigned(word string) uint32 {
	value := decimal(word)
	if value != math.Trunc(value) || value < 0 || value > math.MaxUint32 {
		panic(inexpressible("no uint32 is " + word))
	}
	return uint32(value)
}

func decimal(word string) float64 {
	value, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		text, _ := url.PathUnescape(word)
		panic(inexpressible("no number is " + strings.Join(strings.Fields(text), " ")))
	}
	return value
}

// A source is what policies draw from: xoshiro128** seeded by splitmix32, or always one end.
type source struct {
	draws  int
	always string
	seeded bool
	s      [4]uint32
}

func sourceOf(given values) *source {
	rng := &source{always: given["always"]}
	if seed, ok := given["seed"]; ok {
		rng.seeded = true
		state := unsigned(seed)
		for i := range rng.s {
			state += 0x9e3779b9
			z := (state ^ state>>16) * 0x21f0aaad
			z = (z ^ z>>15) * 0x735a2d97
			rng.s[i] = z ^ z>>15
		}
	}
	return rng
}

// Int64N is the draw of a policy.
func (r *source) Int64N(bound int64) int64 {
	if bound < 1 || bound > 1<<32 {
		panic(failed{"?", fmt.Sprintf("a draw below %d", bound)})
	}
	r.draws++
	switch {
	case r.always == "lowest":
		return 0
	case !r.seeded:
		return bound - 1
	}
	surplus := (1<<32 - bound) % bound
	value := int64(r.next())
	for value < surplus {
		value = int64(r.next())
	}
	return value % bound
}

func (r *source) next() uint32 {
	result := bits.RotateLeft32(r.s[1]*5, 7) * 9
	t := r.s[1] << 9
	r.s[2] ^= r.s[0]
	r.s[3] ^= r.s[1]
	r.s[1] ^= r.s[2]
	r.s[0] ^= r.s[3]
	r.s[2] ^= t
	r.s[3] = bits.RotateLeft32(r.s[3], 11)
	return result
}

func (r *source) end() string {
	if r == nil || !r.seeded {
		draws := 0
		if r != nil {
			draws = r.draws
		}
		return fmt.Sprintf("draws=%d", draws)
	}
	return fmt.Sprintf("draws=%d nextU32=%d", r.draws, r.next())
}
