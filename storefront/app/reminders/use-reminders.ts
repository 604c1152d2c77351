import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReminderList } from '#contract/reminders.ts';
import { getJson } from '../api/client.ts';

export const REMINDERS_PATH = '/api/user/profile/reminders/';
const KEY = ['reminders'];

/** The customer's reminders. After a change they are fetched again: the next date comes first, and the shop knows which that is. */
export function useReminders() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => ReminderList.parse(await getJson(REMINDERS_PATH)),
  });
  return { ...query, renew: () => client.invalidateQueries({ queryKey: KEY }) };
}
