/** What only Elixir can ask of the ports; it prints one line if all is as documented. */
export const ELIXIR_IDIOM = String.raw`
ExUnit.start(autorun: false)

defmodule Idiom do
  use ExUnit.Case

  alias Retry.{Constant, DecorrelatedJitter, EqualJitter, Exponential, FullJitter}
  alias Retry.{RetryAfterAware, RetryAfterJitter, Rng}

  doctest Constant
  doctest DecorrelatedJitter
  doctest EqualJitter
  doctest Exponential
  doctest FullJitter
  doctest RetryAfterAware
  doctest RetryAfterJitter
  doctest Rng

  @failure %{retryable: true}
  @jittered [DecorrelatedJitter, EqualJitter, FullJitter, RetryAfterAware, RetryAfterJitter]
  @seeded {&Rng.next_int/2, Rng.new(1)}

  defp make(module, options) when module in @jittered, do: module.new(@seeded, options)
  defp make(module, options), do: module.new(options)

  defp delay(policy, attempt) do
    {:retry, delay, policy} = policy.__struct__.next_delay(policy, attempt, @failure)
    {delay, policy}
  end

  test "the examples of Rexsilient.Jitter" do
    for _ <- 1..1000 do
      assert FullJitter.full(100, 10_000, 3) in 0..800
      assert EqualJitter.equal(100, 10_000, 3) in 400..800
      delay = DecorrelatedJitter.decorrelated(100, 10_000, 100)
      assert delay in 100..300
      assert DecorrelatedJitter.decorrelated(100, 10_000, delay) in 100..(3 * delay)
    end
  end

  test "the functional shape reaches both ends, and counts attempts from 0" do
    drawn = fn draw -> 1..2000 |> Enum.map(fn _ -> draw.() end) |> Enum.uniq() |> Enum.sort() end
    assert drawn.(fn -> FullJitter.full(3, 100, 0) end) == [0, 1, 2, 3]
    assert drawn.(fn -> FullJitter.full(3, 4, 1) end) == [0, 1, 2, 3, 4]
    assert drawn.(fn -> EqualJitter.equal(3, 100, 1) end) == [3, 4, 5, 6]
    assert drawn.(fn -> EqualJitter.equal(1, 1, 0) end) == [0]
    assert drawn.(fn -> DecorrelatedJitter.decorrelated(2, 5, 2) end) == [2, 3, 4, 5]
    assert drawn.(fn -> DecorrelatedJitter.decorrelated(5, 3, 5) end) == [3]
    assert drawn.(fn -> DecorrelatedJitter.decorrelated(2, 9, 0) end) == [2]
  end

  test "in the functional shape base and max may be 0, and anything as large as it likes" do
    for draw <- [&FullJitter.full/3, &EqualJitter.equal/3, &DecorrelatedJitter.decorrelated/3] do
      for {base, max} <- [{0, 0}, {0, 10_000}, {100, 0}], n <- [0, 1, 50] do
        if draw != (&DecorrelatedJitter.decorrelated/3), do: assert(draw.(base, max, n) == 0)
        assert draw.(base, max, n) in 0..max
      end

      assert draw.(0, 10_000, 0) == 0
      assert draw.(10 ** 30, 10 ** 40, 4_294_967_294) in 0..(10 ** 40)

      for {base, max, n} <- [{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1.5, 2, 0}, {1, 2, 1.5}, {nil, 1, 1}] do
        assert_raise FunctionClauseError, fn -> draw.(base, max, n) end
      end
    end
  end

  test "options" do
    for module <- [Constant, Exponential | @jittered] do
      names = if module == Constant, do: [:base_ms, :max_attempts], else: [:base_ms, :cap_ms, :max_attempts]

      for name <- names, value <- [true, false, 100.0, "100", '100', -1, 1.5, :infinitely, {}, []] do
        assert_raise ArgumentError, ~r/^#{name} must be an integer .*; got #{Regex.escape(inspect(value))}$/, fn ->
          make(module, [{name, value}])
        end
      end

      assert make(module, []) == make(module, Enum.map(names, &{&1, nil}))
      assert make(module, base_ms: 100, max_attempts: 8) == make(module, [])
      assert_raise ArgumentError, ~r/unknown keys \[:base\]/, fn -> make(module, base: 1) end
      assert_raise ArgumentError, ~r/^base_ms .* in 0\.\.2147483647;/, fn -> make(module, base_ms: :infinity) end
      assert_raise ArgumentError, ~r/^max_attempts .* >= 1, or :infinity;/, fn -> make(module, max_attempts: 0) end
      policy = make(module, max_attempts: :infinity)
      assert {_delay, _policy} = delay(policy, 10 ** 400)

      for attempt <- [0, -1, 1.0, "1", nil, :infinity] do
        assert_raise ArgumentError, ~r/^attempt .* as attempts count from 1; got/, fn -> delay(policy, attempt) end
      end
    end
  end

  test "a jittered policy has no default source" do
    for module <- @jittered, rng <- [nil, [], 42, {}, {1, 2}, &Rng.next_int/2, {fn _ -> 0 end, 1}] do
      assert_raise ArgumentError, "rng is required: say, system_rng()", fn -> module.new(rng) end
      assert_raise ArgumentError, ~r/^base_ms/, fn -> module.new(rng, base_ms: -1) end
    end

    refute Enum.any?(@jittered, &function_exported?(&1, :new, 0))
  end

  test "the state of the source is in the policy that comes back, and only there" do
    for module <- @jittered do
      policy = make(module, [])
      {first, next} = delay(policy, 1)
      assert {^first, ^next} = delay(policy, 1)
      assert next.rng != policy.rng
      assert :give_up == module.next_delay(policy, 1, %{retryable: false})
    end
  end

  test "processes with the production source draw apart, even of one policy made beforehand" do
    for module <- @jittered do
      policy = module.new(module.system_rng(), base_ms: 400_000_000, cap_ms: 1_400_000_000)

      draws =
        Enum.map(1..20, fn _ -> Task.async(fn -> elem(delay(policy, 2), 0) end) end)
        |> Enum.map(&Task.await/1)

      assert length(Enum.uniq(draws)) > 5
    end
  end

  test "a seed of the process's :rand, as in tests of one's own, repeats the production source" do
    draw = fn ->
      :rand.seed(:exsss, 42)
      elem(delay(FullJitter.new(FullJitter.system_rng()), 7), 0)
    end

    assert draw.() == draw.()
  end

  test "a policy can be kept in a module attribute" do
    defmodule Kept do
      @policy FullJitter.new(FullJitter.system_rng())
      def policy, do: @policy
    end

    assert elem(delay(Kept.policy(), 7), 0) in 0..6400
  end

  test "a hint of no use is none, and a failure may hold anything else" do
    policy = make(RetryAfterAware, [])
    {expected, _} = delay(policy, 7)

    for hint <- [nil, -1, 1.5, 5.0, "5", :soon, true, []] do
      failure = %{retryable: true, retry_after_ms: hint, reason: :timeout}
      assert {:retry, ^expected, _} = RetryAfterAware.next_delay(policy, 7, failure)
    end

    failure = %{retryable: true, retry_after_ms: 10 ** 30}
    assert {:retry, 10_000, ^policy} = RetryAfterAware.next_delay(policy, 7, failure)
  end

  test "the generator" do
    assert Rng.mix32(-1) == Rng.mix32(2 ** 32 - 1)
    assert_raise ArgumentError, ~r/^seed must be an integer in 0\.\.4294967295; got -1$/, fn -> Rng.new(-1) end
    assert_raise ArgumentError, ~r/^bound must be/, fn -> Rng.next_int(Rng.new(1), 0) end
    assert_raise ArgumentError, ~r/^bound must be/, fn -> Rng.next_int(Rng.new(1), 6.0) end
    assert {0.09156953264027834, _} = Rng.next_float(Rng.new(1))
  end
end

%{failures: 0, total: total} = ExUnit.run()
true = total > 20
IO.puts("all as documented")
`;

/** Compiles each of the files with none of the others there. */
export const COMPILE_EACH_ALONE = String.raw`
for file <- System.argv() do
  for {module, _} <- Code.compile_file(file) do
    IO.puts(inspect(module))
    :code.purge(module)
    :code.delete(module)
  end
end
`;
