# SPDX-License-Identifier: MIT-0

defmodule Retry.Constant do
  @moduledoc """
  Constant: wait the same time after every failure.

      next_delay(attempt) = base_ms

  Guarantees: every delay is exactly `base_ms`, whatever the attempt. Nothing random, no growth,
  no cap, no state: a policy made once serves any number of operations, and the one that comes
  back is the one that went in.

  Not for a fleet: clients that failed together come back together, and as often the tenth time as
  the first.

      iex> policy = Retry.Constant.new(max_attempts: 5)
      iex> {:retry, 100, ^policy} = Retry.Constant.next_delay(policy, 1, %{retryable: true})
      iex> Retry.Constant.next_delay(policy, 5, %{retryable: true})
      :give_up

  Source: folklore; the simplest policy there is, and the one to measure the others against.
  """

  @enforce_keys [:base_ms, :max_attempts]
  defstruct @enforce_keys

  # The longest that every timer takes.
  @max_delay_ms 2_147_483_647

  defguardp is_count(value) when is_integer(value) and value >= 1

  @type t :: %__MODULE__{
          base_ms: non_neg_integer(),
          max_attempts: pos_integer() | :infinity
        }

  @typedoc "What is known of the failure. Only `:retryable` is read."
  @type failure :: %{:retryable => boolean(), optional(atom()) => term()}

  @doc """
  Makes a policy. An option left out takes its default.

    * `:base_ms` - every delay, in milliseconds: 0..2_147_483_647. Default 100.
    * `:max_attempts` - attempts in all, the first one included: 1 or more, or `:infinity`.
      Default 8.

  An option that is nil counts as left out. Raises `ArgumentError` if one is out of range.
  """
  @spec new(keyword()) :: t()
  def new(options \\ []) do
    options = Keyword.validate!(options, [:base_ms, :max_attempts])
    base_ms = delay!(:base_ms, options[:base_ms], 100)
    max_attempts = limit!(options[:max_attempts])
    %__MODULE__{base_ms: base_ms, max_attempts: max_attempts}
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
      {:retry, policy.base_ms, policy}
    else
      :give_up
    end
  end

  def next_delay(%__MODULE__{}, attempt, _failure) do
    out_of_range!(:attempt, attempt, ">= 1, as attempts count from 1")
  end

  defp delay!(_name, nil, default), do: default
  defp delay!(_name, value, _default) when value in 0..@max_delay_ms, do: value
  defp delay!(name, value, _default), do: out_of_range!(name, value, "in 0..#{@max_delay_ms}")

  defp limit!(nil), do: 8
  defp limit!(:infinity), do: :infinity
  defp limit!(value) when is_count(value), do: value
  defp limit!(value), do: out_of_range!(:max_attempts, value, ">= 1, or :infinity")

  defp out_of_range!(name, value, range) do
    raise ArgumentError, "#{name} must be an integer #{range}; got #{inspect(value)}"
  end
end
