import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskDevice, Passkey } from '#contract/staff.ts';
import { deviceName } from '../../account/device-name.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Columns } from '../ui/columns.tsx';
import { Hidden } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { useConfirm } from '../ui/passkey-dialog.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { ProblemLine } from '../ui/said.tsx';
import { Heading, Slip } from '../ui/slip.tsx';
import { KeyIcon } from './door-icons.tsx';
import { lastHere } from './last-here.ts';
import { addPasskey, passkeyWords } from './passkeys.ts';

/** How one gets in: where one is signed in, one's passkeys and recovery codes. */
export const loader = readPage(async (api) => ({
  access: await api.get('/api/desk/devices/'),
  now: new Date().toISOString(),
}));

const endOne: Press = async (form) => {
  const id = encodeURIComponent(String(form.get('id')));
  if (form.get('do') === 'remove') await send('DELETE', `/api/desk/passkeys/${id}/`);
  else await send('DELETE', `/api/desk/devices/${id}/`);
  return undefined;
};

export const meta = titled('Your devices');

export default showPage<typeof loader>(function DevicesPage({ data: { access, now }, me }) {
  const { devices, passkeys, recovery_codes } = access;
  return (
    <Page title="Your devices" lead={`${me.name}, ${me.email}. Nobody has a password.`} className="has-codes">
      <Columns aside={<Codes left={recovery_codes} />}>
        <section>
          <Heading>Signed in</Heading>
          <Rows className="mt-0 border-t-0">
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} now={now} />
            ))}
          </Rows>
        </section>
        <section>
          <Heading>Passkeys</Heading>
          {passkeys.length === 0 && <p className="text-soft">None yet. You came by a link or a recovery code.</p>}
          <Rows className="mt-0 border-t-0">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} now={now} isLast={passkeys.length === 1} />
            ))}
          </Rows>
          <AddPasskey />
        </section>
      </Columns>
    </Page>
  );
});
const OPENED_BY = { passkey: 'by a passkey', link: 'by a link', 'recovery code': 'by a recovery code' };

function DeviceRow({ device, now }: { device: DeskDevice; now: string }) {
  const name = deviceName(device.device);
  return (
    <Row
      name={name}
      more={device.is_this ? 'This one' : `Signed in ${OPENED_BY[device.opened_by]}`}
      aside={lastHere(device.used_at, now)}
      acts={
        !device.is_this && (
          <Form act={endOne}>
            <Hidden values={{ id: device.id }} />
            <button
              type="submit"
              className="desk-button plain mid"
              name="do"
              value="end"
              aria-label={`Sign out ${name}`}
            >
              Sign out
            </button>
          </Form>
        )
      }
    />
  );
}

function PasskeyRow({ passkey, now, isLast }: { passkey: Passkey; now: string; isLast: boolean }) {
  const name = deviceName(passkey.device);
  return (
    <Row
      name={name}
      more={`Made ${formatDay(londonDay(new Date(passkey.created_at)), 'short')}${passkey.is_backed_up ? ', copied between your devices' : ', on that device alone'}`}
      aside={passkey.used_at ? lastHere(passkey.used_at, now) : 'Not used yet'}
      acts={
        <Form act={endOne}>
          <Hidden values={{ id: passkey.id }} />
          <button
            type="submit"
            className="desk-button plain mid"
            name="do"
            value="remove"
            aria-label={`Remove the passkey made with ${name}${isLast ? ', the last one' : ''}`}
          >
            Remove
          </button>
        </Form>
      }
    />
  );
}

function AddPasskey() {
  const [words, setWords] = useState<string>();
  const { dialog, withConfirm } = useConfirm();
  const { revalidate } = useRevalidator();
  const add = async () => {
    setWords(undefined);
    try {
      await withConfirm(addPasskey);
      await revalidate();
    } catch (error) {
      setWords(passkeyWords(error));
    }
  };
  return (
    <>
      <ProblemLine words={words} />
      <button type="button" className="desk-button line" onClick={add}>
        <KeyIcon />
        Add a passkey on this device
      </button>
      {dialog}
    </>
  );
}

function Codes({ left }: { left: number }) {
  const [codes, setCodes] = useState<string[]>();
  const [words, setWords] = useState<string>();
  const { dialog, withConfirm } = useConfirm();
  const make = async () => {
    setWords(undefined);
    try {
      const made = await withConfirm(() => send('POST', '/api/desk/recovery-codes/'));
      if (made) setCodes(made.codes);
    } catch (error) {
      setWords(passkeyWords(error));
    }
  };
  return (
    <Slip title="Recovery codes" id="codes">
      {codes ? (
        <>
          <p className="text-soft">
            They are shown this once. Print them, or write them down, and keep them away from this device.
          </p>
          <ol className="grid gap-1.5 font-semibold tracking-[0.03em]">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <button type="button" className="desk-button wide print:hidden" onClick={() => window.print()}>
            Print
          </button>
        </>
      ) : (
        <>
          <p className="text-soft">
            {left === 0
              ? 'You have none. Each opens the desk once, when your devices are lost.'
              : `${left} of ten are left. New ones end these.`}
          </p>
          <ProblemLine words={words} />
          <button type="button" className="desk-button line wide" onClick={make}>
            {left === 0 ? 'Make ten codes' : 'Make ten new codes'}
          </button>
        </>
      )}
      {dialog}
    </Slip>
  );
}
