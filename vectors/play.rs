// The player of ports in Rust: reads one request a line from stdin, answers each with one line.
// docs/porting.md has the protocol. It is built with the ports it plays, and with a module `glue`
// that says what each is called; it knows none of them by name.

mod glue;

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{catch_unwind, panic_any, set_hook, AssertUnwindSafe};
use std::rc::Rc;
use std::time::Duration;

/// What the glue finds behind the name of an item.
pub trait Policy {
    fn decide(&mut self, attempt: u32, failure: Failure) -> Option<Duration>;
}

pub trait Generator {
    fn raw(&mut self) -> u32;
    fn float(&mut self) -> f64;
    fn below(&mut self, bound: u64) -> u64;
    fn mix(&self, x: u32) -> u32;
}

pub struct Failure {
    pub retryable: bool,
    pub status: Option<u16>,
    pub retry_after: Option<Duration>,
}

/// A reply that ends a request early, thrown as a panic, as a port throws its own.
struct Early(String);

fn inexpressible(reason: String) -> ! {
    panic_any(Early(format!("inexpressible {reason}")))
}

#[derive(Default)]
struct Player {
    name: String,
    policy: Option<Box<dyn Policy>>,
    generator: Option<Box<dyn Generator>>,
    source: Source,
}

fn main() -> io::Result<()> {
    set_hook(Box::new(|_| {})); // a panic is a reply here
    let mut out = BufWriter::new(io::stdout().lock());
    let mut player = Player::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        if line.is_empty() {
            continue;
        }
        let reply = catch_unwind(AssertUnwindSafe(|| player.reply(&words)));
        let reply = reply.unwrap_or_else(|problem| player.thrown(problem.as_ref()));
        writeln!(out, "{reply}")?;
    }
    out.flush()
}

impl Player {
    fn reply(&mut self, words: &[&str]) -> String {
        match words[0] {
            "policy" => self.make_policy(words[1], Values::in_words(&words[2..])),
            "next" => self.next(words[1], words[2] == "yes", &Values::in_words(&words[3..])),
            "end" => self.source.end(),
            "ceiling" => {
                let ms: Vec<u64> = words[3..].iter().map(|word| unsigned(word)).collect();
                glue::ceiling(words[1], attempt(words[2]), ms[0], ms[1])
                    .map_or("none".into(), |ceiling| ceiling.to_string())
            }
            "generator" => self.make_generator(words[1]),
            "call" => self.call(words[1], &words[2..]),
            verb => panic!("unknown request {verb}"),
        }
    }

    fn make_policy(&mut self, name: &str, given: Values) -> String {
        *self = Self {
            name: name.into(),
            source: Source::of(&given),
            ..Self::default()
        };
        match glue::policy(name, &given, self.source.clone()) {
            Ok(policy) => {
                self.policy = Some(policy);
                "ok".into()
            }
            Err(message) => self.error(&message),
        }
    }

    fn next(&mut self, number: &str, retryable: bool, given: &Values) -> String {
        let failure = Failure {
            retryable,
            status: given.number("status"),
            retry_after: given.duration("retryAfterMs"),
        };
        let policy = self.policy.as_mut().expect("a policy");
        let delay = policy.decide(attempt(number), failure);
        delay.map_or("null".into(), milliseconds)
    }

    fn make_generator(&mut self, seed: &str) -> String {
        *self = Self {
            name: "rng".into(),
            ..Self::default()
        };
        let Some(seed) = u32::try_from(unsigned(seed)).ok() else {
            inexpressible(format!("no u32 is {seed}"));
        };
        self.generator = glue::generator(seed);
        "ok".into()
    }

    fn call(&mut self, method: &str, args: &[&str]) -> String {
        let generator = self.generator.as_mut().expect("a generator");
        match method {
            "nextU32" => generator.raw().to_string(),
            "nextFloat" => generator.float().to_string(),
            "nextInt" => generator.below(unsigned(args[0])).to_string(),
            _ => generator.mix(attempt(args[0])).to_string(),
        }
    }

    /// Answers with what a port said: its messages begin "NAME must be".
    fn error(&self, message: &str) -> String {
        let (name, _) = message.split_once(" must be ").unwrap_or(("?", ""));
        let name = glue::param(&self.name, name).unwrap_or(name);
        words_of(&format!("error {name} {message}"))
    }

