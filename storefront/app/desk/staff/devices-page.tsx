import { useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskDevice, OwnAccess, Passkey } from '#contract/staff.ts';
import { deviceName } from '../../account/device-name.ts';
import type { DeskPage } from '../desk-page.ts';
import { send } from '../send.ts';
import { ConfirmedForm, RefusedLine } from './confirmed-form.tsx';
import { KeyIcon } from './door-icons.tsx';
import { lastHere } from './last-here.ts';
import { addPasskey, passkeyWords } from './passkeys.ts';
import { useConfirm } from './use-confirm.tsx';

type Data = { access: OwnAccess; now: string };

/** How one gets in: where one is signed in, one's passkeys and recovery codes. */
export const devicesPage: DeskPage<Data> = {
  path: 'devices',
  title: 'Your devices',
  load: async (api) => ({ access: await api.get('/api/desk/devices/'), now: new Date().toISOString() }),
  async act(api, form) {
    const id = encodeURIComponent(String(form.get('id')));
    if (form.get('do') === 'remove') await api.send('DELETE', `/api/desk/passkeys/${id}/`);
    else await api.send('DELETE', `/api/desk/devices/${id}/`);
    return undefined;
  },
  View({ data: { access, now }, me, refused }) {
    const { devices, passkeys, recovery_codes } = access;
    return (
      <section className="desk-page">
        <div className="staff-page-head">
          <h1>Your devices</h1>
          <p className="desk-soft">{`${me.name}, ${me.email}. Nobody has a password.`}</p>
        </div>
        <RefusedLine refused={refused} />
        <div className="staff-main-side">
          <div className="staff-stack">
            <section>
              <h2>Signed in</h2>
              <ul className="staff-rows">
                {devices.map((device) => (
                  <DeviceRow key={device.id} device={device} now={now} />
                ))}
              </ul>
            </section>
            <section>
              <h2>Passkeys</h2>
              {passkeys.length === 0 && <p className="desk-soft">None yet. You came by a link or a recovery code.</p>}
              <ul className="staff-rows">
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} now={now} isLast={passkeys.length === 1} />
                ))}
              </ul>
              <AddPasskey />
            </section>
          </div>
          <Codes left={recovery_codes} />
        </div>
      </section>
    );
  },
};

const OPENED_BY = { passkey: 'by a passkey', link: 'by a link', 'recovery code': 'by a recovery code' };

function DeviceRow({ device, now }: { device: DeskDevice; now: string }) {
  const name = deviceName(device.device);
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="desk-soft staff-small">
          {device.is_this ? 'This one' : `Signed in ${OPENED_BY[device.opened_by]}`}
        </span>
      </div>
      <span className="desk-soft">{lastHere(device.used_at, now)}</span>
      {device.is_this ? (
        <span />
      ) : (
        <Form method="post">
          <input type="hidden" name="id" value={device.id} />
          <button type="submit" className="desk-button plain mid" name="do" value="end" aria-label={`Sign out ${name}`}>
            Sign out
          </button>
        </Form>
      )}
    </li>
  );
}

function PasskeyRow({ passkey, now, isLast }: { passkey: Passkey; now: string; isLast: boolean }) {
  const name = deviceName(passkey.device);
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="desk-soft staff-small">
          {`Made ${formatDay(londonDay(new Date(passkey.created_at)), 'short')}${passkey.is_backed_up ? ', copied between your devices' : ', on that device alone'}`}
        </span>
      </div>
      <span className="desk-soft">{passkey.used_at ? lastHere(passkey.used_at, now) : 'Not used yet'}</span>
      <ConfirmedForm>
        <input type="hidden" name="id" value={passkey.id} />
        <button
          type="submit"
          className="desk-button plain mid"
          name="do"
          value="remove"
          aria-label={`Remove the passkey made with ${name}${isLast ? ', the last one' : ''}`}
        >
          Remove
        </button>
      </ConfirmedForm>
    </li>
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
      {words && (
        <p className="staff-wrong" role="alert">
          {words}
        </p>
      )}
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
    <aside className="staff-slip">
      <h2>Recovery codes</h2>
      {codes ? (
        <>
          <p className="desk-soft">
            They are shown this once. Print them, or write them down, and keep them away from this device.
          </p>
          <ol className="staff-codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <button type="button" className="desk-button wide" onClick={() => window.print()}>
            Print
          </button>
        </>
      ) : (
        <>
          <p className="desk-soft">
            {left === 0
              ? 'You have none. Each opens the desk once, when your devices are lost.'
              : `${left} of ten are left. New ones end these.`}
          </p>
          {words && (
            <p className="staff-wrong" role="alert">
              {words}
            </p>
          )}
          <button type="button" className="desk-button line wide" onClick={make}>
            {left === 0 ? 'Make ten codes' : 'Make ten new codes'}
          </button>
        </>
      )}
      {dialog}
    </aside>
  );
}
