# SPDX-License-Identifier: MIT-0

defmodule Retry.Rng do
  @moduledoc """
  A seedable random source: xoshiro128**, its state filled from one integer by splitmix32.

      new(seed)             the same seed gives the same numbers, in every language
      next_u32(rng)         an integer in 0..2 ** 32 - 1, and the next state
      next_float(rng)       next_u32 / 2 ** 32, in [0, 1), and the next state
      next_int(rng, bound)  an unbiased integer in 0..bound - 1, and the next state

  Guarantees: exact 32-bit arithmetic, a period of 2 ** 128 - 1, one draw a call (`next_int/2`
  draws again, rarely, rather than favour the small numbers). `{&Retry.Rng.next_int/2, rng}` is a
  source for every policy.

      iex> rng = Retry.Rng.new(42)
      iex> {21, rng} = Retry.Rng.next_int(rng, 100)
      iex> {32, _rng} = Retry.Rng.next_int(rng, 100)

  Not for secrets: a few outputs give the whole state away. Not a default in production either: a
  fleet on one seed is a fleet in lockstep.

  Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; Steele, Lea
  and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  """

  import Bitwise

  @enforce_keys [:s0, :s1, :s2, :s3]
  defstruct @enforce_keys

  @type u32 :: 0..4_294_967_295
  @type t :: %__MODULE__{s0: u32(), s1: u32(), s2: u32(), s3: u32()}

  @two_32 4_294_967_296
  @mask @two_32 - 1
  # 2 ** 32 / the golden ratio: the step of splitmix32
  @golden 0x9E3779B9

  @doc """
  Starts the sequence of a seed in 0..4_294_967_295; there is no default.

  Raises `ArgumentError` if the seed is anything else.
  """
  @spec new(u32()) :: t()
  def new(seed) when seed in 0..@mask do
    # Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state cannot be all
    # zero, the one state that xoshiro never leaves.
    %__MODULE__{
      s0: mix32(seed + @golden),
      s1: mix32(seed + 2 * @golden),
      s2: mix32(seed + 3 * @golden),
      s3: mix32(seed + 4 * @golden)
    }
  end

  def new(seed), do: out_of_range!(:seed, seed, "0..#{@mask}")

  @doc "A uniform integer in 0..4_294_967_295, and the next state."
  @spec next_u32(t()) :: {u32(), t()}
  def next_u32(%__MODULE__{s0: s0, s1: s1, s2: s2, s3: s3}) do
    result = rotl(s1 * 5 &&& @mask, 7) * 9 &&& @mask
    s2 = bxor(s2, s0)
    s3 = bxor(s3, s1)

    next = %__MODULE__{
      s0: bxor(s0, s3),
      s1: bxor(s1, s2),
      s2: bxor(s2, s1 <<< 9 &&& @mask),
      s3: rotl(s3, 11)
    }

    {result, next}
  end

  @doc "A uniform multiple of 2 ** -32 in [0, 1), and the next state."
  @spec next_float(t()) :: {float(), t()}
  def next_float(%__MODULE__{} = rng) do
    {value, rng} = next_u32(rng)
    {value / @two_32, rng}
  end

  @doc """
  A uniform integer in 0..bound - 1, and the next state. A bound of 1 draws too.

  Raises `ArgumentError` if the bound is anything but an integer in 1..4_294_967_296.
  """
  @spec next_int(t(), 1..4_294_967_296) :: {u32(), t()}
  def next_int(%__MODULE__{} = rng, bound) when bound in 1..@two_32 do
    # Of the 2 ** 32 values, the lowest 2 ** 32 rem bound are one too many for an even share.
    {value, rng} = next_from(rng, rem(@two_32, bound))
    {rem(value, bound), rng}
  end

  def next_int(%__MODULE__{}, bound), do: out_of_range!(:bound, bound, "1..#{@two_32}")

  @doc "Scrambles x, read as 32 bits, one to one: the finaliser of splitmix32."
  @spec mix32(integer()) :: u32()
  def mix32(x) do
    z = x &&& @mask
    z = bxor(z, z >>> 16) * 0x21F0AAAD &&& @mask
    z = bxor(z, z >>> 15) * 0x735A2D97 &&& @mask
    bxor(z, z >>> 15)
  end

  defp next_from(rng, lowest) do
    {value, rng} = next_u32(rng)
    if value < lowest, do: next_from(rng, lowest), else: {value, rng}
  end

  defp rotl(x, k), do: (x <<< k ||| x >>> (32 - k)) &&& @mask

  defp out_of_range!(name, value, range) do
    raise ArgumentError, "#{name} must be an integer in #{range}; got #{inspect(value)}"
  end
end
