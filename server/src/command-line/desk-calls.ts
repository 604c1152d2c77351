import type * as z from 'zod';
import type { Call } from '#contract/calls/call.ts';
import { calendarCalls } from '#contract/calls/desk-calendar.ts';
import { catalogueDeskCalls } from '#contract/calls/desk-catalogue.ts';
import { claimDeskCalls } from '#contract/calls/desk-claims.ts';
import { codeCalls } from '#contract/calls/desk-codes.ts';
import { customerCalls } from '#contract/calls/desk-customers.ts';
import { historyCalls } from '#contract/calls/desk-history.ts';
import { missingCalls } from '#contract/calls/desk-missing.ts';
import { noteCalls } from '#contract/calls/desk-notes.ts';
import { orderDeskCalls } from '#contract/calls/desk-orders.ts';
import { printCalls } from '#contract/calls/desk-print.ts';
import { receiptDeskCalls } from '#contract/calls/desk-receipts.ts';
import { reviewDeskCalls } from '#contract/calls/desk-reviews.ts';
import { shopCalls } from '#contract/calls/desk-shop.ts';
import { stemCalls } from '#contract/calls/desk-stems.ts';
import { takingsCalls } from '#contract/calls/desk-takings.ts';
import { tieCalls } from '#contract/calls/desk-tie.ts';
import { todayCalls } from '#contract/calls/desk-today.ts';
import { runCalls } from '#contract/calls/runs.ts';
import { staffCalls } from '#contract/calls/staff.ts';
import { DeskCode, isEasilyGuessed, SAY_SHORT } from '#contract/desk-codes.ts';

/** A command is a call of the desk. What it takes, checks and answers, and what its `--help` says, follows from the call. */
export type CallCommand = {
  call: Call;
  /** What is written without its name, after what stands in the path; of the last one, if it is a list, as many as there are. */
  takes?: readonly string[];
  /** What this command always sends. */
  sends?: Readonly<Record<string, unknown>>;
  /** What a page would have shown before: asked for just before, where it is not written. */
  sees?: { field: string; call: Call; pick(answer: unknown): unknown } | undefined;
  /** For what cannot be undone: the question before it, with what stands in the path. `--yes` answers it beforehand. */
  asks?(...params: readonly string[]): string;
  /** Parts of the answer that are not printed. */
  hides?: readonly string[];
  /** What the page says beside this answer. */
  adds?(answer: unknown): string | undefined;
};

const seen = <A extends z.ZodType>(
  field: string,
  call: Call & { answer: A },
  pick: (answer: z.output<A>) => unknown,
): CallCommand['sees'] => ({ field, call, pick: (answer) => pick(call.answer.parse(answer)) });

const LAST_EVENT = seen('seen', orderDeskCalls.show, ({ last_event }) => last_event);
const MONEY_LEFT = seen('left', orderDeskCalls.show, ({ money }) => money.left);
const ORDER = ['order'];

