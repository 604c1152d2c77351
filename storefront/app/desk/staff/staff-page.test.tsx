import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { StaffMember } from '#contract/staff.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as staffPage from './staff-page.tsx';

const READ = 'GET /api/desk/staff/';
const INVITE = 'POST /api/desk/staff/';

const makeDevice = (id: string, changes: Partial<StaffMember['devices'][number]> = {}) => ({
  id,
  staff_id: 2,
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15',
  opened_by: 'passkey' as const,
  started_at: '2026-11-10T09:00:00.000Z',
  used_at: '2026-11-14T16:10:00.000Z',
  is_this: false,
  ...changes,
});

const makeMember = (changes: Partial<StaffMember> = {}): StaffMember => ({
  id: 2,
  name: 'Flora Reed',
  email: 'flora@shop.example',
  roles: ['florist'],
  state: 'joined',
  invited_until: null,
  last_used_at: null,
  passkeys: 1,
  devices: [],
  ...changes,
});
const ME = makeMember({ id: 1, name: 'Marigold', email: 'm@shop.example', roles: ['owner', 'florist'] });

async function open(staff: StaffMember[], answers: Record<string, Answer> = {}, search = '') {
  const asked = pretendApi({ [READ]: { body: { staff } }, ...answers });
  const opened = openDeskPage(staffPage, { at: `/desk/staff${search}` });
  await screen.findByRole('heading', { level: 1, name: 'Staff' });
  return { asked, ...opened };
}

const row = (name: RegExp) => within(screen.getByRole('row', { name }));
const button = (name: string) => screen.getByRole('button', { name });

describe('Who works here', () => {
  test('is a row each; nobody changes or disables themselves', async () => {
    await open([
      ME,
      makeMember({ devices: [makeDevice('a')] }),
      makeMember({ id: 3, name: 'Ivo Marsh', state: 'invited', invited_until: '2026-11-20T09:00:00.000Z' }),
      makeMember({ id: 4, name: 'Old Hand', state: 'disabled', roles: ['florist', 'driver'] }),
    ]);
    expect(screen.getByText('2 people, 1 device. Nobody has a password.')).toBeVisible();
    expect(row(/^Marigold/).queryByRole('combobox')).not.toBeInTheDocument();
    expect(row(/^Marigold/).getByText('you')).toBeVisible();
    expect(row(/^Flora Reed/).getByLabelText('Role of Flora Reed')).toHaveDisplayValue('Florist');
    expect(row(/^Ivo Marsh, invited/).getByText('Until Fri 20 Nov')).toBeVisible();
    expect(row(/^Old Hand, disabled/).getByText('Florist and driver')).toBeVisible();
    expect(row(/^Old Hand/).queryByText('···')).not.toBeInTheDocument();
    expect(button('Take back Ivo Marsh’s invitation')).toBeInTheDocument();
  });

  test('gets another role with a press that is there once another is chosen', async () => {
    const { visitor, asked } = await open([ME, makeMember()], { 'PATCH /api/desk/staff/2/': { status: 204 } });
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await visitor.selectOptions(screen.getByLabelText('Role of Flora Reed'), 'Owner and florist');
    await visitor.click(button('Save'));
    await screen.findByRole('heading', { level: 1 });
    expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ roles: ['florist', 'owner'] });
  });

  test('keeps the role that was chosen where it is refused, and says why', async () => {
    const detail = 'The desk needs an owner.';
    const { visitor } = await open([ME, makeMember({ roles: ['owner'] })], {
      'PATCH /api/desk/staff/2/': { status: 409, body: { detail } },
    });
    await visitor.selectOptions(screen.getByLabelText('Role of Flora Reed'), 'Driver');
    await visitor.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.getByLabelText('Role of Flora Reed')).toHaveDisplayValue('Driver');
  });

  test('is disabled by a press that has the name on it', async () => {
    const { visitor, asked } = await open([ME, makeMember()], { 'POST /api/desk/staff/2/disable/': { status: 204 } });
    await visitor.click(screen.getByText('···'));
    pretendApi({
      [READ]: { body: { staff: [ME, makeMember({ state: 'disabled' })] } },
      'POST /api/desk/staff/2/disable/': { status: 204 },
    });
    await visitor.click(button('Disable Flora Reed'));
    expect(await screen.findByText('Flora Reed, disabled')).toBeVisible();
    expect(asked.map(({ call }) => call)).toContain('POST /api/desk/staff/2/disable/');
  });
});

