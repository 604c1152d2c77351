import { londonDay } from '#contract/delivery.ts';
import { type Answer, askWhoIsHere, sendPress } from '../../api/send-press.ts';
import { changePress, forgetPress, type KeptPress, listPresses } from './press-queue.ts';

const LOCK = 'driver-presses';

export type SendState = 'done' | 'waiting' | 'no network' | 'signed out';

const isToSend = ({ isSent, refused }: KeptPress): boolean => !isSent && refused === undefined;

/**
 * Sends what whoever is signed in has kept here, one after the other in the order of the presses. Two tabs do not send at once.
 * One that the shop refuses is put aside with its reason; if only the photo is refused, the press goes without it.
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
      const next = kept.find((press) => isToSend(press) && press.by.id === me);
      if (!next) return 'done';
      if (next.holdUntil > Date.now()) return 'waiting';
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
  else if (status === 401 || status === 0 || status === 429 || status >= 500) return whyNot(status);
  else if (press.photo && (status === 413 || 'photo' in body))
    await changePress({ ...press, photo: null, photoRefused: toWords(body, 'It is too large.') });
  else await changePress({ ...press, photo: null, refused: toWords(body, 'Not accepted.') });
  return 'sent';
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