/** A line for each command. A call without one is in the list of desk-calls.test.ts, with the reason. */
export const DESK_CALLS: Readonly<Record<string, CallCommand>> = {
  today: { call: todayCalls.show },
  claims: { call: claimDeskCalls.list },
  'claims show': { call: claimDeskCalls.find },
  'claims photo': { call: claimDeskCalls.photo, sends: { enlarged: '1' } },
  'claims delivery-photo': { call: claimDeskCalls.deliveryPhoto },
  'claims answer': { call: claimDeskCalls.answer, takes: ['words'] },
  'claims replace': { call: claimDeskCalls.replace, takes: ['words'] },
  'claims refund': { call: claimDeskCalls.refund },
  orders: { call: orderDeskCalls.find },
  'orders show': { call: orderDeskCalls.show, hides: ['days'] },
  'orders ticket': { call: todayCalls.showTicket },
  'orders receipt': { call: receiptDeskCalls.find },
  'orders tie': { call: tieCalls.tie, takes: ['orders'] },
  'orders untie': { call: tieCalls.takeBack, takes: ['orders'] },
  'orders count-tied': { call: tieCalls.countTied },
  'orders cannot-be-tied': { call: tieCalls.reportUntieable, takes: ['why'] },
  'orders can-be-tied': { call: tieCalls.reportTieable },
  'orders swap': { call: todayCalls.swap },
  'orders change': { call: orderDeskCalls.change, sees: LAST_EVENT, hides: ORDER },
  'orders move': { call: orderDeskCalls.move, takes: ['delivery_date', 'orders'] },
  'orders refund': { call: orderDeskCalls.refund, sees: MONEY_LEFT, hides: ORDER },
  'orders cancel': { call: orderDeskCalls.cancel, sees: MONEY_LEFT, hides: ORDER },
  'orders decline-cancel': { call: orderDeskCalls.declineCancel, takes: ['words'], hides: ['days'] },
  'orders replace': { call: orderDeskCalls.replace, takes: ['delivery_date'], hides: ORDER },
  'orders notes': { call: noteCalls.list },
  'orders note': { call: noteCalls.add, takes: ['text'] },
  'letters show': { call: orderDeskCalls.readLetter },
  'letters again': { call: orderDeskCalls.sendLetterAgain, hides: ['days'] },
  'swaps settle': { call: tieCalls.settleSwap },
  'swaps withdraw': { call: tieCalls.withdrawSwap },
  missing: { call: missingCalls.show },
  'missing swap': { call: missingCalls.swap },
  'missing take-back': { call: missingCalls.takeBack, takes: ['swaps'] },
  'missing cannot-be-tied': { call: missingCalls.reportUntieable, takes: ['orders'] },
  'flowers like': { call: tieCalls.listFlowersLike, takes: ['flower'] },
  stems: { call: stemCalls.list },
  'stems csv': { call: stemCalls.csv },
  'stems bought': { call: stemCalls.markBought },
  'stems cooler': { call: stemCalls.countCooler },
  print: { call: printCalls.list, takes: ['sheet'] },
  'print recorded': { call: printCalls.record, takes: ['sheet', 'orders'] },
  'print run': { call: printCalls.showRun, takes: ['run'] },
  runs: { call: runCalls.list },
  'runs make': { call: runCalls.make },
  'runs set': { call: runCalls.change },
  'runs remove': { call: runCalls.remove },
  'runs add': { call: runCalls.putOn, takes: ['orders'] },
  'runs sort': { call: runCalls.sort, takes: ['orders'] },
  'runs leave': { call: runCalls.leave },
  'runs take-back': { call: runCalls.takeBack },
  'stops show': { call: runCalls.findStop },
  'parcels set': { call: runCalls.changeParcel },
  'parcels collected': { call: runCalls.collectParcels, takes: ['day'] },
  bouquets: { call: catalogueDeskCalls.list },
  'bouquets show': { call: catalogueDeskCalls.find },
  'bouquets price': { call: catalogueDeskCalls.setPrice, takes: ['price'] },
  'bouquets status': { call: catalogueDeskCalls.setStatus, takes: ['status'] },
  'codes list': { call: codeCalls.list },
  'codes show': { call: codeCalls.find },
  'codes month': { call: codeCalls.sumUpMonth },
  'codes add': {
    call: codeCalls.add,
    takes: ['code'],
    adds: (answer) => (isEasilyGuessed(DeskCode.parse(answer).code) ? SAY_SHORT : undefined),
  },
  'codes end': { call: codeCalls.switch, sends: { open: false } },
  'codes open': { call: codeCalls.switch, sends: { open: true } },
  calendar: { call: calendarCalls.show },
  'days list': { call: calendarCalls.listDays, takes: ['from', 'to'] },
  'days set': { call: calendarCalls.changeDay },
  'days close': { call: calendarCalls.changeDays, takes: ['from', 'to', 'words'], sends: { open: false } },
  'days open': { call: calendarCalls.changeDays, takes: ['from', 'to'], sends: { open: true } },
  'week set': { call: calendarCalls.changeWeek, hides: ['days'] },
  'settings list': { call: calendarCalls.findSettings },
  'settings set': { call: calendarCalls.changeSettings },
  'shop show': { call: shopCalls.find },
  'shop set': { call: shopCalls.change },
  'shop version': { call: shopCalls.version },
  reviews: { call: reviewDeskCalls.list },
  'reviews answer': { call: reviewDeskCalls.answer, takes: ['words'] },
  'reviews take-back-answer': { call: reviewDeskCalls.removeAnswer },
  'reviews hide': { call: reviewDeskCalls.hide, takes: ['reason'] },
  'reviews show': { call: reviewDeskCalls.show },
  customers: { call: customerCalls.list, takes: ['find'] },
  'customers show': { call: customerCalls.find },
  'customers note': { call: customerCalls.writeNote, takes: ['text'] },
  'customers stop': { call: customerCalls.stop, takes: ['reason'] },
  'customers allow': { call: customerCalls.allow },
  'customers copy': { call: customerCalls.copy },
  'customers delete': { call: customerCalls.delete, asks: (id) => `Delete customer ${id}?` },
  takings: { call: takingsCalls.show },
  'takings csv': { call: takingsCalls.csv },
  history: { call: historyCalls.list },
  'history csv': { call: historyCalls.csv },
  'staff list': { call: staffCalls.list },
  'staff roles': { call: staffCalls.changeRoles, takes: ['roles'] },
  'staff disable': { call: staffCalls.disable },
  'staff sign-out': { call: staffCalls.endDevice },
};
