# SPDX-License-Identifier: MIT-0

defmodule Retry.RetryAfterJitter do
  @moduledoc """
  Retry-After with jitter: wait as long as the server asked and up to as long again, so that clients
  given the same hint come back apart. Full jitter where it did not ask.

      next_delay(attempt) = low + a uniform integer, in milliseconds, in 0..spread

      with a hint:    low    = hint; beyond cap_ms, 7/8 of cap_ms, rounded up
                      spread = min(max(low, base_ms), cap_ms - low)
      without one:    low    = 0
                      spread = ceiling(attempt) = min(cap_ms, base_ms * 2 ** (attempt - 1))

  Guarantees: 0 <= delay <= `cap_ms`, whatever the server sent, and no delay is below a hint that is
  within `cap_ms`. A hint of 0 is a hint. A hint that is no integer >= 0 counts as none: it never
  becomes an error. A delay takes one draw, giving up none. Only the random source has a state: with
  `system_rng/0`, a policy made once serves any number of operations.

  Not with hints just below `cap_ms`, which leave little room: set it to twice the longest hint.

      iex> policy = Retry.RetryAfterJitter.new(Retry.RetryAfterJitter.system_rng())
      iex> failure = %{retryable: true, status: 429, retry_after_ms: 3_000}
      iex> {:retry, delay, policy} = Retry.RetryAfterJitter.next_delay(policy, 1, failure)
      iex> delay in 3_000..6_000
      true
      iex> Retry.RetryAfterJitter.next_delay(policy, 8, failure)
      :give_up

  Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc Brooker,
  "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
  """

  @enforce_keys [:base_ms, :cap_ms, :max_attempts, :rng]
  defstruct @enforce_keys

  # The longest that every timer takes.
  @max_delay_ms 2_147_483_647

  defguardp is_count(value) when is_integer(value) and value >= 1

  @type t :: %__MODULE__{
          base_ms: non_neg_integer(),
          cap_ms: non_neg_integer(),
          max_attempts: pos_integer() | :infinity,
          rng: rng()
        }

  @typedoc "A function from a state and a bound in 1..2 ** 31 to a draw below it; and the state."
  @type rng :: {(state :: term(), bound :: pos_integer() -> {non_neg_integer(), term()}), term()}

  @typedoc "What is known of the failure. A useless `:retry_after_ms` counts as none."
  @type failure :: %{:retryable => boolean(), optional(atom()) => term()}

  @doc """
  Makes a policy that draws from `rng`. An option left out takes its default.

    * `:base_ms` - the ceiling of the first delay that has no hint, and the least spread after one,
      in milliseconds: 0..2_147_483_647. Default 100.
    * `:cap_ms` - the longest delay, hints included, in milliseconds: 0..2_147_483_647. Below
      `:base_ms` it wins. Default 10_000.
    * `:max_attempts` - attempts in all, the first one included: 1 or more, or `:infinity`.
      Default 8.

  An option that is nil counts as left out. Raises `ArgumentError` if one is out of range, or if
  `rng` is no source.
  """
  @spec new(rng(), keyword()) :: t()
  def new(rng, options \\ []) do
    options = Keyword.validate!(options, [:base_ms, :cap_ms, :max_attempts])
    base_ms = delay!(:base_ms, options[:base_ms], 100)
    cap_ms = delay!(:cap_ms, options[:cap_ms], 10_000)
    max_attempts = limit!(options[:max_attempts])
    rng = source!(rng)

    %__MODULE__{base_ms: base_ms, cap_ms: cap_ms, max_attempts: max_attempts, rng: rng}
  end

  @doc """
  The delay in whole milliseconds and the policy for the next call, or `:give_up`.

  `attempt` is the number of the attempt that just failed, counting from 1. Raises `ArgumentError`
  if it is anything but an integer >= 1.
  """
  @spec next_delay(t(), pos_integer(), failure()) :: {:retry, non_neg_integer(), t()} | :give_up
  def next_delay(%__MODULE__{} = policy, attempt, failure) when is_count(attempt) do
    # An integer is less than any atom: none reaches :infinity.
    if failure.retryable and attempt < policy.max_attempts do
      wait(policy, attempt, Map.get(failure, :retry_after_ms))
    else
      :give_up
    end
  end

  def next_delay(%__MODULE__{}, attempt, _failure) do
    out_of_range!(:attempt, attempt, ">= 1, as attempts count from 1")
  end

  defp wait(%{cap_ms: cap_ms} = policy, _attempt, hint) when is_integer(hint) and hint >= 0 do
    low = if hint > cap_ms, do: cap_ms - div(cap_ms, 8), else: hint
    spread(policy, low, min(max(low, policy.base_ms), cap_ms - low))
  end

  defp wait(policy, attempt, _no_hint) do
    spread(policy, 0, ceiling(attempt, policy.base_ms, policy.cap_ms))
  end

  defp spread(policy, low, spread) do
    {drawn, rng} = draw(policy.rng, spread + 1)
    {:retry, low + drawn, %{policy | rng: rng}}
  end

  @doc """
  `min(cap_ms, base_ms * 2 ** (attempt - 1))`, by doubling that stops at the cap: no attempt is
  too high, and no number grows huge.
  """
  @spec ceiling(pos_integer(), non_neg_integer(), non_neg_integer()) :: non_neg_integer()
  def ceiling(attempt, base_ms, cap_ms) when attempt > 1 and base_ms > 0 and base_ms < cap_ms do
    ceiling(attempt - 1, base_ms * 2, cap_ms)
  end

  def ceiling(_attempt, base_ms, cap_ms), do: min(base_ms, cap_ms)

  @doc """
  The production source: the calling process's own `:rand`, which seeds itself. It holds no state,
  so nothing repeats, wherever the policy is kept. Not for secrets.
  """
  @spec system_rng() :: rng()
  def system_rng, do: {&__MODULE__.system_int/2, nil}

  @doc false
  def system_int(nil, bound), do: {:rand.uniform(bound) - 1, nil}

  defp draw({next_int, state}, bound) do
    {drawn, state} = next_int.(state, bound)
    {drawn, {next_int, state}}
  end

  defp delay!(_name, nil, default), do: default
  defp delay!(_name, value, _default) when value in 0..@max_delay_ms, do: value
  defp delay!(name, value, _default), do: out_of_range!(name, value, "in 0..#{@max_delay_ms}")

  defp limit!(nil), do: 8
  defp limit!(:infinity), do: :infinity
  defp limit!(value) when is_count(value), do: value
  defp limit!(value), do: out_of_range!(:max_attempts, value, ">= 1, or :infinity")

  defp source!({next_int, _state} = rng) when is_function(next_int, 2), do: rng
  defp source!(_), do: raise(ArgumentError, "rng is required: say, system_rng()")

  defp out_of_range!(name, value, range) do
    raise ArgumentError, "#{name} must be an integer #{range}; got #{inspect(value)}"
  end
end
