import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { provePayments } from './payments.ts';
import { openPlace, type Place } from './place.ts';
import { print, save } from './results.ts';

const HELP = `Tries to lose or double somebody's money, and fails if it can.

  npm run prove -- payments [--rounds N] [--seconds N] [--purchases N] [--only PART] [--seed N] [--save]

  --rounds     how often the shop is killed at each crash point (20)
  --seconds    how long eight shoppers buy while the shop is killed at random (60)
  --purchases  how many purchases meet faults of the provider (200)
  --only       points, kills or faults, or words of a crash point
  --seed       repeats the choices of an earlier run
  --save       writes the table to prove/RESULTS.md`;

const LONGEST_MS = 60 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    purchases: { type: 'string', default: '200' },
    only: { type: 'string' },
    seed: { type: 'string' },
    save: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const numbers = [values.rounds, values.seconds, values.purchases, values.seed ?? '0'].map(Number);
if (values.help || positionals.join() !== 'payments' || !numbers.every((number) => Number.isInteger(number))) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}
const [rounds = 0, seconds = 0, purchases = 0] = numbers;
const seed = Number(values.seed ?? randomInt(2 ** 31));

let place: Place | undefined;
let leaving: Promise<void> | undefined;
/** Whatever ends the proof, nothing that it started stays behind; a second Ctrl-C does not cut that short. */
function leave(code: number, why?: string): void {
  if (why && !leaving) console.error(why);
  leaving ??= Promise.resolve(place?.close()).finally(() => process.exit(code));
}
process.on('SIGINT', () => leave(130, 'Leaving…'));
process.on('SIGTERM', () => leave(143, 'Asked to end…'));
setTimeout(() => leave(1, `It took longer than ${LONGEST_MS / 60_000} minutes.`), LONGEST_MS).unref();

try {
  place = await openPlace();
  const report = await provePayments(place, { rounds, seconds, purchases, seed, only: values.only });
  print(report);
  if (values.save) save(report);
  leave(report.violations.length > 0 ? 1 : 0);
} catch (error) {
  leave(1, `The proof could not be finished. ${(error as Error).stack}`);
}
