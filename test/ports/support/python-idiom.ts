/** What only Python can ask of the ports; it prints one line if all is as documented. */
export const PYTHON_IDIOM = `
import dataclasses
import math
import os
import random

import constant, decorrelated_jitter, equal_jitter, exponential, full_jitter, rng
import retry_after_aware, retry_after_jitter

def refuses(kind, name, call):
    try:
        call()
    except kind as error:
        assert type(error) is kind and name in str(error), error
    else:
        raise AssertionError(f"{name} was taken")

failure = constant.Failure(retryable=True, retry_after_ms=5)
jittered = [full_jitter.FullJitter, equal_jitter.EqualJitter,
            decorrelated_jitter.DecorrelatedJitter, retry_after_aware.RetryAfterAware,
            retry_after_jitter.RetryAfterJitter]
makers = [constant.Constant, exponential.Exponential,
          *[lambda make=make, **given: make(full_jitter.system_rng, **given) for make in jittered]]

for module in [constant, decorrelated_jitter, equal_jitter, exponential, full_jitter,
               retry_after_aware, retry_after_jitter]:
    given = module.Failure(True)
    assert given == module.Failure(retryable=True, status=None, retry_after_ms=None)
    assert not hasattr(given, "__dict__")
    refuses(dataclasses.FrozenInstanceError, "retryable", lambda: setattr(given, "retryable", False))

for make in makers:
    for name in ["base_ms", "cap_ms", "max_attempts"]:
        if make is constant.Constant and name == "cap_ms":
            continue
        for value in [True, 100.0, "100", b"1", [], -1, 1.5, math.nan, -math.inf]:
            refuses(ValueError, f"{name} must be an int ", lambda: make(**{name: value}))
            refuses(ValueError, f"got {value!r}", lambda: make(**{name: value}))
    refuses(ValueError, "base_ms must be an int in 0..2147483647; got 2147483648", lambda: make(base_ms=2**31))
    refuses(ValueError, "max_attempts must be an int >= 1, or math.inf; got 0", lambda: make(max_attempts=0))
    policy = make(max_attempts=math.inf)
    for attempt in [True, 1.0, "1", None, 0, math.inf]:
        refuses(ValueError, "attempts count from 1", lambda: policy.next_delay(attempt, failure))
    assert policy.next_delay(10**400, failure) is not None
    assert make(max_attempts=None).next_delay(8, failure) is None
    refuses(AttributeError, "", lambda: setattr(policy, "other", 1))

for make in jittered:
    refuses(TypeError, "rng", lambda: make())
    refuses(TypeError, "rng is required: say, system_rng", lambda: make(None))
    refuses(ValueError, "base_ms", lambda: make(None, base_ms=-1))
    for source in [random.SystemRandom(), random.Random(1), random, rng.SeededRng(1)]:
        assert make(source).next_delay(1, constant.Failure(retryable=True)) in range(301)
    draws = [[make(full_jitter.system_rng, base_ms=10**9, cap_ms=10**9).next_delay(1, exponential.Failure(True))
              for _ in range(4)] for _ in range(2)]
    assert make is decorrelated_jitter.DecorrelatedJitter or draws[0] != draws[1], draws

# The production source: a child process does not repeat what its parent draws.
read, write = os.pipe()
child = os.fork()
drawn = str(full_jitter.system_rng.randrange(2**31)).encode()
if child == 0:
    os.write(write, drawn)
    os._exit(0)
os.waitpid(child, 0)
assert os.read(read, 100) != drawn

aware = retry_after_aware.RetryAfterAware(rng.SeededRng(1))
for hint in [True, 5.0, "5", -1, math.nan, math.inf, None, [], object()]:
    delay = aware.next_delay(7, retry_after_aware.Failure(True, retry_after_ms=hint))
    assert isinstance(delay, int) and 0 <= delay <= 6400, hint
assert aware.next_delay(1, retry_after_aware.Failure(True, retry_after_ms=10**5000)) == 10_000
long = retry_after_jitter.Failure(True, retry_after_ms=10**5000)
assert 8750 <= retry_after_jitter.RetryAfterJitter(rng.SeededRng(1)).next_delay(1, long) <= 10_000
assert rng.SeededRng(1).randrange(100) == rng.SeededRng(1).next_int(100) == 48
refuses(TypeError, "seed", lambda: rng.SeededRng())
refuses(ValueError, "bound", lambda: rng.SeededRng(1).randrange(True))
assert rng.mix32(-1) == rng.mix32(2**32 - 1) == rng.mix32(2**40 - 1)
print("all as documented")
`;