describe('Where they are signed in', () => {
  test('each can be signed out but this one', async () => {
    const mine = { ...ME, devices: [makeDevice('b', { staff_id: 1, is_this: true })] };
    const { visitor, asked } = await open([mine, makeMember({ devices: [makeDevice('a/1')] })], {
      'DELETE /api/desk/devices/a%2F1/': { status: 204 },
    });
    expect(screen.getByText('You, this one')).toBeVisible();
    expect(screen.getByText('Flora Reed, passkey')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Sign out/ })).toHaveLength(1);
    await visitor.click(screen.getByRole('button', { name: /^Sign out .* of Flora Reed$/ }));
    await screen.findByRole('heading', { level: 1 });
    expect(asked.map(({ call }) => call)).toContain('DELETE /api/desk/devices/a%2F1/');
  });
});

describe('An invitation', () => {
  const fill = { Name: 'Ivo Marsh', 'E-mail': 'ivo@shop.example' };

  test('is sent with name, address and roles, and that is said', async () => {
    const { visitor, asked } = await open([ME], { [INVITE]: { status: 201, body: makeMember() } });
    await fillIn(visitor, fill);
    await visitor.click(screen.getByRole('checkbox', { name: /^Florist/ }));
    await visitor.click(screen.getByRole('checkbox', { name: /^Driver/ }));
    await visitor.click(button('Send the invitation'));
    expect(await screen.findByText('The invitation is on its way to ivo@shop.example.')).toBeVisible();
    expect(asked.find(({ call }) => call === INVITE)?.body).toEqual({
      name: 'Ivo Marsh',
      email: 'ivo@shop.example',
      roles: ['florist', 'driver'],
    });
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  test('without a role is refused below the roles, and keeps what was typed', async () => {
    const { visitor } = await open([ME], { [INVITE]: { status: 400, body: { roles: ['Choose at least one role.'] } } });
    await fillIn(visitor, fill);
    await visitor.click(button('Send the invitation'));
    expect(
      await within(screen.getByRole('group', { name: 'Roles' })).findByText('Choose at least one role.'),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('E-mail')).toHaveValue('ivo@shop.example');
  });
});

describe('After a restore', () => {
  const back = makeMember({ state: 'to confirm' });

  test('whoever worked here stands apart until an owner confirms them, in the role that is chosen', async () => {
    const { visitor, asked } = await open([ME, back], { [INVITE]: { status: 201, body: back } });
    expect(screen.getByRole('heading', { name: 'Still working here?' })).toBeVisible();
    expect(screen.queryByRole('row', { name: /Flora Reed/ })).not.toBeInTheDocument();
    await visitor.selectOptions(screen.getByLabelText('Role of Flora Reed'), 'Florist and driver');
    await visitor.click(button('Confirm Flora Reed'));
    await screen.findByText('The invitation is on its way to flora@shop.example.');
    expect(asked.find(({ call }) => call === INVITE)?.body).toEqual({
      name: 'Flora Reed',
      email: 'flora@shop.example',
      roles: ['driver', 'florist'],
    });
  });

  test('or says that they are gone', async () => {
    const { visitor, asked } = await open([ME, back], { 'POST /api/desk/staff/2/disable/': { status: 204 } });
    await visitor.click(button('No longer here: Flora Reed'));
    await screen.findByRole('heading', { level: 1 });
    expect(asked.map(({ call }) => call)).toContain('POST /api/desk/staff/2/disable/');
  });
});
