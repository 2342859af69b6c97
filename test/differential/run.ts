import { differential, type Tally } from "./differential.ts";

/**
 * npm run differential -- [calls per item, 1,000,000 if left out] [seed]
 *
 * Prints how many answers of each port were compared with the reference port's, and how many differ.
 * Exits with 1 if one does, and with 2 if a language could not be run.
 */
const [calls = 1_000_000, seed = Math.floor(Math.random() * 2 ** 32)] = process.argv
  .slice(2)
  .map(Number);

console.log(`${calls} random calls per item, seed ${seed}`);
const { tallies, missing } = await differential(calls, seed, (done) => {
  console.error(`${done} calls per item are compared`);
});
for (const tally of tallies) console.log(line(tally));
for (const [port, tool] of missing) console.log(`${port.title} was left out: no ${tool} here`);

const differences = tallies.flatMap((tally) => tally.differences);
for (const { madeBy, request, expected, got } of differences.slice(0, 20)) {
  console.log(`${madeBy}: ${request}: expected ${expected}, got ${got}`);
}
const compared = tallies.reduce((sum, tally) => sum + tally.compared, 0);
console.log(`${compared} answers compared, ${differences.length} differences`);
process.exitCode = differences.length > 0 ? 1 : missing.size > 0 ? 2 : 0;

function line({ item, language, compared: count, leftOut, differences: found }: Tally): string {
  const counts = `${String(count).padStart(9)} compared, ${String(leftOut).padStart(7)} left out`;
  return `${item.padEnd(20)} ${language.padEnd(11)} ${counts}, ${found.length} differences`;
}
