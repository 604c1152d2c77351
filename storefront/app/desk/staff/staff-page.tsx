import { useState } from 'react';
import { Form } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { ROLE_WORDS } from '#contract/role-words.ts';
import type { Role } from '#contract/roles.ts';
import type { Me, StaffMember } from '#contract/staff.ts';
import { deviceName } from '../../account/device-name.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { ConfirmedForm, FieldWords, RefusedLine } from './confirmed-form.tsx';
import { lastHere } from './last-here.ts';
import { choiceOf, labelOf, ROLE_CHOICES } from './role-choices.ts';
import { ToConfirm } from './to-confirm.tsx';

type Data = { staff: StaffMember[]; now: string; invited: string | null };

/** Who works here, as what, and on which devices. For owners. */
export const staffPage: DeskPage<Data> = {
  path: 'staff',
  title: 'Staff',
  async load(api, _params, search) {
    const { staff } = await api.get('/api/desk/staff/');
    return { staff, now: new Date().toISOString(), invited: search.get('invited') };
  },
  async act(api, form) {
    const id = encodeURIComponent(String(form.get('id')));
    const words = (name: string) => String(form.get(name) ?? '');
    if (form.get('do') === 'invite') {
      const email = words('email');
      const body = {
        name: words('name'),
        email,
        roles: form.getAll('role').flatMap((roles) => String(roles).split(',')),
      };
      await api.send('POST', '/api/desk/staff/', body);
      return `/desk/staff?${new URLSearchParams({ invited: email })}`;
    }
    if (form.get('do') === 'roles')
      await api.send('PATCH', `/api/desk/staff/${id}/`, { roles: words('roles').split(',') });
    if (form.get('do') === 'disable') await api.send('POST', `/api/desk/staff/${id}/disable/`);
    if (form.get('do') === 'sign out') await api.send('DELETE', `/api/desk/devices/${id}/`);
    return '/desk/staff';
  },
  View({ data: { staff, now, invited }, me, refused }) {
    const joined = staff.filter(({ state }) => state === 'joined');
    const devices = staff.flatMap((member) => member.devices);
    return (
      <section className="desk-page">
        <div className="staff-page-head">
          <h1>Staff</h1>
          <p className="desk-soft">{`${count(joined.length, 'person', 'people')}, ${count(devices.length, 'device')}. Nobody has a password.`}</p>
        </div>
        <RefusedLine refused={refused} />
        <div className="staff-main-side">
          <div className="staff-stack">
            <ToConfirm staff={staff.filter(({ state }) => state === 'to confirm')} />
            <People staff={staff.filter(({ state }) => state !== 'to confirm')} me={me} now={now} />
            <Devices staff={staff} me={me} now={now} />
          </div>
          <Invite refused={refused} invited={invited} />
        </div>
      </section>
    );
  },
};

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

