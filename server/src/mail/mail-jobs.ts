import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { SEND_LETTER } from './create-mail.ts';
import { sendLetter } from './send-letter.ts';
import { sweepLetters } from './sweep-letters.ts';
import type { Transport } from './transport.ts';

/** What the post room does: sends letters as they come, and looks after those that were left behind. */
export const mailJobs = (deps: Deps, transport: Transport): JobHandlers => ({
  [SEND_LETTER]: { atOnce: 2, work: ({ id }: { id: string }) => sendLetter(deps, transport, id) },
  'sweep-letters': { cron: '*/5 * * * *', work: () => sweepLetters(deps) },
});
