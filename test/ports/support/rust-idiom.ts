/** What the documentation of the Rust ports promises and vectors cannot ask, as a program. */
export const RUST_IDIOM = `
use retry::{constant, decorrelated_jitter, equal_jitter, exponential, full_jitter};
use retry::{retry_after_aware, retry_after_jitter, rng::SeededRng};
use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
struct Counting;
#[global_allocator]
static COUNTING: Counting = Counting;
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn allocates(mut call: impl FnMut()) -> bool {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    (0..100).for_each(|_| call());
    ALLOCATIONS.load(Ordering::Relaxed) > before
}

fn panics(call: impl FnOnce()) -> String {
    let thrown = catch_unwind(AssertUnwindSafe(call)).expect_err("no panic");
    let text = thrown.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or(thrown.downcast_ref::<String>().cloned()).unwrap_or_default()
}

fn shared<T: Send + Sync + Clone>(value: T) -> T {
    value
}

macro_rules! check {
    ($module:ident, $policy:expr) => {
        #[allow(unused_mut)]
        let mut policy = shared($policy);
        let failure = $module::Failure { retryable: true, ..Default::default() };
        assert!(!allocates(|| _ = policy.next_delay(3, &failure)));
        assert!(policy.next_delay(8, &failure).is_none(), "the default is 8 attempts");
        let refused = $module::Failure::default();
        assert!(policy.next_delay(1, &refused).is_none());
        assert_eq!(
            panics(|| _ = policy.next_delay(0, &refused)),
            "attempt must be at least 1, as attempts count from 1; got 0"
        );
    };
}

#[derive(Debug, Clone)]
struct Client {
    policy: full_jitter::FullJitter, // the type is easily named
}

fn draws() -> [u64; 8] {
    [1 << 31; 8].map(full_jitter::SYSTEM_RNG)
}

/** Chi-squared of n draws below k, which is under 60 for k = 16 but once in 10^6 runs. */
fn unevenness(k: u64, n: u32) -> f64 {
    let mut counts = vec![0u32; usize::try_from(k).unwrap()];
    for _ in 0..n {
        counts[usize::try_from(decorrelated_jitter::SYSTEM_RNG(k)).unwrap()] += 1;
    }
    let expected = f64::from(n) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

fn main() -> Result<(), Box<dyn Error>> {
    let hook = std::panic::take_hook();
    set_hook(Box::new(|_| {}));
    let mut seeded = SeededRng::new(1);
    check!(constant, constant::Constant::new(constant::Params::default())?);
    check!(exponential, exponential::Exponential::new(exponential::Params::default())?);
    check!(
        full_jitter,
        full_jitter::FullJitter::new(full_jitter::Params::default(), full_jitter::SYSTEM_RNG)?
    );
    check!(
        equal_jitter,
        equal_jitter::EqualJitter::new(equal_jitter::Params::default(), move |bound| {
            seeded.next_int(bound)
        })?
    );
    check!(
        decorrelated_jitter,
        decorrelated_jitter::DecorrelatedJitter::new(
            decorrelated_jitter::Params::default(),
            full_jitter::SYSTEM_RNG // one source serves every policy
        )?
    );
    check!(
        retry_after_aware,
        retry_after_aware::RetryAfterAware::new(
            retry_after_aware::Params::default(),
            retry_after_aware::SYSTEM_RNG
        )?
    );
    check!(
        retry_after_jitter,
        retry_after_jitter::RetryAfterJitter::new(
            retry_after_jitter::Params::default(),
            retry_after_jitter::SYSTEM_RNG
        )?
    );
    assert_eq!(panics(|| _ = SeededRng::new(1).next_int(0)), "bound must be in 1..=4294967296; got 0");
    set_hook(hook);

    let params = full_jitter::Params { max_attempts: None, ..Default::default() };
    let mut client = Client { policy: full_jitter::FullJitter::new(params, full_jitter::SYSTEM_RNG)? };
    let failure = full_jitter::Failure { retryable: true, ..Default::default() };
    assert!(client.policy.next_delay(u32::MAX, &failure) <= Some(Duration::from_secs(10)));

    let params = exponential::Params { base: Duration::from_micros(1500), ..Default::default() };
    let error = exponential::Exponential::new(params).unwrap_err();
    let message = "base must be whole milliseconds in 0..=2147483647; got 1.5ms";
    assert_eq!(error.to_string(), message);
    let params = constant::Params { base: Duration::MAX, ..Default::default() };
    assert!(constant::Constant::new(params).is_err());
    let params = constant::Params { max_attempts: Some(0), ..Default::default() };
    assert!(constant::Constant::new(params).is_err());

    assert_ne!(draws(), draws(), "clients differ");
    assert!(unevenness(16, 100_000) < 60.0, "the production source is even");
    examples()?;
    println!("all as documented");
    Ok(())
}
`;
