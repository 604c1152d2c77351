import { sendPress } from '../../api/send-press.ts';
import { changePress, forgetPress, type KeptPress, listPresses } from './press-queue.ts';

/** How long a press that was sent is remembered: the page of the run may be an older one from this phone. */
const REMEMBERED_MS = 18 * 60 * 60 * 1000;
const LOCK = 'driver-presses';

export type SendState = 'done' | 'waiting' | 'no network' | 'signed out';

/**
 * Sends what is kept, one after the other in the order of the presses. Two tabs do not send at once. One that the shop refuses is
 * put aside with its reason; if only the photo is refused, the press goes without it.
 */
export function sendPresses(onChange: () => void): Promise<SendState> {
  return navigator.locks.request(LOCK, async () => {
    for (;;) {
      const kept = await listPresses();
      await forgetOld(kept);
      const next = kept.find(({ isSent, refused }) => !isSent && refused === undefined);
      if (!next) return 'done';
      if (next.holdUntil > Date.now()) return 'waiting';
      const state = await send(next);
      onChange();
      if (state !== 'sent') return state;
    }
  });
}

async function send(press: KeptPress): Promise<SendState | 'sent'> {
  const { status, body } = await sendPress(press.order, press.key, toForm(press));
  // Taken back while it was on its way is too late: it stays.
  if (status === 200) await changePress({ ...press, photo: null, isSent: true });
  else if (status === 401) return 'signed out';
  else if (status === 0 || status === 429 || status >= 500) return 'no network';
  else if (press.photo && (status === 413 || 'photo' in body)) await changePress({ ...press, photo: null });
  else await changePress({ ...press, photo: null, refused: Object.values(body).flat().join(' ') || 'Not accepted.' });
  return 'sent';
}

function toForm({ outcome, takenBy, next, pressedAt, photo }: KeptPress): FormData {
  const form = new FormData();
  form.set('outcome', outcome);
  form.set('taken_by', takenBy);
  if (next) form.set('next', next);
  form.set('pressed_at', pressedAt);
  if (photo) form.set('photo', photo, 'photo.jpg');
  return form;
}

async function forgetOld(kept: KeptPress[]): Promise<void> {
  const limit = Date.now() - REMEMBERED_MS;
  for (const { seq, isSent, pressedAt } of kept) if (isSent && Date.parse(pressedAt) < limit) await forgetPress(seq);
}
