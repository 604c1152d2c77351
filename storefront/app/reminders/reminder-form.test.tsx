import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { ReminderForm } from './reminder-form.tsx';

const ADD = 'POST /api/user/profile/reminders/';
const saved = vi.fn();
const DRAFT = { who: 'Nell', occasion: 'birthday', month: 2, day: 14 } as const;
const SAVED = {
  id: 1,
  ...DRAFT,
  every_year: true,
  lead_days: 7,
  date: '2027-02-14',
  letter_on: '2027-02-07',
  stopped_at: null,
  consent: '',
  consented_at: '2026-02-14T10:00:00.000Z',
};
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const open = () => openPage(<ReminderForm draft={DRAFT} ordered="2026-02-14" button="Remember it" onSaved={saved} />);
const send = () => screen.getByRole('button', { name: 'Remember it' });

beforeEach(() => {
  saved.mockReset();
  pretendSignedIn();
});

test('sends who, what and when, with the words beside the button, and that this year is ordered', async () => {
  const asked = pretendApi({ [ADD]: { status: 201, body: SAVED } });
  const { visitor } = open();
  await visitor.selectOptions(field('How often'), 'Only once');
  await visitor.click(send());
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const sent = asked[0]?.body;
  expect(sent).toMatchObject({ ...DRAFT, every_year: false, after: '2026-02-14', consent: expect.any(String) });
  const { consent } = sent as { consent: string };
  expect(consent).not.toBe('');
  expect(screen.getByText((text) => text.startsWith(consent))).toBeVisible();
});

test('refuses a day that the month has not, and a name with a link, under their fields', async () => {
  const { visitor } = open();
  await visitor.selectOptions(field('Day'), '31');
  await fillIn(visitor, { 'Who is it about?': 'nell.example' });
  await visitor.click(send());
  expect(field('Day')).toHaveAccessibleDescription('February has 29 days at most.');
  expect(field('Who is it about?')).toHaveAccessibleDescription('Please give a name, without a link.');
});

test('says what the shop says, and keeps what was typed', async () => {
  pretendApi({ [ADD]: { status: 400, body: { non_field_errors: ['You have 50 reminders already.'] } } });
  const { visitor } = open();
  await visitor.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('You have 50 reminders already.');
  expect(field('Who is it about?')).toHaveValue('Nell');
});
