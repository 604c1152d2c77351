import fc from 'fast-check';
import { listDeliveryDays } from '#contract/delivery.ts';
import { toPence } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { figure } from '../../bench/table.ts';
import { awaitAgreement } from '../agreement.ts';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { join, PASSWORD } from '../member.ts';
import { type Line, type Proof, type Say, scaled } from '../proof.ts';
import { openFirst, openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { CART_STEPS } from './cart-steps.ts';
import { CHECK_OUTS } from './check-out.ts';
import { startModel } from './model.ts';
import { MONEY_STEPS } from './money-steps.ts';
import { compare, type Person } from './person.ts';
import type { Step } from './step.ts';

const SEQUENCES = 2_000;
const PEOPLE = 3;
const MOST_STEPS = 40;
const PATIENCE_MS = 20_000;
/** A day nearer than this could be taken away by the cut-off while it is being chosen. */
const FIRST_DAY = 3;

type Counted = { sequences: number; steps: number };

/** People do things in any order, three at once: what the shop then says is what a small model says, to the penny. */
export const sequences: Proof = {
  name: 'sequences',
  about: 'cart, addresses, payments and sessions in any order, beside a model',
  async prove(wish, say) {
    const place = await openTestEnvironment();
    const promised = await openFirst(place);
    const shop = await requireOpen(place);
    // Whoever approves is back by themselves: the model knows nothing of events.
    await place.provider.call('POST', '/standin/webhooks', { hold: true });
    const asker = openHttpClient({ atOnce: PEOPLE * 2, patienceMs: PATIENCE_MS });
    const counted = { sequences: 0, steps: 0 };
    const lost = await runMany(place, asker, promised.paid, wish.seed, scaled(wish, SEQUENCES), counted, say);
    await place.provider.call('POST', '/standin/webhooks', { release: true });
    const { seconds, violations } = await awaitAgreement(place, promised);
    const rings = await place.deadlocks();
    if (shop.hasEnded()) lost.push(`The shop ended.\n${shop.words()}`);
    asker.close();
    await place.close();
    const lines: Line[] = [
      { what: 'sequences', tried: counted.sequences, faults: 0, lost, figures: `${counted.steps} steps` },
      {
        what: 'the books afterwards',
        tried: promised.paid.size,
        faults: 0,
        lost: [...violations, ...rings],
        figures: `agree after ${figure(seconds)} s`,
      },
    ];
    return { lines };
  },
};

/** Stops at the first that differs, and makes it as short as it can. */
async function runMany(
  place: TestEnvironment,
  asker: HttpClient,
  paid: Set<number>,
  seed: number,
  numRuns: number,
  counted: Counted,
  say: Say,
): Promise<string[]> {
  const steps = fc.commands([...CART_STEPS, ...MONEY_STEPS, ...CHECK_OUTS], {
    maxCommands: MOST_STEPS,
    size: 'max',
    disableReplayLog: true,
  });
  const property = fc.asyncProperty(fc.array(steps, { minLength: PEOPLE, maxLength: PEOPLE }), async (all) => {
    const people = await Promise.all(all.map(() => enter(place, asker, paid)));
    await Promise.all(people.map((person, number) => walk(person, all[number] as Iterable<Step>, counted)));
    if (++counted.sequences % 20 === 0) say(`${counted.sequences} of ${numRuns} sequences, ${paid.size} orders paid`);
  });
  const run = await fc.check(property, { seed, numRuns });
  if (!run.failed) return [];
  const what = run.counterexample?.[0]?.map((one) => String(one)).join(' | ');
  return [`${(run.errorInstance as Error)?.message} after: ${what} (seed ${run.seed}, path ${run.counterexamplePath})`];
}

/** Takes the steps, and then holds everything beside the model. */
async function walk(person: Person, steps: Iterable<Step>, counted: Counted): Promise<void> {
  const model = startModel();
  await fc.asyncModelRun(() => ({ model, real: person }), steps);
  counted.steps += [...steps].length;
  if (!model.isSignedIn) {
    const form = { email: person.member.email, password: PASSWORD };
    person.member.take(await person.member.tell(200, 'POST', '/api/user/login/', form));
  }
  await compare(model, person);
}

async function enter({ provider }: TestEnvironment, asker: HttpClient, paid: Set<number>): Promise<Person> {
  const member = await join(asker);
  const products = await member.tell<Product[]>(200, 'GET', '/api/products/?limit=100');
  const onSale = products.filter(({ availability }) => availability === 'on_sale');
  const bouquets = onSale.slice(0, 4).map(({ id, price }) => ({ id, pence: toPence(price) }));
  const days = listDeliveryDays(new Date()).flatMap(({ day, deliverable }) => (deliverable ? [day] : []));
  return { member, provider, bouquets, days: days.slice(FIRST_DAY, FIRST_DAY + 20), paid };
}
