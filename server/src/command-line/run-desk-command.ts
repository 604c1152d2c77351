import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PathId } from '#contract/ids.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createPaypal } from '#server/features/payments/paypal/paypal.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { connect } from '#server/platform/database/connect.ts';
import { joinDatabase } from '#server/platform/database/join-database.ts';
import { createFaultPoint } from '#server/platform/fault-points.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { createMail } from '#server/platform/mail/create-mail.ts';
import { deriveSecrets, findSecret } from '#server/platform/secrets/secrets.ts';
import { answerInWords, listOpenClaims, replaceForClaim, savePhoto, showClaim } from './claims-desk.ts';
import { addAtDesk, type CodeOptions, endAtDesk, listAtDesk } from './codes-desk.ts';
import {
  type DayOptions,
  listDaysAtDesk,
  listSettings,
  setAtDesk,
  setDayAtDesk,
  setDaysAtDesk,
  switchWeekAtDesk,
} from './delivery-desk.ts';
import { demonstrateDelivery } from './demo-desk.ts';
import { type Desk, NotDone } from './desk.ts';
import { HELP } from './desk-help.ts';
import { listFlowers, setFlower } from './flowers-desk.ts';
import { deliverOrders, dispatchOrders, listDay, showOrder } from './orders-desk.ts';
import { refundUnknownMoney, reportUnknownMoney } from './payments-desk.ts';
import { cancelAtDesk, refundOrder } from './refunds-desk.ts';
import { hideAtDesk, listReviews, showAtDesk } from './reviews-desk.ts';
import { takeOverAtDesk } from './shop-desk.ts';
import { disableAtDesk, inviteAtDesk, listStaffAtDesk } from './staff-desk.ts';
import { rebuildTakingsAtDesk, showTakingsAtDesk } from './takings-desk.ts';

type Run = (desk: Desk) => Promise<void>;

type Options = {
  day?: string | undefined;
  amount?: string;
  reason?: string;
  refund?: boolean;
  capture?: string[];
  total?: string;
  on?: string;
  name?: string;
  role?: string;
} & CodeOptions &
  DayOptions;

