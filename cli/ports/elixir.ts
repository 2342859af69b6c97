import path from "node:path";
import type { Item } from "../registry/item.ts";
import {
  applicationOf,
  asInRegistry,
  camelized,
  inNamespace,
  inNamespaceOf,
  namespaceOf,
} from "./elixir-modules.ts";
import { tokens } from "./elixir-tokens.ts";
import { elixir as language } from "./languages.ts";
import type { Port, UsageTarget } from "./port.ts";

export const elixir: Port = {
  ...language,
  comment: (text) => `# ${text}`,
  folder: (project) => path.posix.join("lib", applicationOf(project) ?? "", "retry"),
  fileName: (registryFile) => registryFile,
  usage: async (item, target) => usage(item, target),
  usagePlace: () => "a script in this folder, such as example.exs",
  adapt: (text, { project }) => inNamespace(text, namespaceOf(project)),
  restore: asInRegistry,
  adaptLike: inNamespaceOf,
  toolchain: {
    programs: ["elixir", "elixirc"],
    build: async (...given) => (await import("./elixir-toolchain.ts")).build(...given),
  },
  tokens,
};

/** A script for `mix run`; outside a mix project one that loads the copy itself. */
function usage(item: Item, { project, copy }: UsageTarget): string {
  const module = `${namespaceOf(project)}.${camelized(item.name)}`;
  const program = item.kind === "generator" ? generatorUsage(module) : policyUsage(item, module);
  if (project.has("mix.exs")) return `# mix run example.exs\n${program}`;
  const folder = path.posix.basename(path.posix.dirname(copy));
  const file = path.posix.join(folder, path.posix.basename(copy));
  return `# elixir example.exs\nCode.require_file("${file}", __DIR__)\n\n${program}`;
}

function generatorUsage(module: string): string {
  return `alias ${module}

# For tests and simulations: the same seed, the same sequence.
rng = Rng.new(42)
{first, rng} = Rng.next_int(rng, 100)
{second, _rng} = Rng.next_int(rng, 100)
IO.inspect({first, second})
`;
}

function policyUsage(item: Item, module: string): string {
  const name = camelized(item.name);
  const source = item.uses.includes("rng") ? `${name}.system_rng(), ` : "";
  const once = item.uses.includes("state")
    ? "    # It keeps state: every operation starts from a new one.\n"
    : "";
  return `defmodule Example do
  alias ${module}

  def retrying(call) do
${once}    retrying(call, ${name}.new(${source}max_attempts: 5), 1)
  end

  defp retrying(call, policy, attempt) do
    with {:error, reason} <- call.(attempt) do
${failure(item)}
      case ${name}.next_delay(policy, attempt, failure) do
        {:retry, delay, policy} ->
          Process.sleep(delay)
          retrying(call, policy, attempt + 1)

        :give_up ->
          {:error, reason}
      end
    end
  end
end

call = fn attempt ->
  if attempt < 3, do: {:error, :not_yet}, else: {:ok, "succeeded at attempt #{attempt}"}
end

IO.inspect(Example.retrying(call))
`;
}

const failure = (item: Item): string =>
  item.uses.includes("hint")
    ? `      # What the response's Retry-After said, if it came with one.
      failure = %{retryable: true, retry_after_ms: 500}
`
    : `      # false where a retry cannot help
      failure = %{retryable: true}
`;
