import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BadInput, Detail } from '#contract/errors.ts';
import { NewReminder, Reminder, ReminderForm, ReminderList, ReminderParams } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { addReminder } from './add-reminder.ts';
import { changeReminder } from './change-reminder.ts';
import { listReminders } from './list-reminders.ts';
import { removeReminder } from './remove-reminder.ts';

const tags = ['Reminders'];

/** Dates that somebody asked to be reminded of. */
export const reminderRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/profile/reminders/',
      {
        onRequest,
        schema: { tags, ...PRIVATE, summary: "One's own reminders", response: { 200: ReminderList, 401: Detail } },
      },
      async ({ shopper }) => listReminders(deps.db, shopper.userId),
    );

    app.post(
      '/api/user/profile/reminders/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Remember a date',
          description: 'The same date once more changes the reminder that there is.',
          body: NewReminder,
          response: { 201: Reminder, 400: BadInput, 401: Detail, 429: Detail },
        },
      },
      async ({ shopper, body }, reply) => reply.code(201).send(await addReminder(deps, shopper, body)),
    );

    app.put(
      '/api/user/profile/reminders/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Change a reminder',
          description: 'One that was stopped goes on.',
          params: ReminderParams,
          body: ReminderForm,
          response: { 200: Reminder, 400: BadInput, 401: Detail, 404: Detail, 429: Detail },
        },
      },
      async ({ shopper, params, body }) => changeReminder(deps, shopper, params.id, body),
    );

    app.delete(
      '/api/user/profile/reminders/:id/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Forget a date',
          params: ReminderParams,
          response: { 204: z.undefined(), 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        await removeReminder(deps, shopper, params.id);
        return reply.code(204).send();
      },
    );
  };
