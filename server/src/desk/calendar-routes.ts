import type { FastifyPluginAsync } from 'fastify';
import { calendarCalls } from '#contract/calls/desk-calendar.ts';
import type { Deps } from '#server/deps.ts';
import { listCalendar, listRange } from '#server/features/delivery/list-calendar.ts';
import { readSettings } from '#server/features/delivery/read-settings.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { changeDayAtDesk, changeDaysAtDesk, changeDeliveryAtDesk, changeWeekAtDesk } from './change-calendar.ts';

/** What a day holds, and what holds for every day. Other processes hear of a change from the database; this one reads it at once. */
export const calendarRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(calendarCalls.show, ({ query }) => listCalendar(deps.db, deps.clock.now(), query.month));
    serve(calendarCalls.listDays, ({ query }) => listRange(deps.db, deps.clock.now(), query.from, query.to));
    serve(calendarCalls.changeDays, async ({ colleague, body }) => {
      const days = await changeDaysAtDesk(deps, doneBy(colleague), body);
      await deps.delivery.renew();
      return days;
    });
    serve(calendarCalls.changeDay, async ({ colleague, params, body }) => {
      const day = await changeDayAtDesk(deps, doneBy(colleague), params.day, body);
      await deps.delivery.renew();
      return day;
    });
    serve(calendarCalls.changeWeek, async ({ colleague, body }) => {
      const calendar = await changeWeekAtDesk(deps, doneBy(colleague), body);
      await deps.delivery.renew();
      return calendar;
    });
    serve(calendarCalls.findSettings, () => readSettings(deps.db));
    serve(calendarCalls.changeSettings, async ({ colleague, body }) => {
      const settings = await changeDeliveryAtDesk(deps, doneBy(colleague), body);
      await deps.delivery.renew();
      return settings;
    });
  };