function readCommand(words: string[]): Run | 'help' {
  const options = {
    day: { type: 'string' },
    amount: { type: 'string' },
    reason: { type: 'string' },
    refund: { type: 'boolean' },
    capture: { type: 'string', multiple: true },
    total: { type: 'string' },
    percent: { type: 'string' },
    off: { type: 'string' },
    'free-delivery': { type: 'boolean' },
    from: { type: 'string' },
    until: { type: 'string' },
    least: { type: 'string' },
    uses: { type: 'string' },
    each: { type: 'string' },
    'first-order': { type: 'boolean' },
    limit: { type: 'string' },
    closed: { type: 'string' },
    open: { type: 'boolean' },
    'cut-off': { type: 'string' },
    surcharge: { type: 'string' },
    line: { type: 'string' },
    on: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [subject, verb = '', ...rest] = positionals;
  if (values.help || subject === undefined) return 'help';
  const command = `${subject} ${verb}`.trim();
  const find = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  const isAllowed = Object.keys(values).every((option) => OPTIONS_OF[command]?.includes(option));
  const run = isAllowed ? find?.(rest, values) : undefined;
  if (!run) throw new CannotStart('That is not understood; --help tells what is.');
  return run;
}

const OPTIONS_OF: Record<string, string[]> = {
  orders: ['day'],
  takings: ['day'],
  'codes add': ['percent', 'off', 'free-delivery', 'from', 'until', 'least', 'uses', 'each', 'first-order'],
  'orders refund': ['amount', 'reason'],
  'orders cancel': ['reason'],
  'payments reconcile': ['refund', 'capture', 'total'],
  'days set': ['limit', 'closed', 'open', 'cut-off', 'surcharge', 'line'],
  'settings set': ['on'],
  'staff invite': ['name', 'role'],
};

/** By name; undefined for too few or too many arguments. Where `rest[1]` is used, the count was checked. */
const COMMANDS: Record<string, (rest: string[], options: Options) => Run | undefined> = {
  claims: (rest) => hasArguments(rest, 0) && ((desk) => listOpenClaims(desk)),
  'claims show': (rest) => hasArguments(rest, 1) && ((desk) => showClaim(desk, idOf('claim', rest[0]))),
  'claims photo': (rest) =>
    hasArguments(rest, 2) && ((desk) => savePhoto(desk, idOf('claim', rest[0]), resolve(rest[1] as string))),
  'claims replace': (rest) =>
    hasArguments(rest, 1, 2) && ((desk) => replaceForClaim(desk, idOf('claim', rest[0]), rest[1])),
  'claims answer': (rest) =>
    hasArguments(rest, 2) && ((desk) => answerInWords(desk, idOf('claim', rest[0]), rest[1] as string)),
  orders: (rest, { day }) => hasArguments(rest, 0) && ((desk) => listDay(desk, day)),
  'orders show': (rest) => hasArguments(rest, 1) && ((desk) => showOrder(desk, idOf('order', rest[0]))),
  'orders dispatch': (rest) => hasArguments(rest, 1, 500) && ((desk) => dispatchOrders(desk, idsOf('order', rest))),
  'orders deliver': (rest) => hasArguments(rest, 1, 500) && ((desk) => deliverOrders(desk, idsOf('order', rest))),
  'codes add': (rest, options) => hasArguments(rest, 1) && ((desk) => addAtDesk(desk, rest[0] as string, options)),
  'codes list': (rest) => hasArguments(rest, 0) && ((desk) => listAtDesk(desk)),
  'codes end': (rest) => hasArguments(rest, 1) && ((desk) => endAtDesk(desk, rest[0] as string)),
  'orders refund': (rest, { amount, reason }) =>
    hasArguments(rest, 1) && ((desk) => refundOrder(desk, idOf('order', rest[0]), { amount, reason })),
  'orders cancel': (rest, { reason }) =>
    hasArguments(rest, 1) && ((desk) => cancelAtDesk(desk, idOf('order', rest[0]), reason)),
  'days list': (rest) => hasArguments(rest, 0, 2) && ((desk) => listDaysAtDesk(desk, rest[0], rest[1])),
  'days set': (rest, options) => hasArguments(rest, 1) && ((desk) => setDayAtDesk(desk, rest[0] as string, options)),
  'days close': (rest) =>
    hasArguments(rest, 3) && ((desk) => setDaysAtDesk(desk, rest[0] as string, rest[1] as string, rest[2])),
  'days open': (rest) => hasArguments(rest, 2) && ((desk) => setDaysAtDesk(desk, rest[0] as string, rest[1] as string)),
  'week close': (rest) => hasArguments(rest, 1) && ((desk) => switchWeekAtDesk(desk, rest[0] as string, false)),
  'week open': (rest) => hasArguments(rest, 1) && ((desk) => switchWeekAtDesk(desk, rest[0] as string, true)),
  'settings list': (rest) => hasArguments(rest, 0) && ((desk) => listSettings(desk)),
  'settings set': (rest, { on }) =>
    hasArguments(rest, 2) && ((desk) => setAtDesk(desk, rest[0] as string, rest[1] as string, on)),
  'flowers list': (rest) => hasArguments(rest, 0) && ((desk) => listFlowers(desk)),
  'flowers set': (rest) => hasArguments(rest, 2) && ((desk) => setFlower(desk, rest[0] as string, rest[1] as string)),
  reviews: (rest) => hasArguments(rest, 0) && ((desk) => listReviews(desk)),
  'reviews hide': (rest) =>
    hasArguments(rest, 2) && ((desk) => hideAtDesk(desk, idOf('review', rest[0]), rest[1] as string)),
  'reviews show': (rest) => hasArguments(rest, 1) && ((desk) => showAtDesk(desk, idOf('review', rest[0]))),
  'payments reconcile': (rest, { refund, capture, total }) => {
    // `--capture` or `--total` without `--refund` is refused, not guessed at.
    const isClear = refund || (capture === undefined && total === undefined);
    if (!hasArguments(rest, 0) || !isClear) return undefined;
    return refund ? (desk) => refundUnknownMoney(desk, { captures: capture ?? [], total }) : reportUnknownMoney;
  },
  'demo delivered': (rest) => hasArguments(rest, 1) && ((desk) => demonstrateDelivery(desk, idOf('order', rest[0]))),
  'staff list': (rest) => hasArguments(rest, 0) && ((desk) => listStaffAtDesk(desk)),
  'staff invite': (rest, { name, role }) =>
    hasArguments(rest, 1) && ((desk) => inviteAtDesk(desk, rest[0] as string, { name, role })),
  'staff disable': (rest) => hasArguments(rest, 1) && ((desk) => disableAtDesk(desk, rest[0] as string)),
  takings: (rest, { day }) => hasArguments(rest, 0) && ((desk) => showTakingsAtDesk(desk, day)),
  'takings rebuild': (rest) => hasArguments(rest, 0) && ((desk) => rebuildTakingsAtDesk(desk)),
  'shop take-over': (rest) => hasArguments(rest, 0) && ((desk) => takeOverAtDesk(desk)),
};

const hasArguments = ({ length }: string[], fewest: number, most = fewest): true | undefined =>
  length >= fewest && length <= most ? true : undefined;

function idOf(what: string, word = ''): number {
  const { data } = PathId.safeParse(word);
  if (data === undefined) throw new NotDone(`There is no ${what} ${JSON.stringify(word)}.`);
  return data;
}

const idsOf = (what: string, words: string[]): number[] => [...new Set(words.map((word) => idOf(what, word)))];

/** Where a command runs: a terminal, or a test. */
export type Terminal = {
  env: NodeJS.ProcessEnv;
  user: string;
  print(line: string): void;
  complain(line: string): void;
  prompt?: Desk['prompt'];
  /** Told how to stop what the command opened, should it be ended early. */
  onOpen?(stop: () => Promise<void>): void;
};

/** Runs a command of the desk; returns the exit code. */
export async function runDeskCommand(words: string[], terminal: Terminal): Promise<number> {
  try {
    const run = readCommand(words);
    if (run === 'help') terminal.print(HELP);
    else await open(run, terminal);
    return 0;
  } catch (error) {
    const explanation = explain(error);
    if (explanation === undefined) throw error;
    terminal.complain(explanation);
    return 1;
  }
}

async function open(run: Run, { env, user, print, prompt, onOpen }: Terminal): Promise<void> {
  const config = readConfig(env, { opens: false });
  requireSecret(config);
  const database = await joinDatabase(config, print);
  const db = connect(database);
  const jobs = createJobs(db);
  // The database rolls back what is half done; a database that we started has to be stopped.
  onOpen?.(() => database.stop());
  try {
    const clock = { now: () => new Date() };
    const secrets = deriveSecrets(await findSecret(config));
    const mail = createMail({ clock, jobs, secrets });
    const paypal = createPaypal(config, clock);
    const faultPoint = createFaultPoint(config);
    const says = { by: onCommandLine(user), print, prompt, log: SILENT };
    await run({ clock, config, db, faultPoint, jobs, mail, paypal, secrets, ...says });
  } finally {
    await jobs.close();
    await db.$client.end();
    await database.stop();
  }
}

/** What a command did, it prints. */
const SILENT = { error: () => {}, warn: () => {} };

/** Letters are sealed with the shop's secret, and the shop has to open them. */
function requireSecret({ databaseUrl, jwtSecret }: Config): void {
  if (databaseUrl && !jwtSecret)
    throw new CannotStart(
      'JWT_SECRET is needed with DATABASE_URL, the same as the shop has: letters are sealed with it.',
    );
}

/** In words, what the reader can put right; undefined for a bug of ours. */
function explain(error: unknown): string | undefined {
  if (error instanceof NotDone || error instanceof CannotStart) return error.message;
  // An error of Node has these; on any other error they are undefined.
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return `${path} exists already: remove it, or choose another name.`;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return `${path} cannot be written (${code}).`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message} --help tells more.`;
  return undefined;
}
