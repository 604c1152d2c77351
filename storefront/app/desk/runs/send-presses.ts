import { londonDay } from '#contract/delivery.ts';
import { type Answer, askWhoIsHere, sendPress } from '../../api/send-press.ts';
import { changePress, forgetPress, type KeptPress, listPresses } from './press-queue.ts';

const LOCK = 'driver-presses';

export type SendState = 'done' | 'waiting' | 'no network' | 'signed out';

/** How often a press is tried that the shop fails on, and how long after each other. */
export const MOST_TRIES = 5;
const PAUSE_MS = 8_000;

const isToSend = ({ isSent, refused, isStuck }: KeptPress): boolean => !isSent && refused === undefined && !isStuck;

/** Presses at one stop go in their order: nothing overtakes one that is stuck. */
const isBehindStuck = (press: KeptPress, kept: KeptPress[]): boolean =>
  kept.some(({ isStuck, order, seq }) => isStuck && order === press.order && seq < press.seq);

const hasJustFailed = ({ failed }: KeptPress): boolean => failed !== undefined && Date.now() - failed.at < PAUSE_MS;

/**
 * Sends what whoever is signed in has kept here, one after the other in the order of the presses. Two tabs do not send at once.
 * One that the shop refuses is put aside with its reason; if only the photo is refused, the press goes without it. One that the shop
 * fails on is tried some times and then put aside as well: it is never lost, and the others go on.
 */
export function sendPresses(onChange: () => void): Promise<SendState> {
  return navigator.locks.request(LOCK, async () => {
    let me: number | undefined;
    for (;;) {
      const kept = await listPresses();
      await forgetOld(kept);
      if (!kept.some(isToSend)) return 'done';
      if (me === undefined) {
        const { status, body } = await askWhoIsHere();
        if (status !== 200) return whyNot(status);
        me = Number(body.id);
      }
      const next = kept.find((press) => isToSend(press) && press.by.id === me && !isBehindStuck(press, kept));
      if (!next) return 'done';
      if (next.holdUntil > Date.now() || hasJustFailed(next)) return 'waiting';
      const state = await send(next);
      onChange();
      if (state !== 'sent') return state;
    }
  });
}

/** Anything but a missing session is tried again later. */
const whyNot = (status: number): SendState => (status === 401 ? 'signed out' : 'no network');

async function send(press: KeptPress): Promise<SendState | 'sent'> {
  const { status, body } = await sendPress(press.order, press.key, toForm(press));
  // Taken back while it was on its way is too late: it stays.
  if (status === 200) await changePress({ ...press, photo: null, isSent: true });
  else if (status === 500) return countFailure(press);
  else if (status === 401 || status === 0 || status === 429 || status >= 500) return whyNot(status);
  else if (press.photo && (status === 413 || 'photo' in body))
    await changePress({ ...press, photo: null, photoRefused: toWords(body, 'It is too large.') });
  else await changePress({ ...press, photo: null, refused: toWords(body, 'Not accepted.') });
  return 'sent';
}

/** The shop is there and has failed on this press; without its database it would have said so with another status. */
async function countFailure(press: KeptPress): Promise<SendState | 'sent'> {
  const times = (press.failed?.times ?? 0) + 1;
  const isStuck = times >= MOST_TRIES;
  await changePress({ ...press, failed: { times, at: Date.now() }, isStuck });
  return isStuck ? 'sent' : 'waiting';
}

const toWords = (body: Answer['body'], otherwise: string): string => Object.values(body).flat().join(' ') || otherwise;

function toForm({ outcome, takenBy, next, pressedAt, photo }: KeptPress): FormData {
  const form = new FormData();
  form.set('outcome', outcome);
  form.set('taken_by', takenBy);
  if (next) form.set('next', next);
  form.set('pressed_at', pressedAt);
  if (photo) form.set('photo', photo, 'photo.jpg');
  return form;
}

/** What is with the shop is remembered for the day: the page of the run may be an older one from this phone. */
async function forgetOld(kept: KeptPress[]): Promise<void> {
  const today = londonDay(new Date());
  for (const { seq, isSent, pressedAt } of kept)
    if (isSent && londonDay(new Date(pressedAt)) !== today) await forgetPress(seq);
}
