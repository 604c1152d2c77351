import type { PrintedOrders, RunSheet } from '#contract/desk-print.ts';
import type { StemsToBuy } from '#contract/desk-stems.ts';

/** What can be printed, by its address. */
export const PRINTS = { cards: 'card', tickets: 'ticket', slips: 'slip' } as const;
export type OrderPrint = keyof typeof PRINTS;

export type PrintData =
  | { what: OrderPrint; query: string; printed: PrintedOrders }
  | { what: 'run'; query: string; run: RunSheet | undefined }
  | { what: 'stems'; query: string; stems: StemsToBuy };
