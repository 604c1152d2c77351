import { londonDay } from '#contract/delivery.ts';
import type { Refusal } from '../desk-api.ts';
import { send, toRefusal } from '../send.ts';
import type { AnyPress, KeptPress, PressStore } from './press-store.ts';

/** Presses of one kind: what differs between the bench and the driver. */
export type Outbox<More> = {
  store: PressStore<More>;
  /** How long a press can be taken back before it is sent. */
  holdMs: number;
  /** Sends it. Returns what the shop said instead of doing it, if it did not. */
  send(press: KeptPress<More>): Promise<string | null | undefined>;
};

export type SendState = 'done' | 'waiting' | 'no network' | 'signed out';

/** How often a press is tried that the shop fails on, and how long after each other. */
export const MOST_TRIES = 5;
const PAUSE_MS = 8_000;

/** The shop is not there, or somebody has to sign in first: what is kept stays. */
export const isForLater = (status: number): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Neither sent nor refused. */
export const isUnsent = ({ isSent, refused }: AnyPress): boolean => !isSent && refused === undefined;

const isToSend = (press: AnyPress): boolean => isUnsent(press) && !press.isStuck;

/** Presses of one order go in their order: nothing overtakes one that is stuck. */
const isBehindStuck = (press: AnyPress, kept: AnyPress[]): boolean =>
  kept.some(({ isStuck, order, seq }) => isStuck && order === press.order && seq < press.seq);

const hasJustFailed = ({ failed }: AnyPress): boolean => failed !== undefined && Date.now() - failed.at < PAUSE_MS;

/**
 * Sends what whoever is signed in has kept here, one after the other in the order of the presses. Two tabs do not send at once, and
 * `settle`, which sees to what has been answered, belongs to the turn. One that the shop refuses is put aside with its reason; if only
 * the photo is refused, the press goes without it. One that the shop fails on is tried some times and then put aside as well: it is
 * never lost, and the others go on.
 */
export function sendPresses<More>(outbox: Outbox<More>, settle?: () => Promise<void>): Promise<SendState> {
  return inTurn(outbox.store.name, async () => {
    const state = await sendAll(outbox);
    await settle?.();
    return state;
  });
}

/** Over plain HTTP browsers have no locks. */
const inTurn = <T>(lock: string, act: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(lock, act) : act();

/** While no press is on its way, in whichever tab: the lock is held around each press, not around the whole turn. */
export const whileNothingIsSent = <T>({ store }: { store: { name: string } }, act: () => Promise<T>): Promise<T> =>
  inTurn(`${store.name}-sending`, act);

async function sendAll<More>(outbox: Outbox<More>): Promise<SendState> {
  for (;;) {
    const kept = await outbox.store.list();
    await forgetOld(outbox, kept);
    if (!kept.some(isToSend)) return 'done';
    // An open page may be older than who is signed in, and somebody else may sign in while a photo is on its way.
    const me = await send('GET', '/api/desk/me/').catch(toRefusal);
    if (!('id' in me)) return whyNot(me);
    const state = await whileNothingIsSent(outbox, () => sendNext(outbox, me.id));
    if (state !== 'answered') return state;
  }
}

async function sendNext<More>(outbox: Outbox<More>, me: number): Promise<SendState | 'answered'> {
  const kept = await outbox.store.list();
  const next = kept.find((press) => isToSend(press) && press.by.id === me && !isBehindStuck(press, kept));
  if (!next) return 'done';
  return next.holdUntil > Date.now() || hasJustFailed(next) ? 'waiting' : sendOne(outbox, next);
}

/** Anything but a missing session is tried again later. */
const whyNot = ({ status }: Refusal): SendState => (status === 401 ? 'signed out' : 'no network');

async function sendOne<More>(outbox: Outbox<More>, press: KeptPress<More>): Promise<SendState | 'answered'> {
  const { store } = outbox;
  const sent = await outbox.send(press).then((words) => ({ words }), toRefusal);
  if ('words' in sent) {
    // Taken back while it was on its way is too late: it stays.
    await store.put({ ...press, photo: null, ...(sent.words ? { refused: sent.words } : { isSent: true }) });
    return 'answered';
  }
  const { status, fields, message } = sent;
  if (status === 500) return countFailure(store, press);
  if (isForLater(status)) return whyNot(sent);
  const isOfPhoto = press.photo !== null && (status === 413 || 'photo' in fields);
  await store.change(press.seq, { photo: null, [isOfPhoto ? 'photoRefused' : 'refused']: message });
  return 'answered';
}

/** The shop is there and has failed on this press; without its database it would have said so with another status. */
async function countFailure<More>({ change }: PressStore<More>, { seq, failed }: AnyPress) {
  const times = (failed?.times ?? 0) + 1;
  const isStuck = times >= MOST_TRIES;
  await change(seq, { failed: { times, at: Date.now() }, isStuck });
  return isStuck ? 'answered' : 'waiting';
}

/** What is with the shop is remembered for the day: the page of the run may be an older one from this phone. */
async function forgetOld<More>({ store }: Outbox<More>, kept: AnyPress[]): Promise<void> {
  const today = londonDay(new Date());
  const old = kept.filter(({ isSent, pressedAt }) => isSent && londonDay(new Date(pressedAt)) !== today);
  if (old.length > 0) await store.forget(old.map(({ seq }) => seq));
}
