import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  CalendarDay,
  CalendarDayParams,
  ChangeDay,
  ChangeDays,
  ChangeDelivery,
  ChangeWeek,
  DeliverySettings,
  DeskCalendar,
  ShowCalendar,
  ShowDays,
} from '#contract/desk-calendar.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { listCalendar, listRange } from '../delivery/list-calendar.ts';
import { readSettings } from '../delivery/read-settings.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { changeDayAtDesk, changeDaysAtDesk, changeDeliveryAtDesk, changeWeekAtDesk } from './change-calendar.ts';

const shared = { tags: ['Desk: calendar'], ...AT_DESK };
const refusals = { 400: BadInput, 401: Detail, 403: Detail };

/** What a day holds, and what holds for every day. Other processes hear of a change from the database; this one reads it at once. */
export const calendarRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'edit calendar');

    app.get(
      '/api/desk/calendar/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A month: what each day holds, and what is booked',
          querystring: ShowCalendar,
          response: { 200: DeskCalendar, ...refusals },
        },
      },
      async ({ query }) => listCalendar(deps.db, deps.clock.now(), query.month),
    );

    app.get(
      '/api/desk/calendar/days/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A range of days: what each holds, and what is booked',
          querystring: ShowDays,
          response: { 200: CalendarDay.array(), ...refusals },
        },
      },
      async ({ query }) => listRange(deps.db, deps.clock.now(), query.from, query.to),
    );

    app.patch(
      '/api/desk/calendar/days/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Close a range of days, or open it again',
          description: 'All of them or none. Orders that are on them stay.',
          body: ChangeDays,
          response: { 200: CalendarDay.array(), ...refusals },
        },
      },
      async ({ colleague, body }) => {
        const days = await changeDaysAtDesk(deps, doneBy(colleague), body);
        await deps.delivery.renew();
        return days;
      },
    );

    app.patch(
      '/api/desk/calendar/days/:day/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Change what differs on a day',
          description: 'A limit below what is booked is taken: the orders on the day stay.',
          params: CalendarDayParams,
          body: ChangeDay,
          response: { 200: CalendarDay, ...refusals, 404: Detail, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const day = await changeDayAtDesk(deps, doneBy(colleague), params.day, body);
        await deps.delivery.renew();
        return day;
      },
    );

    app.patch(
      '/api/desk/calendar/week/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Change what differs on days of the week',
          body: ChangeWeek,
          response: { 200: DeskCalendar, ...refusals },
        },
      },
      async ({ colleague, body }) => {
        const calendar = await changeWeekAtDesk(deps, doneBy(colleague), body);
        await deps.delivery.renew();
        return calendar;
      },
    );

    app.get(
      '/api/desk/settings/delivery/',
      {
        onRequest: atDesk(deps, 'edit settings'),
        schema: { ...shared, summary: 'What holds for every day', response: { 200: DeliverySettings, ...refusals } },
      },
      async () => readSettings(deps.db),
    );

    app.patch(
      '/api/desk/settings/delivery/',
      {
        onRequest: atDesk(deps, 'edit settings'),
        schema: {
          ...shared,
          summary: 'Change what holds for every day',
          body: ChangeDelivery,
          response: { 200: DeliverySettings, ...refusals },
        },
      },
      async ({ colleague, body }) => {
        const settings = await changeDeliveryAtDesk(deps, doneBy(colleague), body);
        await deps.delivery.renew();
        return settings;
      },
    );
  };
