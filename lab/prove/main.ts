import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { stopChildren } from '../rig/children.ts';
import { describeRun } from '../rig/machine.ts';
import { cleanUpOnExit } from './clean-up.ts';
import { describeServer, GIVEN_SERVER } from './given-server.ts';
import { PROOFS } from './proofs.ts';
import { isClean, print, type Report, readStored, save, store } from './results.ts';

const HELP = `Tries to lose or break something, and fails if it can.

  [DATABASE_URL=…] npm run prove [-- PROOF…] [--scale N] [--only WORDS] [--seed N] [--resume] [--save]

${PROOFS.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}

  --scale   how much of everything: 1 is the whole, 0.1 is for trying it out
  --only    lines of the proof whose name holds these words
  --seed    repeats the choices of an earlier run
  --resume  leaves out what an earlier run brought to its end
  --save    puts the tables of what was brought to its end in place of theirs in lab/prove/RESULTS.md

With DATABASE_URL the shops use databases of their own on that server, made for it and dropped again; proofs that harm
the server itself, or bring their own, are left out.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    seed: { type: 'string' },
    resume: { type: 'boolean' },
    save: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !PROOFS.some((proof) => proof.name === name));
const [scale, seed] = [Number(values.scale), Number(values.seed ?? randomInt(2 ** 31))];
if (values.help || unknown.length > 0 || !(scale > 0 && scale <= 1) || !Number.isInteger(seed)) {
  if (unknown.length > 0) console.error(`There is no proof called ${unknown.join(', ')}.\n`);
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

let leaving: Promise<void> | undefined;
/** Whatever ends the proof, nothing that it started stays behind; a second Ctrl-C does not cut that short. */
function leave(code: number, why?: string): Promise<void> {
  if (why && !leaving) console.error(why);
  leaving ??= cleanUpOnExit()
    .catch((error: Error) => console.error(error.stack))
    .then(stopChildren)
    .finally(() => process.exit(code));
  return leaving;
}
process.on('SIGINT', () => leave(130, 'Leaving…'));
process.on('SIGTERM', () => leave(143, 'Asked to end…'));
// A promise that nobody waits for, too.
process.on('uncaughtException', (error) => leave(1, error?.stack ?? String(error)));

const start = performance.now();
const clock = () => `${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s`;
const wanted = PROOFS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const server = GIVEN_SERVER && (await describeServer(GIVEN_SERVER));
const reports: Report[] = [];
for (const { name, prove, ownDatabase } of wanted) {
  if (server && ownDatabase) {
    console.log(`${clock()} ${name}: left out, it has its own databases`);
    continue;
  }
  const where = server ? 'given database' : 'own database';
  const before = values.resume
    ? readStored().find((report) => report.name === name && report.where === where && report.isWhole)
    : undefined;
  if (before) {
    console.log(`${clock()} ${name}: tried before`);
    reports.push(before);
    continue;
  }
  const run = [
    describeRun(),
    server,
    `seed ${seed}`,
    scale === 1 ? '' : `scale ${scale}`,
    values.only && `only “${values.only}”`,
  ]
    .filter(Boolean)
    .join(' · ');
  console.log(`${clock()} ${name}: ${run}`);
  const began = performance.now();
  try {
    const shown = await prove({ seed, scale, only: values.only }, (words) =>
      console.log(`${clock()} ${name}: ${words}`),
    );
    // What was asked to end has lost its shops, and proves nothing.
    if (leaving) break;
    const isWhole = scale === 1 && !values.only;
    const report: Report = { name, where, isWhole, run, seconds: (performance.now() - began) / 1000, shown };
    store(report);
    reports.push(report);
  } catch (error) {
    await leave(1, `${name} could not be brought to its end. ${(error as Error).stack}`);
  }
  await cleanUpOnExit();
}
print(reports);
if (values.save) save(reports);
await leave(isClean(reports) ? 0 : 1);
