import { useRef, useState } from 'react';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { describeRoles, ROLE_WORDS } from '#contract/role-words.ts';
import type { Invitation } from '#contract/staff.ts';
import { Refusal } from '../desk-api.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { ProblemLine } from '../ui/said.tsx';
import { Door } from './door.tsx';
import { KeyIcon, MayIcon } from './door-icons.tsx';
import { joinWithPasskey, passkeyWords } from './passkeys.ts';

export const loader = readPage(async (api, { key = '' }, search) => {
  const isSent = search.has('sent');
  try {
    const invitation = await api.get(`/api/desk/invitations/${encodeURIComponent(key)}/`);
    return { key, invitation, isSent };
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    return { key, invitation: null, isSent };
  }
});

const askForLink: Press = async (form, { key = '' }) => {
  await send('POST', `/api/desk/invitations/${encodeURIComponent(key)}/link/`, { name: readText(form, 'name') });
  return `/desk/invitation/${key}?sent=1`;
};

export const meta = titled('Invitation');

export default showPage<typeof loader>(function InvitationPage({ data: { key, invitation, isSent } }) {
  if (!invitation) return <Over />;
  if (isSent) return <Sent email={invitation.email} />;
  return <Open key={key} invitationKey={key} invitation={invitation} />;
});
const Over = () => (
  <Door foot={<a href="/">The shop is next door.</a>}>
    <h1>This invitation is over.</h1>
    <p className="text-soft">It has been used or taken back, or it is too old. Whoever invited you can send another.</p>
    <a className="desk-button line wide" href="/desk/sign-in">
      Sign in instead
    </a>
  </Door>
);

const Sent = ({ email }: { email: string }) => (
  <Door foot="The link works once, for a quarter of an hour.">
    <h1>Look into your mail.</h1>
    <p className="text-soft" role="status">
      A link is on its way to <b>{email}</b>. Open it in this browser.
    </p>
  </Door>
);

/** What the shop calls the first owner, whose name it does not know. */
const FIRST_OWNER = 'Owner';

function Open({ invitationKey, invitation }: { invitationKey: string; invitation: Invitation }) {
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
      <p className="text-soft">
        {invited_by ?? 'The shop'} asked <b>{email}</b> to join as <b>{describeRoles(roles)}</b>. The invitation holds
        until {formatDay(londonDay(new Date(until)))}.
      </p>
      <ul className="grid gap-2.5">
        {roles.flatMap((role) => [
          ...ROLE_WORDS[role].may.map((line) => <May key={line} line={line} isAllowed />),
          ...(roles.includes('owner') ? [] : ROLE_WORDS[role].mayNot).map((line) => (
            <May key={line} line={line} isAllowed={false} />
          )),
        ])}
      </ul>
      <Form act={askForLink} className="grid gap-3.5" ref={form} isChecked>
        <TextField
          name="name"
          label="What shall we call you?"
          note="(stands in the history)"
          autoComplete="name"
          required
          value={invitation.name === FIRST_OWNER ? '' : invitation.name}
        />
        <ProblemLine words={words} />
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
  <li className="flex gap-2.5">
    <MayIcon isAllowed={isAllowed} />
    {line}
  </li>
);
