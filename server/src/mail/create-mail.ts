import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { seal } from '../sealed.ts';
import type { Mail } from './mail.ts';
import { letters } from './table.ts';

/** The queue of letters that wait to leave. */
export const SEND_LETTER = 'send-letter';

/** Posting is two rows in the caller's transaction: no mail server can hold it up. */
export function createMail({ clock, jobs, secrets }: Pick<Deps, 'clock' | 'jobs' | 'secrets'>): Mail {
  return {
    async post(tx, letter, userId) {
      const id = randomUUID();
      const sealed = seal(secrets.letters, id, letter);
      await tx.insert(letters).values({ id, userId, kind: letter.kind, sealed, createdAt: clock.now() });
      await jobs.add(tx, SEND_LETTER, { id }, { key: id });
    },
  };
}
