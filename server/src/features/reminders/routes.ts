import type { FastifyPluginAsync } from 'fastify';
import { reminderCalls } from '#contract/calls/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { addReminder } from './add-reminder.ts';
import { changeReminder } from './change-reminder.ts';
import { listReminders } from './list-reminders.ts';
import { removeReminder } from './remove-reminder.ts';

/** Dates that somebody asked to be reminded of. */
export const reminderRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(reminderCalls.list, ({ shopper }) => listReminders(deps.db, shopper.userId));
    serve(reminderCalls.add, ({ shopper, body }) => addReminder(deps, shopper, body));
    serve(reminderCalls.change, ({ shopper, params, body }) => changeReminder(deps, shopper, params.id, body));
    serve(reminderCalls.remove, ({ shopper, params }) => removeReminder(deps, shopper, params.id));
  };
