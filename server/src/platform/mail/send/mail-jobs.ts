import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { SEND_LETTER } from '../create-mail.ts';
import { sendLetter } from './send-letter.ts';
import { sweepLetters } from './sweep-letters.ts';
import type { Transport } from './transport.ts';

/** Sends letters as they are posted, and sweeps for those whose job was lost. */
export const mailJobs = (deps: Deps, transport: Transport): JobHandlers => ({
  [SEND_LETTER]: {
    atOnce: 2,
    work: withPayload(z.object({ id: z.string() }), ({ id }) => sendLetter(deps, transport, id)),
  },
  'sweep-letters': {
    cron: '*/5 * * * *',
    work: async () => {
      await sweepLetters(deps);
      await transport.prune?.(deps.clock.now());
    },
  },
});
