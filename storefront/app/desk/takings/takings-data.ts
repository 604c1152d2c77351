import type { Takings, UnknownMoney } from '#contract/desk-takings.ts';

/** What the page of takings shows. */
export type TakingsData = Takings & { isAll: boolean; unknown: UnknownMoney | { refused: string } | null };
