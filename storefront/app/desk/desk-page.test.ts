import { expect, test } from 'vitest';
import { Refusal } from './desk-api.ts';
import { pressOn } from './desk-page.tsx';

test.each([
  ['of a shop that was not reached', 0, 503],
  ['in words', 409, 409],
])('a refusal %s of a press leaves the page as it is, with the words', async (_, status, answered) => {
  const press = pressOn(async () => {
    throw new Refusal(status, { detail: 'Not now.' });
  });
  const request = new Request('https://shop.example/desk/stems', { method: 'POST', body: new URLSearchParams() });
  const sent = await press({ request, params: {} } as Parameters<typeof press>[0]);
  // From 400 on the router fetches nothing anew, which would fail as the press did.
  expect(sent).toMatchObject({ data: { refused: { detail: 'Not now.' } }, init: { status: answered } });
});
