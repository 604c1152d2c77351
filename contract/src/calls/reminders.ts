import { Detail } from '../errors.ts';
import {
  NewReminder,
  Reminder,
  ReminderForm,
  ReminderList,
  ReminderParams,
  StopParams,
  StopQuery,
} from '../reminders.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Reminders'], may: 'shopper' });

/** Dates that somebody asked to be reminded of. */
export const reminderCalls = {
  list: call('GET', '/api/user/profile/reminders/', { summary: "One's own reminders", answer: ReminderList }),
  add: call('POST', '/api/user/profile/reminders/', {
    summary: 'Remember a date',
    description: 'The same date once more changes the reminder that there is.',
    body: NewReminder,
    answer: Reminder,
    status: 201,
    refuses: [429],
  }),
  change: call('PUT', '/api/user/profile/reminders/:id/', {
    summary: 'Change a reminder',
    description: 'One that was stopped goes on.',
    params: ReminderParams,
    body: ReminderForm,
    answer: Reminder,
    refuses: [404, 429],
  }),
  remove: call('DELETE', '/api/user/profile/reminders/:id/', {
    summary: 'Forget a date',
    params: ReminderParams,
    refuses: [404],
  }),
  stop: call('POST', '/reminders/stop/:token', {
    may: 'everybody',
    summary: 'Stop the reminder of a letter, by its link',
    description: 'As often as one likes; also the one-click unsubscribe of mail programs.',
    params: StopParams,
    query: StopQuery,
    answer: Detail,
    refuses: [404],
  }),
};
