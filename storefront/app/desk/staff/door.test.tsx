import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { OwnAccess } from '#contract/staff.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as codePage from './code-page.tsx';
import * as devicesPage from './devices-page.tsx';
import * as invitationPage from './invitation-page.tsx';
import * as linkPage from './link-page.tsx';

const button = (name: string) => screen.getByRole('button', { name });

describe('An invitation', () => {
  const READ = 'GET /api/desk/invitations/abc/';
  const LINK = 'POST /api/desk/invitations/abc/link/';
  const INVITED = {
    name: 'Flora',
    email: 'flora@shop.example',
    roles: ['florist'],
    invited_by: 'Marigold',
    until: '2026-11-20T09:00:00.000Z',
  };
  async function open(answers: Record<string, Answer>) {
    const asked = pretendApi(answers);
    const opened = openDeskPage(invitationPage, { at: '/desk/invitation/abc', path: '/desk/invitation/:key' });
    await screen.findByRole('heading', { level: 1 });
    return { asked, ...opened };
  }

  test('says who asks whom to join as what, and until when', async () => {
    await open({ [READ]: { body: INVITED } });
    expect(screen.getByText(/^Marigold asked/)).toHaveTextContent(
      'Marigold asked flora@shop.example to join as florist. The invitation holds until Friday 20 November.',
    );
    expect(screen.getByLabelText(/^What shall we call you/)).toHaveValue('Flora');
  });

  test('of the first owner does not know the name', async () => {
    await open({ [READ]: { body: { ...INVITED, name: 'Owner', invited_by: null, roles: ['owner'] } } });
    expect(screen.getByText(/^The shop asked/)).toBeVisible();
    expect(screen.getByLabelText(/^What shall we call you/)).toHaveValue('');
  });

  test('is answered by a link, with the name as it was typed', async () => {
    const { visitor, asked } = await open({ [READ]: { body: INVITED }, [LINK]: { status: 204 } });
    await fillIn(visitor, { 'What shall we call you? (stands in the history)': 'Flora Reed' });
    await visitor.click(button('Join with an e-mail link instead'));
    expect(await screen.findByRole('heading', { name: 'Look into your mail.' })).toBeVisible();
    expect(asked.find(({ call }) => call === LINK)?.body).toEqual({ name: 'Flora Reed' });
  });

  test('that is refused keeps the name', async () => {
    const { visitor } = await open({
      [READ]: { body: INVITED },
      [LINK]: { status: 400, body: { name: ['Too long.'] } },
    });
    await visitor.click(button('Join with an e-mail link instead'));
    const name = await screen.findByRole('textbox', { name: /^What shall we call you/, description: 'Too long.' });
    expect(name).toHaveValue('Flora');
  });

  test('that is over says so', async () => {
    await open({ [READ]: { status: 404, body: { detail: 'Not found.' } } });
    expect(screen.getByRole('heading', { name: 'This invitation is over.' })).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('without passkeys in the browser says what else there is', async () => {
    const { visitor } = await open({
      [READ]: { body: INVITED },
      'POST /api/desk/invitations/abc/options/': { body: { challenge: 'abc' } },
    });
    await visitor.click(button('Create a passkey and join'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This browser has no passkeys. Use a link by e-mail instead.',
    );
    expect(button('Create a passkey and join')).toBeEnabled();
  });
});

describe('A link from a letter', () => {
  const USE = 'POST /api/desk/sign-in/by-link/';
  async function open(answer: Answer) {
    const asked = pretendApi({ [USE]: answer });
    const opened = openDeskPage(linkPage, { at: '/desk/link/abc', path: '/desk/link/:key' });
    await screen.findByRole('heading', { name: 'The door is ajar.' });
    return { asked, ...opened };
  }

  test('is used by a press and not by opening it', async () => {
    const { visitor, asked } = await open({ body: {} });
    expect(asked).toEqual([]);
    await visitor.click(button('Open the desk'));
    expect(await screen.findByText('Now at /desk/passkey')).toBeInTheDocument();
    expect(asked[0]?.body).toEqual({ key: 'abc' });
  });

  test('that is no good says why, and where to ask for another', async () => {
    const { visitor } = await open({ status: 403, body: { detail: 'This link has been used.' } });
    await visitor.click(button('Open the desk'));
    expect(await screen.findByRole('heading', { name: 'The door stays shut.' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('This link has been used.');
    expect(screen.getByRole('link', { name: 'Ask for another link' })).toHaveAttribute('href', '/desk/sign-in');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('A recovery code', () => {
  const USE = 'POST /api/desk/sign-in/by-code/';

  test.each<[string, Answer]>([
    ['opens the desk', { body: {} }],
    ['that is wrong says so, and keeps the address', { status: 403, body: { detail: 'This code is not right.' } }],
  ])('%s', async (_, answer) => {
    const asked = pretendApi({ [USE]: answer });
    const { visitor } = openDeskPage(codePage, { at: '/desk/sign-in/code' });
    await screen.findByRole('heading', { name: 'A spare key.' });
    await fillIn(visitor, { 'E-mail': 'flora@shop.example', 'Recovery code': 'ABCD-EFGH' });
    await visitor.click(button('Sign in'));
    if (answer.status === 403) {
      expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
      expect(screen.getByLabelText('E-mail')).toHaveValue('flora@shop.example');
    } else expect(await screen.findByText('Now at /desk/passkey')).toBeInTheDocument();
    expect(asked[0]?.body).toEqual({ email: 'flora@shop.example', code: 'ABCD-EFGH' });
  });
});

describe('One’s own devices', () => {
  const READ = 'GET /api/desk/devices/';
  const CODES = 'POST /api/desk/recovery-codes/';
  const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15';
  const ACCESS: OwnAccess = {
    devices: [
      {
        id: 'a',
        staff_id: 1,
        device: PHONE,
        opened_by: 'link',
        started_at: '',
        used_at: '2026-11-14T16:10:00.000Z',
        is_this: false,
      },
      {
        id: 'b',
        staff_id: 1,
        device: PHONE,
        opened_by: 'passkey',
        started_at: '',
        used_at: '2026-11-16T16:10:00.000Z',
        is_this: true,
      },
    ],
    passkeys: [{ id: 'k', device: PHONE, is_backed_up: false, created_at: '2026-11-01T10:00:00.000Z', used_at: null }],
    recovery_codes: 3,
  };
  async function open(changes: Partial<OwnAccess> = {}, answers: Record<string, Answer> = {}) {
    const asked = pretendApi({ [READ]: { body: { ...ACCESS, ...changes } }, ...answers });
    const opened = openDeskPage(devicesPage, { at: '/desk/devices' });
    await screen.findByRole('heading', { name: 'Your devices' });
    return { asked, ...opened };
  }

  test('are signed out but for this one, and a passkey is removed, each by a press', async () => {
    const { visitor, asked } = await open(
      {},
      {
        'DELETE /api/desk/devices/a/': { status: 204 },
        'DELETE /api/desk/passkeys/k/': { status: 204 },
      },
    );
    expect(screen.getByText('This one')).toBeVisible();
    expect(screen.getByText('Made Sun 1 Nov, on that device alone')).toBeVisible();
    await visitor.click(screen.getByRole('button', { name: /^Sign out/ }));
    await visitor.click(screen.getByRole('button', { name: /^Remove the passkey made with .*, the last one$/ }));
    await waitFor(() =>
      expect(asked.filter(({ call }) => call.startsWith('DELETE')).map(({ call }) => call)).toEqual([
        'DELETE /api/desk/devices/a/',
        'DELETE /api/desk/passkeys/k/',
      ]),
    );
  });

  test('a passkey that has to stay says why', async () => {
    const { visitor } = await open(
      {},
      {
        'DELETE /api/desk/passkeys/k/': { status: 409, body: { detail: 'Make recovery codes first.' } },
      },
    );
    await visitor.click(screen.getByRole('button', { name: /^Remove the passkey/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Make recovery codes first.');
  });

  test('codes are shown once they are made; those that are left are counted before', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { visitor } = await open({}, { [CODES]: { body: { codes: ['ABCD-EFGH', 'JKLM-NPQR'] } } });
    expect(screen.getByText('3 of ten are left. New ones end these.')).toBeVisible();
    await visitor.click(button('Make ten new codes'));
    expect(await screen.findByText('JKLM-NPQR')).toBeVisible();
    await visitor.click(button('Print'));
    expect(print).toHaveBeenCalledOnce();
  });

  test('codes that are refused say why; whoever has none is told what they are for', async () => {
    const { visitor } = await open(
      { recovery_codes: 0, passkeys: [] },
      {
        [CODES]: { status: 429, body: { detail: 'Too many. Try again later.' } },
      },
    );
    expect(screen.getByText(/^You have none\. Each opens the desk once/)).toBeVisible();
    expect(screen.getByText('None yet. You came by a link or a recovery code.')).toBeVisible();
    await visitor.click(button('Make ten codes'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many. Try again later.');
  });
});
