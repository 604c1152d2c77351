import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_REMINDERS } from '#contract/limits.ts';
import type { Reminder } from '#contract/reminders.ts';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { type Answer, pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeProfile } from '../testing/samples.ts';
import RememberDate from './remember-date.tsx';
import ReminderList from './reminder-list.tsx';

const LIST = 'GET /api/user/profile/reminders/';
const ADD = 'POST /api/user/profile/reminders/';
const DELETE = 'DELETE /api/user/profile/reminders/1/';

const makeReminder = (changes: Partial<Reminder> = {}): Reminder => ({
  id: 1,
  who: 'Nell',
  occasion: 'birthday',
  month: 2,
  day: 14,
  every_year: true,
  lead_days: 7,
  date: '2099-02-14',
  letter_on: '2099-02-07',
  stopped_at: null,
  consent: '',
  consented_at: '2026-02-14T10:00:00.000Z',
  ...changes,
});

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  pretendSignedIn();
});

describe('The dates to remember', () => {
  async function open(list: Reminder[], answers: Record<string, Answer> = {}, email_confirmed = true) {
    const asked = pretendApi({ [LIST]: { body: list }, ...answers });
    const opened = openPage(<ReminderList user={makeProfile({ email_confirmed })} />);
    await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
    return { asked, ...opened };
  }

  test('are a card each: whose, when, and when the letter comes or why none does', async () => {
    await open([
      makeReminder(),
      makeReminder({ id: 2, who: 'Grandpa', occasion: 'memory', every_year: false, letter_on: null }),
      makeReminder({ id: 3, who: 'Aunt Una', occasion: 'other', stopped_at: '2026-11-16T10:00:00.000Z' }),
      makeReminder({ id: 4, who: 'Ivo', letter_on: '2020-01-01' }),
    ]);
    const cards = within(await screen.findByRole('list', { name: 'Your reminders' })).getAllByRole('listitem');
    const said = cards.map((card) => [...card.querySelectorAll('h2, p')].map(({ textContent }) => textContent));
    expect(said).toEqual([
      ['Nell’s birthday', '14 February, every year', 'The letter comes on Saturday 7 February 2099, a week before.'],
      ['In memory of Grandpa', '14 February, once', 'The letter was sent. We forget the date when it is over.'],
      ['Aunt Una', '14 February, every year', 'You stopped it on Monday 16 November. No letter comes.'],
      ['Ivo’s birthday', '14 February, every year', 'The letter comes within a day.'],
    ]);
    expect(button('Remember again Aunt Una')).toBeVisible();
  });

  test('that there are none is said; the first is added, and the focus comes back', async () => {
    const { visitor, asked } = await open([], { [ADD]: { status: 201, body: makeReminder() } });
    expect(await screen.findByRole('heading', { name: 'No dates yet.' })).toBeVisible();
    await visitor.click(button('Add a date'));
    expect(screen.getByRole('heading', { name: 'A date to remember' })).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'No dates yet.' })).not.toBeInTheDocument();
    await fillIn(visitor, { 'Who is it about?': 'Nell' });
    pretendApi({ [LIST]: { body: [makeReminder()] }, [ADD]: { status: 201, body: makeReminder() } });
    await visitor.click(button('Remember it'));
    expect(await screen.findByText('We remember it: Nell’s birthday.')).toBeInTheDocument();
    expect(button('Add a date')).toHaveFocus();
    expect(asked.find(({ call }) => call === ADD)?.body).toMatchObject({ who: 'Nell', occasion: 'birthday' });
  });

  test('that nobody can be written to is said to whoever has not confirmed', async () => {
    await open([makeReminder()], {}, false);
    expect(await screen.findByText(/^Letters go to a confirmed address only/)).toBeVisible();
  });

  test('are not more than the shop remembers', async () => {
    await open(Array.from({ length: MAX_REMINDERS }, (_, place) => makeReminder({ id: place + 1 })));
    expect(await screen.findByText('We remember at most 30 dates. Remove one to add another.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a date' })).not.toBeInTheDocument();
  });

  test('that do not come are said so, with nothing to add to, and come when asked again', async () => {
    const { visitor } = await open([], { [LIST]: { status: 500, body: {} } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your reminders could not be loaded.');
    expect(screen.queryByRole('button', { name: 'Add a date' })).not.toBeInTheDocument();
    pretendApi({ [LIST]: { body: [makeReminder()] } });
    await visitor.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Nell’s birthday' })).toBeVisible();
  });

  test('are changed in their place, or left as they were', async () => {
    const PATCH = 'PUT /api/user/profile/reminders/1/';
    const { visitor, asked } = await open([makeReminder()], { [PATCH]: { body: makeReminder({ who: 'Nelly' }) } });
    await visitor.click(await screen.findByRole('button', { name: 'Edit Nell’s birthday' }));
    await visitor.click(button('Cancel'));
    expect(button('Edit Nell’s birthday')).toHaveFocus();
    await visitor.click(button('Edit Nell’s birthday'));
    await fillIn(visitor, { 'Who is it about?': 'Nelly' });
    await visitor.click(button('Save'));
    expect(await screen.findByText('We remember it: Nelly’s birthday.')).toBeInTheDocument();
    expect(asked.find(({ call }) => call === PATCH)?.body).toMatchObject({ who: 'Nelly', lead_days: 7 });
  });

  test('are removed once that was confirmed; one that is gone already is gone', async () => {
    const { visitor } = await open([makeReminder()], { [DELETE]: { status: 404, body: { detail: 'Not found.' } } });
    await visitor.click(await screen.findByRole('button', { name: 'Remove Nell’s birthday' }));
    expect(button('Keep Nell’s birthday')).toHaveFocus();
    await visitor.click(button('Keep Nell’s birthday'));
    expect(button('Remove Nell’s birthday')).toHaveFocus();
    await visitor.click(button('Remove Nell’s birthday'));
    pretendApi({ [LIST]: { body: [] }, [DELETE]: { status: 404, body: { detail: 'Not found.' } } });
    await visitor.click(button('Yes, remove Nell’s birthday'));
    expect(await screen.findByText('Nell’s birthday has been removed.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'No dates yet.' })).toBeVisible();
  });

  test('that could not be removed stay, with why', async () => {
    const { visitor } = await open([makeReminder()], { [DELETE]: { status: 403, body: { detail: 'Not now.' } } });
    await visitor.click(await screen.findByRole('button', { name: 'Remove Nell’s birthday' }));
    await visitor.click(button('Yes, remove Nell’s birthday'));
    expect(await screen.findByText('Nell’s birthday could not be removed. Not now.')).toBeVisible();
    expect(button('Yes, remove Nell’s birthday')).toBeEnabled();
  });
});

describe('After an order', () => {
  const open = (whom: string) => openPage(<RememberDate day="2026-12-24" whom={whom} />);

  test.each([
    ['Nell Thorne', 'Nell'],
    ['Mrs Nell Thorne', 'Mrs Nell Thorne'],
    ['Ada and Nell', 'Ada and Nell'],
    ['', ''],
  ])('for “%s” its day is offered for “%s”', (whom, who) => {
    open(whom);
    expect(screen.getByLabelText('Who is it about?')).toHaveValue(who);
    expect(screen.getByLabelText('Day')).toHaveDisplayValue('24');
    expect(screen.getByLabelText('Month')).toHaveDisplayValue('December');
  });

  test('it is remembered, and taken back where that was a slip', async () => {
    pretendApi({
      [ADD]: { status: 201, body: makeReminder() },
      [DELETE]: { status: 403, body: { detail: 'Not now.' } },
    });
    const { visitor } = open('Nell Thorne');
    await visitor.click(button('Remember it'));
    expect(await screen.findByRole('heading', { name: 'Remembered.' })).toHaveFocus();
    expect(screen.getByText(/^Nell’s birthday, 14 February, every year\. The letter comes on/)).toBeVisible();
    await visitor.click(button('Take it back'));
    expect(await screen.findByText('Not now.')).toBeVisible();
    pretendApi({ [DELETE]: { status: 204 } });
    await visitor.click(button('Take it back'));
    expect(await screen.findByRole('heading', { name: 'Remember this date?' })).toHaveFocus();
  });
});