function People({ staff, me, now }: { staff: StaffMember[]; me: Me; now: string }) {
  return (
    <table className="staff-table staff-people">
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Role</th>
          <th scope="col" className="staff-wide-only">
            Devices
          </th>
          <th scope="col" className="staff-wide-only">
            Last here
          </th>
          <th scope="col">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {staff.map((member) => (
          <Person key={member.id} member={member} isMe={member.id === me.id} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Person({ member, isMe, now }: { member: StaffMember; isMe: boolean; now: string }) {
  const { name, email, roles, state, devices, last_used_at, invited_until } = member;
  const used = [...new Set(devices.map(({ device }) => deviceName(device)))];
  return (
    <tr className={state === 'joined' ? undefined : 'staff-faded'}>
      <td>
        <b>{state === 'invited' ? `${name}, invited` : state === 'disabled' ? `${name}, disabled` : name}</b>
        <span className="desk-soft staff-small">{isMe ? 'you' : email}</span>
      </td>
      <td>{isMe || state === 'disabled' ? labelOf(roles) : <Roles key={choiceOf(roles)} member={member} />}</td>
      <td className="desk-soft staff-wide-only">{used.length > 0 ? used.join(', ') : '–'}</td>
      <td className="desk-soft staff-wide-only">
        {state === 'invited'
          ? invited_until
            ? `Until ${formatDay(londonDay(new Date(invited_until)), 'short')}`
            : 'Over'
          : last_used_at
            ? lastHere(last_used_at, now)
            : '–'}
      </td>
      <td className="staff-end">{!isMe && state !== 'disabled' && <More member={member} />}</td>
    </tr>
  );
}

/** The button shows when something else was chosen, and always where there are no scripts. */
function Roles({ member: { id, name, roles } }: { member: StaffMember }) {
  const [chosen, setChosen] = useState(choiceOf(roles));
  return (
    <ConfirmedForm className="staff-inline-form">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="do" value="roles" />
      <select
        className="staff-select"
        name="roles"
        aria-label={`Role of ${name}`}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {ROLE_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {chosen !== choiceOf(roles) && (
        <button type="submit" className="desk-button mid">
          Save
        </button>
      )}
      <noscript>
        <button type="submit" className="desk-button plain mid">
          Save
        </button>
      </noscript>
    </ConfirmedForm>
  );
}

/** What cannot be undone by a press names whom it is about. */
function More({ member: { id, name, state } }: { member: StaffMember }) {
  return (
    <details className="staff-menu">
      <summary aria-label={`More about ${name}`}>···</summary>
      <ConfirmedForm>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="do" value="disable" />
        <button type="submit" className="desk-button danger mid">
          {state === 'invited' ? `Take back ${name}’s invitation` : `Disable ${name}`}
        </button>
      </ConfirmedForm>
    </details>
  );
}

const OPENED_BY = { passkey: 'Passkey', link: 'Link by e-mail', 'recovery code': 'Recovery code' };

function Devices({ staff, me, now }: { staff: StaffMember[]; me: Me; now: string }) {
  const devices = staff.flatMap(({ name, devices }) => devices.map((device) => ({ ...device, who: name })));
  return (
    <section>
      <h2>Devices</h2>
      <ul className="staff-rows">
        {devices.map(({ id, who, staff_id, device, opened_by, used_at, is_this }) => (
          <li key={id}>
            <div>
              <b>{deviceName(device)}</b>
              <span className="desk-soft staff-small">{`${staff_id === me.id ? 'You' : who}${is_this ? ', this one' : `, ${OPENED_BY[opened_by].toLowerCase()}`}`}</span>
            </div>
            <span className="desk-soft">{lastHere(used_at, now)}</span>
            {is_this ? (
              <span />
            ) : (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  className="desk-button plain mid"
                  name="do"
                  value="sign out"
                  aria-label={`Sign out ${deviceName(device)} of ${who}`}
                >
                  Sign out
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const OFFERED: Role[] = ['florist', 'driver', 'owner'];

function Invite({ refused, invited }: { refused: Refused['refused'] | undefined; invited: string | null }) {
  return (
    <aside className="staff-slip">
      <h2>Invite someone</h2>
      {invited && !refused && (
        <p className="door-note" role="status">
          {`The invitation is on its way to ${invited}.`}
        </p>
      )}
      <ConfirmedForm key={invited}>
        <input type="hidden" name="do" value="invite" />
        <div className="staff-field">
          <label htmlFor="invite-name">Name</label>
          <input className="staff-input" id="invite-name" name="name" required autoComplete="off" />
          <FieldWords refused={refused} name="name" />
        </div>
        <div className="staff-field">
          <label htmlFor="invite-email">E-mail</label>
          <input className="staff-input" id="invite-email" name="email" type="email" required autoComplete="off" />
          <FieldWords refused={refused} name="email" />
        </div>
        <fieldset className="staff-picks">
          <legend className="sr-only">Roles</legend>
          {OFFERED.map((role) => (
            <label key={role} className="staff-pick">
              <input type="checkbox" name="role" value={role} />
              <span>
                <b>{ROLE_WORDS[role].name}</b>
                <span className="desk-soft staff-small">{ROLE_WORDS[role].sum}</span>
              </span>
            </label>
          ))}
          <FieldWords refused={refused} name="roles" />
        </fieldset>
        <button type="submit" className="desk-button wide">
          Send the invitation
        </button>
      </ConfirmedForm>
    </aside>
  );
}
