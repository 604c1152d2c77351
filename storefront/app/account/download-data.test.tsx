import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../testing/pretend-api.ts';
import { pretendDownload } from '../testing/pretend-download.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeProfile } from '../testing/samples.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';

const DATA = 'GET /api/user/profile/download/';
const DELETE = 'POST /api/user/profile/delete/';
const CODE = 'POST /api/user/profile/code/';

beforeEach(() => {
  pretendSignedIn();
});

test('All that is held of somebody is one file, fetched once', async () => {
  const saved = pretendDownload();
  const held = holdAnswer({ body: { username: 'rosalind', orders: [] } });
  const asked = pretendApi({ [DATA]: held.answer });
  const { visitor } = openPage(<DownloadData />);
  await visitor.dblClick(screen.getByRole('button', { name: 'Download my data' }));
  expect(screen.getByRole('button', { name: 'Fetching…' })).toBeVisible();
  held.release();
  expect(await screen.findByRole('button', { name: 'Download my data' })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(saved.names).toEqual(['marigold-lane-my-data.json']);
  expect(JSON.parse((await saved.readFile()) ?? '')).toEqual({ username: 'rosalind', orders: [] });
});

test('One that is refused says why, and can be asked for again', async () => {
  pretendDownload();
  pretendApi({ [DATA]: { status: 429, body: { detail: 'Please wait an hour.' } } });
  const { visitor } = openPage(<DownloadData />);
  await visitor.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('Please wait an hour.')).toBeVisible();
  pretendApi({ [DATA]: { body: {} } });
  await visitor.click(screen.getByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(screen.queryByText('Please wait an hour.')).not.toBeInTheDocument());
});

test('Whoever has no password closes the account with a code by email', async () => {
  const asked = pretendApi({
    [CODE]: { body: { detail: 'The code is on its way.' } },
    [DELETE]: { status: 400, body: { code: ['This code is not right.'] } },
  });
  const { visitor } = openPage(<DeleteAccount user={makeProfile({ has_password: false })} />);
  expect(screen.getByText(/^Removes you from our books\. We ask for a code by email first/)).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Delete my account' }));
  await visitor.click(screen.getByRole('button', { name: 'Send me the code' }));
  expect(await screen.findByText('The code is on its way.')).toBeVisible();
  await fillIn(visitor, { 'Code from the letter': '123456' });
  await visitor.click(screen.getAllByRole('button', { name: 'Delete my account' }).at(-1) as HTMLElement);
  expect(await screen.findByText('This code is not right.')).toBeVisible();
  expect(asked.at(-1)?.body).toMatchObject({ code: '123456', password: '' });
});
