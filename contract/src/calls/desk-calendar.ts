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
} from '../desk-calendar.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: calendar'], may: 'edit calendar' });

/** What a day holds, and what holds for every day. */
export const calendarCalls = {
  show: call('GET', '/api/desk/calendar/', {
    summary: 'A month: what each day holds, and what is booked',
    query: ShowCalendar,
    answer: DeskCalendar,
  }),
  listDays: call('GET', '/api/desk/calendar/days/', {
    summary: 'A range of days: what each holds, and what is booked',
    query: ShowDays,
    answer: CalendarDay.array(),
  }),
  changeDays: call('PATCH', '/api/desk/calendar/days/', {
    summary: 'Close a range of days, or open it again',
    description: 'All of them or none. Orders that are on them stay.',
    body: ChangeDays,
    answer: CalendarDay.array(),
  }),
  changeDay: call('PATCH', '/api/desk/calendar/days/:day/', {
    summary: 'Change what differs on a day',
    description: 'A limit below what is booked is taken: the orders on the day stay.',
    params: CalendarDayParams,
    body: ChangeDay,
    answer: CalendarDay,
    refuses: [404, 409],
  }),
  changeWeek: call('PATCH', '/api/desk/calendar/week/', {
    summary: 'Change what differs on days of the week',
    body: ChangeWeek,
    answer: DeskCalendar,
  }),
  findSettings: call('GET', '/api/desk/settings/delivery/', {
    may: 'edit settings',
    summary: 'What holds for every day',
    answer: DeliverySettings,
    refuses: [400],
  }),
  changeSettings: call('PATCH', '/api/desk/settings/delivery/', {
    may: 'edit settings',
    summary: 'Change what holds for every day',
    body: ChangeDelivery,
    answer: DeliverySettings,
  }),
};
