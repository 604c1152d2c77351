import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi, pretendOffline } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { getJson } from './client.ts';
import { PrivateData } from './private-data.tsx';

const PATH = '/api/user/profile/address/';
const LIST = `GET ${PATH}`;

function Addresses() {
  const { status } = useQuery({ queryKey: ['addresses'], queryFn: () => getJson(PATH) });
  return <p>{status}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  pretendSignedIn();
});

/** Opens a page of somebody's own; says how often the shop was asked for its data. */
async function open() {
  const fetched = vi.spyOn(globalThis, 'fetch');
  openPage(
    <PrivateData frame={null}>
      <Addresses />
    </PrivateData>,
  );
  await pass(0);
  return () => fetched.mock.calls.filter(([path]) => path === PATH).length;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('What failed for a moment comes a second later, unseen', async () => {
  pretendApi({ [LIST]: { status: 503, body: {} } });
  const countAsked = await open();
  pretendApi({ [LIST]: { body: [] } });
  await pass(999);
  expect(screen.getByText('pending')).toBeVisible();
  expect(countAsked()).toBe(1);
  await pass(101);
  expect(screen.getByText('success')).toBeVisible();
});

test.each([
  ['is busy', () => pretendApi({ [LIST]: { status: 503, body: {} } }), 2],
  ['is not reached', pretendOffline, 2],
  ['refuses', () => pretendApi({ [LIST]: { status: 403, body: {} } }), 1],
])('A shop that %s is not asked on and on', async (_, fail, times) => {
  fail();
  const countAsked = await open();
  await pass(10_000);
  expect(screen.getByText('error')).toBeVisible();
  expect(countAsked()).toBe(times);
});
