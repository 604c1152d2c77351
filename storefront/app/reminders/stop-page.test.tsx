import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import StopPage from './stop-page.tsx';

const open = () => openPage(<StopPage />, { at: '/reminders/stop/a-token', path: '/reminders/stop/:token' });

test('stops nothing before a press, then this one, then all of them', async () => {
  const asked = pretendApi({ 'POST /reminders/stop/a-token*': { status: 204 } });
  const { visitor } = open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Stop this reminder?');
  expect(asked).toEqual([]);
  await visitor.click(screen.getByRole('button', { name: 'Stop this reminder' }));
  expect(await screen.findByText('It is stopped. We do not write to you about this date again.')).toHaveFocus();
  await visitor.click(screen.getByRole('button', { name: 'Stop all my reminders' }));
  expect(await screen.findByText(/^All of your reminders are stopped\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Stop/ })).not.toBeInTheDocument();
  expect(asked.map(({ call }) => call)).toEqual([
    'POST /reminders/stop/a-token',
    'POST /reminders/stop/a-token?all=true',
  ]);
});

test('says what the shop says where it does not work', async () => {
  pretendApi({ 'POST /reminders/stop/a-token': { status: 404, body: { detail: 'This link is no longer good.' } } });
  const { visitor } = open();
  await visitor.click(screen.getByRole('button', { name: 'Stop this reminder' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer good.');
  expect(screen.getByRole('button', { name: 'Stop this reminder' })).toBeVisible();
});
