import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { CodeSent, SignedIn } from '#contract/accounts.ts';
import { LOGIN_CODE_TRIES } from '#contract/limits.ts';
import { listOutbox } from '#server/platform/mail/outbox/outbox-files.ts';
import type { Model } from './model.ts';
import { type Person, same } from './person.ts';
import { type Step, step } from './step.ts';

const PATIENCE_MS = 30_000;
/** One less than the shop sends in a quarter of an hour: the last is for whoever has no other way in at the end. */
const MOST_LETTERS = 4;
/** Less than the shop takes in a day. */
const MOST_WRONG = 8;
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' };

const ask = (): Step =>
  step(
    'ask for a code',
    async (model, { customer, dataDir }) => {
      const { email } = customer;
      const earlier = model.code;
      const body = { email, ...(earlier && { ticket: earlier.ticket }) };
      const { ticket } = await customer.call<CodeSent>(200, 'POST', '/api/user/login-code/', body);
      model.lettersAsked++;
      const letter = await readLetter(dataDir, email, model.lastKey);
      model.code = { ticket, ...letter, tries: 0 };
      model.lastKey = letter.key;
      if (earlier) same('the code before', (await sendCode(customer, earlier.ticket, earlier.code)).status, 400);
    },
    ({ lettersAsked }) => lettersAsked < MOST_LETTERS,
  );

const mistype = (): Step =>
  step(
    'mistype the code',
    async (model, { customer }) => {
      const { code } = model;
      if (!code) return;
      const wrong = String((Number(code.code) + 1) % 1_000_000).padStart(6, '0');
      const { status, text } = await sendCode(customer, code.ticket, wrong);
      same('mistyping', status, 400);
      code.tries = Math.min(code.tries + 1, LOGIN_CODE_TRIES + 1);
      same('that tries are left', text.includes('left.'), code.tries < LOGIN_CODE_TRIES);
      model.wrongCodes++;
    },
    ({ code, wrongCodes }) => code !== undefined && wrongCodes < MOST_WRONG,
  );

const type = (isSameDevice: boolean): Step =>
  step(
    `type the code${isSameDevice ? ' on the same device' : ''}`,
    async (model, person) => {
      const { code } = model;
      if (!code) return;
      const { status, text } = await sendCode(person.customer, code.ticket, code.code, markOf(person, isSameDevice));
      same('typing the code', status, code.tries < LOGIN_CODE_TRIES ? 200 : 400);
      if (status === 400) model.wrongCodes++;
      else await enter(model, person, JSON.parse(text), isSameDevice);
    },
    ({ code, wrongCodes }) => code !== undefined && wrongCodes < MOST_WRONG,
  );

/** Works however often the code was mistyped. */
const press = (isSameDevice: boolean): Step =>
  step(
    `press the link${isSameDevice ? ' on the same device' : ''}`,
    async (model, person) => {
      const { key } = model.code ?? {};
      const body = { key, ...markOf(person, isSameDevice) };
      const signedIn = await person.customer.call<SignedIn>(200, 'POST', '/api/user/login-link/', body);
      await enter(model, person, signedIn, isSameDevice);
    },
    ({ code }) => code !== undefined,
  );

/** The first to come in through the mailbox ends what was set before, and keeps it only on the device that registered. */
async function enter(model: Model, { customer }: Person, signedIn: SignedIn, isSameDevice: boolean): Promise<void> {
  const { code, isProven, isSignedIn } = model;
  const before = await customer.send('GET', '/api/user/orders/');
  same('asking with the session before', before.status, isSignedIn && isProven ? 200 : 401);
  customer.setTokens(signedIn);
  Object.assign(model, { isSignedIn: true, code: undefined, isProven: true });
  same('the code again', (await sendCode(customer, code?.ticket ?? '', code?.code ?? '')).status, 400);
  same('the link again', (await customer.send('POST', '/api/user/login-link/', { key: code?.key })).status, 404);
  if (isProven) return;
  model.hasPassword = false;
  if (isSameDevice) return;
  const profile = await customer.call<object>(200, 'GET', '/api/user/profile/');
  same('the name that was typed before', { ...profile, first_name: '', last_name: '' }, profile);
  // As the checkout asks for it.
  await customer.call(200, 'PATCH', '/api/user/profile/', NAMES);
  Object.assign(model, { addresses: [], reminders: new Map() });
  if (model.cart) Object.assign(model.cart, { note: '', address: null, version: model.cart.version + 1 });
}

const markOf = ({ customer }: Person, isSameDevice: boolean) => isSameDevice && { device_mark: customer.deviceMark };

const sendCode = ({ send }: Person['customer'], ticket: string, code: string, more: object | false = false) =>
  send('POST', '/api/user/login-code/use/', { ticket, code, ...more });

/** Reads the newest letter with a code to an address, once another has come than the one with that key. */
async function readLetter(dataDir: string, email: string, earlier: string | undefined) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const { letters } = await listOutbox({ dataDir });
    for (const { email: letter } of letters) {
      const [, code] = /^(\d{3} \d{3}) is your code$/.exec(letter?.subject ?? '') ?? [];
      if (!code || letter?.to?.[0]?.address !== email) continue;
      const key = /\/login-link\/([\w-]+)/.exec(letter.text ?? '')?.[1] ?? '';
      if (key === earlier) break;
      return { code: code.replace(' ', ''), key };
    }
  }
  throw new Error(`No letter with a code came to ${email}.`);
}

/** The way in that is left at the end. */
export async function comeIn(model: Model, person: Person): Promise<void> {
  if (model.hasPassword) return person.customer.logIn();
  if (!model.code) await ask().run(model, person);
  await press(true).run(model, person);
}

const always = fc.constant(null);

export const CODE_STEPS = [always.map(ask), always.map(mistype), fc.boolean().map(type), fc.boolean().map(press)];
