import fc from 'fast-check';
import { daysIn } from '#contract/reminder-days.ts';
import { consentWords } from '#contract/reminder-words.ts';
import type { Reminder } from '#contract/reminders.ts';
import { same } from './person.ts';
import { pick, type Step, step } from './step.ts';

const PATH = '/api/user/profile/reminders/';

/** Few of them, so that the same is remembered again. */
const people = fc.constantFrom('Nell', 'Ben', 'Zoë & Ada');
const months = fc.constantFrom(2, 4, 12);
const days = fc.constantFrom(1, 29, 31);
type Date = { who: string; month: number; day: number };
const dates = fc.record({ who: people, month: months, day: days });

const toForm = (date: Date) => {
  const asked = { every_year: true, lead_days: 10 as const };
  return { ...date, occasion: 'birthday', ...asked, consent: consentWords(asked) };
};
const isDay = ({ month, day }: Date) => day <= daysIn(month);
const isSame = (one: Date, other: Date) => one.who === other.who && one.month === other.month && one.day === other.day;

const remember = (date: Date): Step =>
  step(`remember ${date.day}/${date.month} of ${date.who}`, async (model, { customer }) => {
    const reply = await customer.send('POST', PATH, toForm(date));
    same('remembering', reply.status, isDay(date) ? 201 : 400);
    if (!isDay(date)) return;
    const { id } = JSON.parse(reply.text) as Reminder;
    const [known] = [...model.reminders].find(([, one]) => isSame(one, date)) ?? [];
    same('whether it was remembered before', known ?? id, id);
    model.reminders.set(id, date);
  });

const change = (which: number, date: Date): Step =>
  step(`change reminder ${which} to ${date.day}/${date.month} of ${date.who}`, async (model, { customer }) => {
    const id = pick([...model.reminders.keys()], which);
    if (!id) return;
    const { status } = await customer.send('PUT', `${PATH}${id}/`, toForm(date));
    const isTaken = [...model.reminders].some(([other, one]) => other !== id && isSame(one, date));
    same('changing a reminder', status, isDay(date) && !isTaken ? 200 : 400);
    if (status === 200) model.reminders.set(id, date);
  });

const forget = (which: number): Step =>
  step(`forget reminder ${which}`, async (model, { customer }) => {
    const id = pick([...model.reminders.keys()], which);
    if (!id) return;
    same('forgetting', (await customer.send('DELETE', `${PATH}${id}/`)).status, 204);
    same('forgetting twice', (await customer.send('DELETE', `${PATH}${id}/`)).status, 404);
    model.reminders.delete(id);
  });

const which = fc.nat({ max: 30 });

export const REMINDER_STEPS = [
  dates.map(remember),
  fc.tuple(which, dates).map((all) => change(...all)),
  which.map(forget),
];
