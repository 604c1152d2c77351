import type { HandoverOutcome, NextTry } from '#contract/runs.ts';
import { sendForm } from '../../api/send-form.ts';
import { type KeptPress, openPressStore } from '../outbox/press-store.ts';
import type { Outbox } from '../outbox/send-presses.ts';
import type { useOutbox } from '../outbox/use-outbox.ts';

/** How a stop ended, as its driver pressed it. */
type StopPress = {
  key: string;
  name: string;
  outcome: HandoverOutcome;
  takenBy: string;
  next?: NextTry | undefined;
};
export type Presses = ReturnType<typeof useOutbox<StopPress>>;

export const STOP_PRESSES: Outbox<StopPress> = {
  store: openPressStore('driver'),
  holdMs: 6_000,
  send: (press) => sendForm(`/api/desk/stops/${press.order}/outcome/`, press.key, toForm(press)),
};

function toForm({ outcome, takenBy, next, pressedAt, photo }: KeptPress<StopPress>): FormData {
  const form = new FormData();
  form.set('outcome', outcome);
  form.set('taken_by', takenBy);
  if (next) form.set('next', next);
  form.set('pressed_at', pressedAt);
  if (photo) form.set('photo', photo, 'photo.jpg');
  return form;
}
