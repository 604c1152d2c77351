import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { sendReminders } from './send-reminders.ts';

/** Every hour, in UTC; the work itself looks at a clock in London. */
export const reminderJobs = (deps: Deps): JobHandlers => ({
  'send-reminders': { cron: '5 * * * *', work: () => sendReminders(deps) },
});
