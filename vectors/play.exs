# elixir -pa EBIN play.exs NAME ...
#
# The player of ports in Elixir: reads one request a line from stdin, answers each with one line.
# docs/porting.md has the protocol, play.js is its reference.

defmodule Policybook.Source do
  # The random source of the vectors. Its state is threaded through the policy; its draws are
  # counted beside, so that a draw whose state is dropped counts too.
  import Bitwise

  @mask 0xFFFFFFFF
  @two_32 0x100000000

  def new(nil, nil), do: nil
  def new(nil, always), do: start(always)
  def new(seed, nil), do: start(for step <- 1..4, do: splitmix32(String.to_integer(seed), step))

  defp start(state) do
    Process.put(:draws, 0)
    {&__MODULE__.next_int/2, state}
  end

  def next_int(state, bound) when bound in 1..@two_32 do
    Process.put(:draws, Process.get(:draws) + 1)
    draw(state, bound)
  end

  def state(nil), do: "draws=0"
  def state({_next_int, state}) when is_binary(state), do: "draws=#{Process.get(:draws)}"

  def state({_next_int, state}) do
    {output, _state} = next(state)
    "draws=#{Process.get(:draws)} nextU32=#{output}"
  end

  defp draw("lowest", _bound), do: {0, "lowest"}
  defp draw("largest", bound), do: {bound - 1, "largest"}

  defp draw(state, bound) do
    {value, state} = next(state)
    if value < rem(@two_32, bound), do: draw(state, bound), else: {rem(value, bound), state}
  end

  # xoshiro128**, its state filled by splitmix32.
  defp next([s0, s1, s2, s3]) do
    s2 = bxor(s2, s0)
    s3 = bxor(s3, s1)
    state = [bxor(s0, s3), bxor(s1, s2), bxor(s2, s1 <<< 9 &&& @mask), rotl(s3, 11)]
    {rotl(s1 * 5 &&& @mask, 7) * 9 &&& @mask, state}
  end

  defp splitmix32(seed, step) do
    z = seed + step * 0x9E3779B9 &&& @mask
    z = bxor(z, z >>> 16) * 0x21F0AAAD &&& @mask
    z = bxor(z, z >>> 15) * 0x735A2D97 &&& @mask
    bxor(z, z >>> 15)
  end

  defp rotl(x, k), do: (x <<< k ||| x >>> (32 - k)) &&& @mask
end

defmodule Policybook.Player do
  # Answers requests. Between them it keeps the policy, with the source in it, and the generator.

  def main(names) do
    modules = Map.new(names, &{&1, module(&1)})
    lines = String.split(input(), "\n", trim: true)
    {replies, _kept} = Enum.map_reduce(lines, %{modules: modules}, &answer/2)
    IO.binwrite(Enum.map(replies, &[&1, "\n"]))
  end

  defp input, do: with(:eof <- IO.binread(:eof), do: "")

  defp answer(line, kept) do
    [verb | words] = String.split(line, " ")
    reply(verb, words, kept)
  rescue
    error -> {failure(error), forget(line, kept)}
  catch
    {:inexpressible, value} -> {"inexpressible Elixir has no #{value}", forget(line, kept)}
    kind, value -> {"error ? #{kind}: #{line_of(value)}", forget(line, kept)}
  end

  # After a policy or a generator that made nothing, the one before must not answer for it.
  defp forget("policy" <> _, kept), do: Map.drop(kept, [:policy, :source])
  defp forget("generator" <> _, kept), do: Map.delete(kept, :generator)
  defp forget(_line, kept), do: kept

  defp reply("policy", [name | pairs], kept) do
    {given, params} = pairs |> pairs() |> Map.split(["seed", "always"])
    source = Policybook.Source.new(given["seed"], given["always"])
    options = Map.to_list(values(params))
    arguments = if source, do: [source, options], else: [options]
    {"ok", Map.put(kept, :policy, apply(kept.modules[name], :new, arguments))}
  end

  defp reply("next", [attempt, retryable | pairs], %{policy: policy} = kept) do
    failure = pairs |> pairs() |> values() |> Map.put(:retryable, retryable == "yes")

    case policy.__struct__.next_delay(policy, value(attempt), failure) do
      {:retry, delay, policy} -> {told(delay), %{kept | policy: policy}}
      :give_up -> {"null", kept}
      other -> {told(other, nil), kept}
    end
  end

  defp reply("end", [], kept), do: {Policybook.Source.state(Map.get(kept.policy, :rng)), kept}

  defp reply("ceiling", [name | words], kept) do
    module = kept.modules[name]

    if function_exported?(module, :ceiling, 3) do
      {told(apply(module, :ceiling, Enum.map(words, &value/1))), kept}
    else
      {"none", kept}
    end
  end

  defp reply("generator", [seed], kept) do
    {"ok", Map.put(kept, :generator, kept.modules["rng"].new(value(seed)))}
  end

  defp reply("call", ["mix32" | words], kept) do
    {told(apply(kept.modules["rng"], :mix32, Enum.map(words, &value/1))), kept}
  end

  defp reply("call", [method | words], %{generator: generator} = kept) do
    arguments = [generator | Enum.map(words, &value/1)]
    {value, generator} = apply(kept.modules["rng"], key(method), arguments)
    {told(value, method == "nextFloat"), %{kept | generator: generator}}
  end

  # An answer; one of another type in words that no right answer shares.
  defp told(value, fraction? \\ false)
  defp told(value, false) when is_integer(value), do: Integer.to_string(value)
  defp told(value, true) when is_float(value), do: inspect(value)
  defp told(value, _fraction?), do: "#{line_of(value)} (of the wrong type)"

  defp line_of(value) do
    value |> inspect() |> String.split() |> Enum.join(" ") |> String.slice(0, 500)
  end

  defp failure(error) do
    message = error |> Exception.message() |> String.split() |> Enum.join(" ")
    name = is_struct(error, ArgumentError) && Regex.run(~r/^\w+/, message)
    "error #{if name, do: camel(hd(name)), else: "?"} #{message}"
  end

  defp pairs(words) do
    Map.new(words, fn word -> word |> String.split("=", parts: 2) |> List.to_tuple() end)
  end

  defp values(pairs), do: Map.new(pairs, fn {name, word} -> {key(name), value(word)} end)

  defp value("unlimited"), do: :infinity
  defp value("undefined"), do: nil
  defp value("text:" <> text), do: URI.decode(text)

  defp value(word) when word in ["NaN", "Infinity", "-Infinity"],
    do: throw({:inexpressible, word})

  defp value(word) do
    case Integer.parse(word) do
      {integer, ""} ->
        integer

      _ ->
        whole(String.to_float(if word =~ ".", do: word, else: String.replace(word, "e", ".0e")))
    end
  end

  # A number as large as 1e+21 is an integer in disguise.
  defp whole(float), do: if(float == trunc(float), do: trunc(float), else: float)

  # A module by the name of its item, such as Retry.FullJitter.
  defp module(name) do
    module = Module.concat(Retry, name |> String.replace("-", "_") |> Macro.camelize())
    Code.ensure_loaded!(module)
  end

  defp key(name), do: name |> Macro.underscore() |> String.to_atom()

  defp camel(name), do: Regex.replace(~r/_(.)/, name, fn _, letter -> String.upcase(letter) end)
end

Policybook.Player.main(System.argv())
