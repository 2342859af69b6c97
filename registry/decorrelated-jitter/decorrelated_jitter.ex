# SPDX-License-Identifier: MIT-0

defmodule Retry.DecorrelatedJitter do
  @moduledoc """
  Decorrelated jitter: draw each wait between the base and three times the wait before it.

      base       = min(base_ms, cap_ms)
      next_delay = min(cap_ms, a uniform integer, in milliseconds, in base..3 * prev)
      prev       = base at first, then the delay just returned

  Guarantees: base <= delay <= `cap_ms`. Giving up draws nothing. A call costs one draw; the
  attempt number only counts towards `max_attempts`.

  The policy that comes back remembers the delay: give that one to the next call. Start every
  operation from a fresh policy.

  Not where the cap is low: every draw beyond it lands exactly on it, and clients meet there.

      iex> policy = Retry.DecorrelatedJitter.new(Retry.DecorrelatedJitter.system_rng())
      iex> {:retry, first, policy} =
      ...>   Retry.DecorrelatedJitter.next_delay(policy, 1, %{retryable: true})
      iex> {:retry, second, policy} =
      ...>   Retry.DecorrelatedJitter.next_delay(policy, 2, %{retryable: true})
      iex> first in 100..300 and second in 100..(3 * first)
      true
      iex> Retry.DecorrelatedJitter.next_delay(policy, 8, %{retryable: true})
      :give_up

  Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
  """

  @enforce_keys [:base_ms, :cap_ms, :max_attempts, :prev_ms, :rng]
  defstruct @enforce_keys

  # The longest that every timer takes; and the cap, so that a draw stays within 2 ** 32.
  @max_delay_ms 2_147_483_647
  @max_cap_ms 1_431_655_765

  defguardp is_count(value) when is_integer(value) and value >= 1
  defguardp is_whole(value) when is_integer(value) and value >= 0

  @type t :: %__MODULE__{
          base_ms: non_neg_integer(),
          cap_ms: non_neg_integer(),
          max_attempts: pos_integer() | :infinity,
          prev_ms: non_neg_integer(),
          rng: rng()
        }

  @typedoc "A function from a state and a bound in 1..2 ** 32 to a draw below it; and the state."
  @type rng :: {(state :: term(), bound :: pos_integer() -> {non_neg_integer(), term()}), term()}

  @typedoc "What is known of the failure. Only `:retryable` is read."
  @type failure :: %{:retryable => boolean(), optional(atom()) => term()}

  @doc """
  Makes a policy that draws from `rng`. An option left out takes its default.

    * `:base_ms` - the shortest delay, in milliseconds: 0..2_147_483_647. Default 100.
    * `:cap_ms` - the longest delay, in milliseconds: 0..1_431_655_765. Below
      `:base_ms` it wins. Default 10_000.
    * `:max_attempts` - attempts in all, the first one included: 1 or more, or `:infinity`.
      Default 8.

  An option that is nil counts as left out. Raises `ArgumentError` if one is out of range, or if
  `rng` is no source.
  """
  @spec new(rng(), keyword()) :: t()
  def new(rng, options \\ []) do
    options = Keyword.validate!(options, [:base_ms, :cap_ms, :max_attempts])
    base_ms = delay!(:base_ms, options[:base_ms], 100, @max_delay_ms)
    cap_ms = delay!(:cap_ms, options[:cap_ms], 10_000, @max_cap_ms)
    max_attempts = limit!(options[:max_attempts])
    rng = source!(rng)
    base_ms = min(base_ms, cap_ms)

    %__MODULE__{
      base_ms: base_ms,
      cap_ms: cap_ms,
      max_attempts: max_attempts,
      prev_ms: base_ms,
      rng: rng
    }
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
      {more, rng} = draw(policy.rng, 3 * policy.prev_ms - policy.base_ms + 1)
      delay = min(policy.base_ms + more, policy.cap_ms)
      {:retry, delay, %{policy | prev_ms: delay, rng: rng}}
    else
      :give_up
    end
  end

  def next_delay(%__MODULE__{}, attempt, _failure) do
    out_of_range!(:attempt, attempt, ">= 1, as attempts count from 1")
  end

  @doc """
  A random delay from `base` to three times `previous`, at most `max`: in one call, in any unit.

  Give `base` as `previous` at first. It draws from the calling process's own `:rand`.

      iex> Retry.DecorrelatedJitter.decorrelated(100, 10_000, 100) in 100..300
      true
  """
  @spec decorrelated(non_neg_integer(), non_neg_integer(), non_neg_integer()) ::
          non_neg_integer()
  def decorrelated(base, max, previous)
      when is_whole(base) and is_whole(max) and is_whole(previous) do
    low = min(base, max)
    min(low + :rand.uniform(max(3 * previous - low, 0) + 1) - 1, max)
  end

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

  defp delay!(_name, nil, default, _max), do: default
  defp delay!(_name, value, _default, max) when is_whole(value) and value <= max, do: value
  defp delay!(name, value, _default, max), do: out_of_range!(name, value, "in 0..#{max}")

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
