import { useRef, useState } from 'react';
import { Form } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { describeRoles, ROLE_WORDS } from '#contract/role-words.ts';
import type { Invitation } from '#contract/staff.ts';
import { Refusal } from '../desk-api.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { FieldWords, RefusedLine } from './confirmed-form.tsx';
import { Door } from './door.tsx';
import { KeyIcon, MayIcon } from './door-icons.tsx';
import { joinWithPasskey, passkeyWords } from './passkeys.ts';

type Data = { key: string; invitation: Invitation | null; isSent: boolean };

export const invitationPage: DeskPage<Data> = {
  path: 'invitation/:key',
  title: 'Invitation',
  isPublic: true,
  hasOwnBar: true,
  async load(api, { key = '' }, search) {
    const isSent = search.has('sent');
    try {
      const invitation = await api.get(`/api/desk/invitations/${encodeURIComponent(key)}/`);
      return { key, invitation, isSent };
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      return { key, invitation: null, isSent };
    }
  },
  async act(api, form, { key = '' }) {
    await api.send('POST', `/api/desk/invitations/${encodeURIComponent(key)}/link/`, { name: readText(form, 'name') });
    return `/desk/invitation/${key}?sent=1`;
  },
  View({ data: { key, invitation, isSent }, refused }) {
    if (!invitation) return <Over />;
    if (isSent) return <Sent email={invitation.email} />;
    return <Open key={key} invitationKey={key} invitation={invitation} refused={refused} />;
  },
};

const Over = () => (
  <Door foot={<a href="/">The shop is next door.</a>}>
    <h1>This invitation is over.</h1>
    <p className="desk-soft">It has been used or taken back, or it is too old. Whoever invited you can send another.</p>
    <a className="desk-button line wide" href="/desk/sign-in">
      Sign in instead
    </a>
  </Door>
);

const Sent = ({ email }: { email: string }) => (
  <Door foot="The link works once, for a quarter of an hour.">
    <h1>Look into your mail.</h1>
    <p className="desk-soft" role="status">
      A link is on its way to <b>{email}</b>. Open it in this browser.
    </p>
  </Door>
);

/** What the shop calls the first owner, whose name it does not know. */
const FIRST_OWNER = 'Owner';

type OpenProps = {
  invitationKey: string;
  invitation: Invitation;
  refused: Refused['refused'] | undefined;
};

function Open({ invitationKey, invitation, refused }: OpenProps) {
  const { email, roles, invited_by, until } = invitation;
  // Not controlled: what is typed before the page listens stays.
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const join = async () => {
    if (!form.current?.reportValidity()) return;
    const name = String(new FormData(form.current).get('name'));
    setBusy(true);
    setWords(undefined);
    try {
      await joinWithPasskey(invitationKey, name);
      location.assign('/desk');
    } catch (error) {
      setWords(passkeyWords(error));
      setBusy(false);
    }
  };

  return (
    <Door foot="Not you? Close this page; nothing happens.">
      <h1>You are invited to the bench.</h1>
      <p className="desk-soft">
        {invited_by ?? 'The shop'} asked <b>{email}</b> to join as <b>{describeRoles(roles)}</b>. The invitation holds
        until {formatDay(londonDay(new Date(until)))}.
      </p>
      <ul className="staff-can">
        {roles.flatMap((role) => [
          ...ROLE_WORDS[role].may.map((line) => <May key={line} line={line} isAllowed />),
          ...(roles.includes('owner') ? [] : ROLE_WORDS[role].mayNot).map((line) => (
            <May key={line} line={line} isAllowed={false} />
          )),
        ])}
      </ul>
      <Form method="post" ref={form}>
        <RefusedLine refused={refused} />
        <div className="staff-field">
          <label htmlFor="name">
            What shall we call you? <span className="staff-optional">(stands in the history)</span>
          </label>
          <input
            className="staff-input"
            id="name"
            name="name"
            autoComplete="name"
            required
            defaultValue={invitation.name === FIRST_OWNER ? '' : invitation.name}
          />
          <FieldWords refused={refused} name="name" />
        </div>
        {words && (
          <p className="staff-wrong" role="alert">
            {words}
          </p>
        )}
        <button type="button" className="desk-button big wide" onClick={join} disabled={isBusy}>
          <KeyIcon />
          Create a passkey and join
        </button>
        <button type="submit" className="desk-button plain wide">
          Join with an e-mail link instead
        </button>
      </Form>
    </Door>
  );
}

const May = ({ line, isAllowed }: { line: string; isAllowed: boolean }) => (
  <li>
    <MayIcon isAllowed={isAllowed} />
    {line}
  </li>
);
