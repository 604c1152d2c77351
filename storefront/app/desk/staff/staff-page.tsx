import { useState } from 'react';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { ROLE_WORDS } from '#contract/role-words.ts';
import type { Role } from '#contract/roles.ts';
import type { Me, StaffMember } from '#contract/staff.ts';
import { deviceName } from '../../account/device-name.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { Columns } from '../ui/columns.tsx';
import { Hidden, PickField, TextField, Wrong } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Said } from '../ui/said.tsx';
import { Heading, Slip } from '../ui/slip.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { changeStaff } from './change-staff.ts';
import { lastHere } from './last-here.ts';
import { choiceOf, labelOf, ROLE_CHOICES } from './role-choices.ts';
import { ToConfirm } from './to-confirm.tsx';

/** Who works here, as what, and on which devices. For owners. */
export const loader = readPage(async (api, _params, search) => {
  const { staff } = await api.get('/api/desk/staff/');
  return { staff, now: new Date().toISOString(), invited: search.get('invited') };
});

export const meta = titled('Staff');

export default showPage<typeof loader>(function StaffPage({ data: { staff, now, invited }, me }) {
  const joined = staff.filter(({ state }) => state === 'joined');
  const devices = staff.flatMap((member) => member.devices);
  return (
    <Page
      title="Staff"
      lead={`${count(joined.length, 'person', 'people')}, ${count(devices.length, 'device')}. Nobody has a password.`}
    >
      <Columns aside={<Invite invited={invited} />}>
        <ToConfirm staff={staff.filter(({ state }) => state === 'to confirm')} />
        <Table
          rows={staff.filter(({ state }) => state !== 'to confirm')}
          columns={columnsFor(me, now)}
          keyOf={({ id }) => id}
          rowClass={({ state }) => (state === 'joined' ? undefined : 'text-mute')}
        />
        <Devices staff={staff} me={me} now={now} />
      </Columns>
    </Page>
  );
});
const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

const NAME_ADDS: Record<string, string> = { invited: ', invited', disabled: ', disabled' };

const columnsFor = (me: Me, now: string): Column<StaffMember>[] => [
  {
    head: 'Who',
    cell: ({ id, name, email, state }) => (
      <>
        <b className="block">{name + (NAME_ADDS[state] ?? '')}</b>
        <span className="text-soft">{id === me.id ? 'you' : email}</span>
      </>
    ),
  },
  {
    head: 'Role',
    cell: (member) =>
      member.id === me.id || member.state === 'disabled' ? (
        labelOf(member.roles)
      ) : (
        <Roles key={choiceOf(member.roles)} member={member} />
      ),
  },
  {
    head: 'Devices',
    isWide: true,
    className: 'text-soft',
    cell: ({ devices }) => [...new Set(devices.map(({ device }) => deviceName(device)))].join(', ') || '–',
  },
  { head: 'Last here', isWide: true, className: 'text-soft', cell: (member) => sayLast(member, now) },
  {
    head: 'More',
    isQuiet: true,
    className: 'text-right',
    cell: (member) => member.id !== me.id && member.state !== 'disabled' && <More member={member} />,
  },
];

function sayLast({ state, invited_until, last_used_at }: StaffMember, now: string): string {
  if (state === 'invited')
    return invited_until ? `Until ${formatDay(londonDay(new Date(invited_until)), 'short')}` : 'Over';
  return last_used_at ? lastHere(last_used_at, now) : '–';
}

/** The button shows when something else was chosen. */
function Roles({ member: { id, name, roles } }: { member: StaffMember }) {
  const [chosen, setChosen] = useState(choiceOf(roles));
  return (
    <Form act={changeStaff} className="flex flex-wrap gap-2">
      <Hidden values={{ id, do: 'roles' }} />
      <select
        className="desk-input w-auto max-w-full max-tablet:w-29.5 max-tablet:px-2 max-tablet:text-small"
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
    </Form>
  );
}

/** What cannot be undone by a press names whom it is about. */
function More({ member: { id, name, state } }: { member: StaffMember }) {
  return (
    <details className="relative inline-block">
      <summary
        className="grid size-12 place-items-center rounded-full font-bold hover:bg-deep"
        aria-label={`More about ${name}`}
      >
        ···
      </summary>
      <div className="absolute right-0 z-5 whitespace-nowrap rounded-soft bg-lift p-3 shadow-menu">
        <Form act={changeStaff}>
          <Hidden values={{ id, do: 'disable' }} />
          <button type="submit" className="desk-button danger mid">
            {state === 'invited' ? `Take back ${name}’s invitation` : `Disable ${name}`}
          </button>
        </Form>
      </div>
    </details>
  );
}

const OPENED_BY = { passkey: 'passkey', link: 'link by e-mail', 'recovery code': 'recovery code' };

function Devices({ staff, me, now }: { staff: StaffMember[]; me: Me; now: string }) {
  const devices = staff.flatMap(({ name, devices }) => devices.map((device) => ({ ...device, who: name })));
  return (
    <section>
      <Heading>Devices</Heading>
      <Rows className="mt-0 border-t-0">
        {devices.map(({ id, who, staff_id, device, opened_by, used_at, is_this }) => (
          <Row
            key={id}
            name={deviceName(device)}
            more={`${staff_id === me.id ? 'You' : who}${is_this ? ', this one' : `, ${OPENED_BY[opened_by]}`}`}
            aside={lastHere(used_at, now)}
            acts={
              !is_this && (
                <Form act={changeStaff}>
                  <Hidden values={{ id }} />
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
              )
            }
          />
        ))}
      </Rows>
    </section>
  );
}

const OFFERED: Role[] = ['florist', 'driver', 'owner'];

function Invite({ invited }: { invited: string | null }) {
  return (
    <Slip title="Invite someone" id="invite">
      {invited && <Said look="saved">{`The invitation is on its way to ${invited}.`}</Said>}
      <Form act={changeStaff} key={invited} className="grid gap-3.5" isChecked>
        <Hidden values={{ do: 'invite' }} />
        <TextField name="name" label="Name" required />
        <TextField name="email" label="E-mail" type="email" required />
        <fieldset className="grid gap-2">
          <legend className="sr-only">Roles</legend>
          {OFFERED.map((role) => (
            <PickField
              key={role}
              type="checkbox"
              name="role"
              value={role}
              words={ROLE_WORDS[role].name}
              more={ROLE_WORDS[role].sum}
            />
          ))}
          <Wrong name="roles" />
        </fieldset>
        <button type="submit" className="desk-button wide">
          Send the invitation
        </button>
      </Form>
    </Slip>
  );
}
