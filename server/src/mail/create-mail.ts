import { randomUUID } from 'node:crypto';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { seal } from '../sealed.ts';
import { currentRequest } from '../watch/current-request.ts';
import { isTrouble, type Letter, orderOf } from './letter.ts';
import type { Mail } from './mail.ts';
import { letters } from './table.ts';

/** The queue of letters to send. */
export const SEND_LETTER = 'send-letter';
/** However long the mail server was away, letters are sent soon after it is back. */
const LONGEST_WAIT_SECONDS = 30;

/** Posting writes a letter and its job in the caller's transaction, so a slow mail server cannot delay it. */
export function createMail({ clock, jobs, secrets }: Pick<Deps, 'clock' | 'jobs' | 'secrets'>): Mail {
  const postAll: Mail['postAll'] = async (tx, posted) => {
    const rows = posted.map(({ letter, userId }) => {
      const id = randomUUID();
      const sealed = seal(secrets.letters, id, withLogId(letter));
      const orderId = userId === undefined ? null : orderOf(letter);
      return { id, userId, orderId, kind: letter.kind, sealed, createdAt: clock.now() };
    });
    await tx.insert(letters).values(rows);
    await addSending(jobs, tx, ...rows.map(({ id }) => id));
  };
  return { postAll, post: (tx, letter, userId) => postAll(tx, [{ letter, ...(userId !== undefined && { userId }) }]) };
}

/** Who reads of trouble can find in the log what led to it. */
function withLogId(letter: Letter): Letter {
  const current = currentRequest();
  return current && isTrouble(letter) ? { ...letter, logId: current.id } : letter;
}

/** Queues the job that sends each of these letters, unless it has one already. */
export function addSending(jobs: Jobs, tx: Transaction, ...ids: string[]): Promise<void> {
  const added = ids.map((id) => ({ data: { id }, key: id, longestWaitSeconds: LONGEST_WAIT_SECONDS }));
  return jobs.addAll(tx, SEND_LETTER, added);
}
