import type { Transaction } from '#server/platform/database/connect.ts';
import type { DoneNow } from './done-by.ts';
import { deskLog } from './table.ts';

export type DeskAction =
  | 'replace flowers of claim'
  | 'answer claim'
  | 'dispatch order'
  | 'deliver order'
  | 'refund order'
  | 'cancel order'
  | 'hide review'
  | 'show review'
  | 'begin refund of unknown capture'
  | 'refund unknown capture'
  | 'add code'
  | 'end code'
  | 'take over'
  | 'set day'
  | 'close days'
  | 'open days'
  | 'set delivery'
  | 'demonstrate delivery'
  | 'invite staff'
  | 'change roles of staff'
  | 'disable staff'
  | 'join staff'
  | 'add passkey'
  | 'remove passkey'
  | 'make recovery codes'
  | 'use recovery code'
  | 'sign out device'
  | 'mark stems bought'
  | 'count cooler'
  | 'set bunch'
  | 'enlarge photo of claim'
  | 'refund for claim'
  | 'answer review'
  | 'take back answer to review'
  | 'make run'
  | 'change run'
  | 'remove run'
  | 'sort stops'
  | 'run leaves'
  | 'take back run'
  | 'set week'
  | 'set shop details'
  | 'open code'
  | 'set price'
  | 'set sold out'
  | 'add bouquet'
  | 'change bouquet'
  | 'import catalogue'
  | 'export takings'
  | 'export history'
  | 'copy data of customer'
  | 'delete customer'
  | 'stop customer'
  | 'allow customer'
  | 'write note on customer';

/** Logs what is done at the desk, in the transaction that does it. Never what customers wrote: a row outlives their account. */
export async function writeDeskLog(
  tx: Transaction,
  by: DoneNow,
  action: DeskAction,
  subjectId: number,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(deskLog).values({ ...by, action, subjectId, details });
}
