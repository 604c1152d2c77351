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

/** Posting writes two rows in the caller's transaction, so a slow mail server cannot delay it. */
export function createMail({ clock, jobs, secrets }: Pick<Deps, 'clock' | 'jobs' | 'secrets'>): Mail {
  return {
    async post(tx, letter, userId) {
      const id = randomUUID();
      const sealed = seal(secrets.letters, id, withLogId(letter));
      const orderId = userId === undefined ? null : orderOf(letter);
      await tx.insert(letters).values({ id, userId, orderId, kind: letter.kind, sealed, createdAt: clock.now() });
      await addSending(jobs, tx, id);
    },
  };
}

/** Who reads of trouble can find in the log what led to it. */
function withLogId(letter: Letter): Letter {
  const current = currentRequest();
  return current && isTrouble(letter) ? { ...letter, logId: current.id } : letter;
}

/** Queues the job that sends this letter, unless it has one already. */
export function addSending(jobs: Jobs, tx: Transaction, id: string): Promise<void> {
  return jobs.add(tx, SEND_LETTER, { id }, { key: id, longestWaitSeconds: LONGEST_WAIT_SECONDS });
}
