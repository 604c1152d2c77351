import fc from 'fast-check';
import { furthestDay, listDays, londonDay } from '#contract/delivery.ts';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import { toPence } from '#contract/money.ts';
import { createCustomer, listOnSale } from '../../rig/customer.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import { figure } from '../../rig/table.ts';
import { awaitAgreement, openFirst } from '../agreement.ts';
import { type Line, type Log, type Proof, scaled } from '../proof.ts';
import { compareTakings } from '../takings-page.ts';
import { openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { CART_STEPS } from './cart-steps.ts';
import { CODE_STEPS, comeIn } from './code-steps.ts';
import { giveBack } from './give-back.ts';
import { startModel } from './model.ts';
import { CHECK_OUTS, MONEY_STEPS } from './money-steps.ts';
import { compare, type Person } from './person.ts';
import { REMINDER_STEPS } from './reminder-steps.ts';
import type { Step } from './step.ts';

const SEQUENCES = 2_000;
const PEOPLE = 3;
const MOST_STEPS = 40;
const TIMEOUT_MS = 20_000;
/** A day nearer than this could be taken away by the cut-off while it is being chosen. */
const FIRST_DAY = 3;

type Counted = { sequences: number; steps: number };

/** People act in any order, three at once: what the shop then shows is what a small model computes, to the penny. */
export const sequences: Proof = {
  name: 'sequences',
  about:
    'cart, addresses, reminders, payments, sessions and codes by mail in any order, beside a model; then the takings, to the penny',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    const shop = await requireOpen(env);
    // Whoever approves is back by themselves: the model knows nothing of events.
    await env.provider.call('POST', '/standin/webhooks', { hold: true });
    using client = openHttpClient({ origin: SHOP, maxSockets: PEOPLE * 2, timeoutMs: TIMEOUT_MS });
    const counted = { sequences: 0, steps: 0 };
    const lost = await runMany(env, client, options.seed, scaled(options, SEQUENCES), counted, log);
    await env.provider.call('POST', '/standin/webhooks', { release: true });
    const back = await giveBack(env, client);
    const { seconds, violations } = await awaitAgreement(env);
    const takings = await compareTakings(env, client);
    const deadlocks = await env.deadlocks();
    if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
    const { promised } = env;
    const [afterwards, figures] = [[...violations, ...deadlocks], `agree after ${figure(seconds)} s`];
    const lines: Line[] = [
      { what: 'sequences', tried: counted.sequences, faults: 0, lost, figures: `${counted.steps} steps` },
      { what: 'the ledgers afterwards', tried: promised.paid.size, faults: 0, lost: afterwards, figures },
      back,
      takings,
    ];
    return { lines };
  },
};

/** Stops at the first sequence that differs, and shrinks it. */
async function runMany(
  env: TestEnvironment,
  client: HttpClient,
  seed: number,
  numRuns: number,
  counted: Counted,
  log: Log,
): Promise<string[]> {
  const steps = fc.commands([...CART_STEPS, ...MONEY_STEPS, ...CODE_STEPS, ...CHECK_OUTS, ...REMINDER_STEPS], {
    maxCommands: MOST_STEPS,
    size: 'max',
    disableReplayLog: true,
  });
  const property = fc.asyncProperty(fc.array(steps, { minLength: PEOPLE, maxLength: PEOPLE }), async (all) => {
    const people = await Promise.all(all.map(() => enter(env, client)));
    await Promise.all(people.map((person, number) => walk(person, all[number] as Iterable<Step>, counted)));
    if (++counted.sequences % 20 === 0)
      log(`${counted.sequences} of ${numRuns} sequences, ${env.promised.paid.size} orders paid`);
  });
  const run = await fc.check(property, { seed, numRuns });
  if (!run.failed) return [];
  const what = run.counterexample?.[0]?.map((one) => String(one)).join(' | ');
  return [`${(run.errorInstance as Error)?.message} after: ${what} (seed ${run.seed}, path ${run.counterexamplePath})`];
}

/** Runs the steps, and then compares everything with the model. */
async function walk(person: Person, steps: Iterable<Step>, counted: Counted): Promise<void> {
  const model = startModel();
  await fc.asyncModelRun(() => ({ model, real: person }), steps);
  counted.steps += [...steps].length;
  if (!model.isSignedIn) await comeIn(model, person);
  await compare(model, person);
}

async function enter({ provider, dataDir, promised }: TestEnvironment, client: HttpClient): Promise<Person> {
  const customer = await createCustomer(client);
  const bouquets = (await listOnSale(client)).slice(0, 4).map(({ id, price }) => ({ id, pence: toPence(price) }));
  const now = new Date();
  const days = listDays(now, DEFAULT_RULES, londonDay(now), furthestDay(now)).flatMap(({ day, open }) =>
    open ? [day] : [],
  );
  return {
    customer,
    provider,
    dataDir,
    bouquets,
    paid: promised.paid,
    days: days.slice(FIRST_DAY, FIRST_DAY + 20),
  };
}
