import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gte } from '#server/platform/database/drizzle.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
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
    const rows = posted.map(({ letter, userId, heldSeconds }) => {
      const id = randomUUID();
      const sealed = seal(secrets.letters, id, withLogId(letter));
      const orderId = userId === undefined ? null : orderOf(letter);
      return { heldSeconds, row: { id, userId, orderId, kind: letter.kind, sealed, createdAt: clock.now() } };
    });
    await tx.insert(letters).values(rows.map(({ row }) => row));
    await jobs.addAll(
      tx,
      SEND_LETTER,
      rows.map(({ row, heldSeconds }) => toSending(row.id, heldSeconds)),
    );
  };
  return {
    postAll,
    post: (tx, letter, userId, options) =>
      postAll(tx, [{ letter, ...(userId !== undefined && { userId }), ...options }]),
    withdraw,
  };
}

/** Who reads of trouble can find in the log what led to it. */
function withLogId(letter: Letter): Letter {
  const current = currentRequest();
  return current && isTrouble(letter) ? { ...letter, logId: current.id } : letter;
}

/** Queues the job that sends each of these letters, unless it has one already. */
export function addSending(jobs: Jobs, tx: Transaction, ...ids: string[]): Promise<void> {
  return jobs.addAll(
    tx,
    SEND_LETTER,
    ids.map((id) => toSending(id)),
  );
}

const toSending = (id: string, heldSeconds = 0) => ({
  data: { id },
  key: id,
  longestWaitSeconds: LONGEST_WAIT_SECONDS,
  afterSeconds: heldSeconds,
});

/** A process that has a letter in hand holds its row: whoever comes second sees what the first did. */
async function withdraw(tx: Transaction, kind: Letter['kind'], orderId: number, since: Date): Promise<boolean> {
  const wanted = and(eq(letters.orderId, orderId), eq(letters.kind, kind), gte(letters.createdAt, since));
  await tx.delete(letters).where(and(wanted, eq(letters.attempts, 0)));
  return (await tx.$count(letters, wanted)) === 0;
}