    fn thrown(&self, problem: &(dyn Any + Send)) -> String {
        if let Some(Early(reply)) = problem.downcast_ref() {
            return reply.clone();
        }
        let text = problem.downcast_ref::<&str>().copied();
        self.error(
            text.or(problem.downcast_ref::<String>().map(String::as_str))
                .unwrap_or("?"),
        )
    }
}

fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Shows a fraction where there is one: then it is wrong, and should be seen.
fn milliseconds(delay: Duration) -> String {
    let fraction = delay.subsec_nanos() % 1_000_000;
    match fraction {
        0 => delay.as_millis().to_string(),
        _ => format!("{}.{fraction:06}", delay.as_millis()),
    }
}

/// Named values. What the types of Rust cannot hold is inexpressible.
pub struct Values(HashMap<String, String>);

impl Values {
    fn in_words(words: &[&str]) -> Self {
        let pairs = words.iter().filter_map(|word| word.split_once('='));
        let given = pairs.filter(|(_, value)| *value != "undefined");
        Self(
            given
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }

    fn word(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub fn duration(&self, name: &str) -> Option<Duration> {
        let word = self.word(name)?;
        let (ms, ns) = (decimal(word), decimal(word).fract() * 1e6);
        if ms < 0.0 || ms > 2f64.powi(53) || ns.fract() != 0.0 {
            inexpressible(format!("no Duration is {word} ms"));
        }
        Some(Duration::from_millis(ms as u64) + Duration::from_nanos(ns as u64))
    }

    pub fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        let word = self.word(name)?;
        let number = T::try_from(unsigned(word)).ok();
        Some(number.unwrap_or_else(|| inexpressible(format!("too large: {word}"))))
    }

    /// A number of which there may be no limit, if it is given at all.
    pub fn limit(&self, name: &str) -> Option<Option<u32>> {
        match self.word(name)? {
            "unlimited" => Some(None),
            _ => Some(self.number(name)),
        }
    }
}

fn attempt(word: &str) -> u32 {
    let number = u32::try_from(unsigned(word)).ok();
    number.unwrap_or_else(|| inexpressible(format!("no u32 is {word}")))
}

fn unsigned(word: &str) -> u64 {
    let value = decimal(word);
    if value < 0.0 || value.fract() != 0.0 || value > 2f64.powi(53) {
        inexpressible(format!("no unsigned integer is {word}"));
    }
    value as u64
}

fn decimal(word: &str) -> f64 {
    let value = word.parse::<f64>().ok().filter(|value| value.is_finite());
    value.unwrap_or_else(|| inexpressible(format!("no number is {word}")))
}

/// What policies draw from: xoshiro128** seeded by splitmix32, or always one end.
#[derive(Clone, Default)]
pub struct Source(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    draws: u64,
    largest: bool,
    seeded: Option<[u32; 4]>,
}

impl Source {
    fn of(given: &Values) -> Self {
        Self(Rc::new(RefCell::new(State {
            draws: 0,
            largest: given.word("always") == Some("largest"),
            seeded: given.number::<u32>("seed").map(|seed| {
                [1u32, 2, 3, 4].map(|n| {
                    let z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9));
                    let z = (z ^ (z >> 16)).wrapping_mul(0x21f0_aaad);
                    let z = (z ^ (z >> 15)).wrapping_mul(0x735a_2d97);
                    z ^ (z >> 15)
                })
            }),
        })))
    }

    /// The draw of a policy.
    pub fn next_int(&self, bound: u64) -> u64 {
        assert!((1..=1 << 32).contains(&bound), "a draw below {bound}");
        let state = &mut *self.0.borrow_mut();
        state.draws += 1;
        let Some(words) = &mut state.seeded else {
            return if state.largest { bound - 1 } else { 0 };
        };
        let surplus = ((1 << 32) - bound) % bound;
        loop {
            let value = u64::from(xoshiro128(words));
            if value >= surplus {
                return value % bound;
            }
        }
    }

    fn end(&self) -> String {
        let state = &mut *self.0.borrow_mut();
        let next = state
            .seeded
            .as_mut()
            .map(|words| format!(" nextU32={}", xoshiro128(words)));
        format!("draws={}{}", state.draws, next.unwrap_or_default())
    }
}

fn xoshiro128(s: &mut [u32; 4]) -> u32 {
    let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
    let t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3].rotate_left(11);
    result
}
