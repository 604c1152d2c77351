import * as z from 'zod';
import { callsOf, fileOf } from './call.ts';

const call = callsOf({ tags: ['Desk'], may: 'staff' });

/** What changes while a page of the desk is open. */
export const liveCalls = {
  listen: call('GET', '/api/desk/live/', {
    summary: 'What changes, as it happens',
    description:
      'Server-sent events. The data of `change` names orders and days, as `order 12,day 2026-11-17`; if it names nothing, everything may have changed.',
    answer: fileOf('text/event-stream', 'Events', z.string()),
  }),
};
