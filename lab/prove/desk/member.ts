import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pressed, SheetTicket } from '#contract/desk.ts';
import type { Press, PressedStop } from '#contract/driver-runs.ts';
import type { Role } from '#contract/roles.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { openHttpClient, type Reply } from '../../rig/http-client.ts';
import { SHOP } from '../test-environment.ts';
import { type BenchPress, labelOf, type PhonePress } from './presses.ts';

/** What all of them pressed, and answers that should never be given. */
export type Pressing = { bench: BenchPress[]; phone: PhonePress[]; odd: string[]; count: number; unanswered: number };

export type PlannedRun = { id: number; number: number; day: string };
/** How a press reaches the shop: after a while, several times at once, with the time it was pressed. */
type Sending = { afterMs?: number; times?: number; agoMs?: number };

let lastPressed = 0;
/** A moment, in milliseconds, that no other press of the proof has. */
function ownMoment(agoMs: number): number {
  lastPressed = Math.max(lastPressed + 1, Date.now() - agoMs);
  return lastPressed;
}

export type Member = Awaited<ReturnType<typeof hire>>;

/** Somebody who works here, before one of the shops. What is pressed is written down with what was answered. */
export async function hire(database: string, name: string, roles: Role[], origin: string, all: Pressing) {
  const { id, cookie: secret } = await signInStaff(database, name, roles);
  const cookie = `${DESK_COOKIE}=${secret}`;
  const client = openHttpClient({ origin, keepAlive: false, timeoutMs: 15_000 });

  /** Undefined if nobody knows whether it was done: no answer came, or 503. */
  const write = async (path: string, body: object, headers = {}, mayBe: number[] = []): Promise<Reply | undefined> => {
    all.count++;
    const sent = { path, body, headers: { cookie, origin: SHOP, ...headers } };
    const reply = await client.send(sent).catch(() => undefined);
    if (!reply || reply.status === 503) {
      all.unanswered++;
      return undefined;
    }
    if (![200, 409, ...mayBe].includes(reply.status))
      all.odd.push(`POST ${path} ${JSON.stringify(body)} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
    return reply;
  };
  const note = (order: number, label: string): BenchPress => {
    const press: BenchPress = { staff: id, order, label, sentAt: Date.now() };
    all.bench.push(press);
    return press;
  };
  const pressAtBench = async (path: string, orders: number[], label: string): Promise<Pressed[]> => {
    const presses = orders.map((order) => note(order, label));
    const reply = await write(path, { orders });
    const answered = reply?.status === 200 ? (JSON.parse(reply.text).orders as Pressed[]) : [];
    for (const press of reply ? presses : []) {
      const done = answered.some((one) => one.order === press.order && one.done);
      press.answer = { at: Date.now(), done };
    }
    return answered;
  };
  const sendKept = async (kept: PhonePress, body: object): Promise<void> => {
    for (;;) {
      const path = `/api/desk/stops/${kept.order}/outcome/`;
      const reply = await write(path, body, { 'idempotency-key': kept.key }, [404]);
      if (reply?.status === 200) {
        kept.answers.push({ at: Date.now(), done: (JSON.parse(reply.text) as PressedStop).done });
        return;
      }
      if (reply) kept.isRefused = true;
      if (reply) return;
      kept.wasUnclear = true;
      await sleep(200 + Math.random() * 1_300);
    }
  };

  return {
    id,
    roles,
    cookie,
    client,
    tie: (orders: number[]) => pressAtBench('/api/desk/orders/tie/', orders, 'to tie → tied'),
    takeBack: (orders: number[]) => pressAtBench('/api/desk/orders/take-back/', orders, 'tied → to tie'),
    /** One more or one fewer of a ticket's bouquets than the screen shows. */
    async count({ id: order, lines: [line] }: SheetTicket, step: 1 | -1): Promise<void> {
      const from = line?.tied ?? 0;
      const to = Math.max(0, from + step);
      const press = note(order, to === line?.quantity ? 'to tie → tied' : `${to} tied`);
      const reply = await write(`/api/desk/orders/${order}/count-tied/`, { item: line?.id, from, to });
      const done = reply?.status === 200 && (JSON.parse(reply.text) as Pressed).done;
      if (reply) press.answer = { at: Date.now(), done };
    },
    async putOnRun({ id: runId, number, day }: PlannedRun, orders: number[]): Promise<void> {
      const label = labelOf({ what: 'run', before: null, after: `run ${number} of ${day}` });
      const presses = orders.map((order) => note(order, label));
      const reply = await write(`/api/desk/runs/${runId}/stops/`, { orders });
      // The answer does not say which of them were on it already.
      if (reply)
        for (const press of presses) press.answer = { at: Date.now(), done: reply.status === 200 ? 'perhaps' : false };
    },
    leave: (run: number) => write(`/api/desk/runs/${run}/leave/`, { without: true }),
    async pressOutcome(order: number, press: Press, { afterMs = 0, times = 1, agoMs = 50 }: Sending = {}) {
      const pressedAt = ownMoment(agoMs);
      const kept: PhonePress = {
        staff: id,
        order,
        key: randomUUID(),
        outcome: press.outcome,
        pressedAt,
        sentAt: 0,
        answers: [],
        isRefused: false,
        wasUnclear: false,
      };
      all.phone.push(kept);
      await sleep(afterMs);
      kept.sentAt = Date.now();
      const body = { ...press, pressed_at: new Date(pressedAt).toISOString() };
      await Promise.all(Array.from({ length: times }, () => sendKept(kept, body)));
    },
    [Symbol.dispose]: client.close,
  };
}
