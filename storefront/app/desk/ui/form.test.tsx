import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { MoneyField, SwitchField, TextField } from './field.tsx';
import { Form } from './form.tsx';

// No call of the contract: a form sends what it is given.
const sendAnything = send as (method: string, path: string, body: unknown) => Promise<unknown>;
const save: Press = async (form) => {
  await sendAnything('POST', '/api/desk/things/', Object.fromEntries(form));
  return '/desk/things';
};

const thing = (
  <Form act={save} label="Thing" saved="Saved.">
    {({ isSending }) => (
      <>
        <TextField name="name" label="Name" hint="As on the label." />
        <MoneyField name="fee" label="Fee" value="£4.00" />
        <SwitchField name="open">Open</SwitchField>
        <button type="submit" disabled={isSending}>
          Save
        </button>
      </>
    )}
  </Form>
);

describe('A form of the desk', () => {
  test('is sent from the open page, and goes on where the page says', async () => {
    const asked = pretendApi({ 'POST /api/desk/things/': { status: 204 } });
    const { visitor } = openPage(thing, { at: '/desk/new' });
    expect(screen.getByText('Saved.')).toBeVisible();
    await visitor.type(screen.getByLabelText('Name'), 'Twine');
    await visitor.click(screen.getByLabelText('Open'));
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Now at /desk/things')).toBeInTheDocument();
    expect(asked.map(({ body }) => body)).toEqual([{ name: 'Twine', fee: '£4.00', open: 'on' }]);
  });

  test('says a refusal at its field and the rest above, and keeps what was typed', async () => {
    pretendApi({
      'POST /api/desk/things/': { status: 400, body: { fee: ['Write it in pounds.'], colour: ['There is none.'] } },
    });
    const { visitor } = openPage(thing, { at: '/desk/new' });
    await visitor.clear(screen.getByLabelText('Fee'));
    await visitor.type(screen.getByLabelText('Fee'), 'four');
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    const fee = await screen.findByRole('textbox', { name: 'Fee', description: 'Write it in pounds.' });
    expect(fee).toBeInvalid();
    expect(fee).toHaveValue('four');
    expect(fee).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^There is none\.$/));
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As on the label.');
  });

  test('asks for the passkey when the shop wants it, and sends nothing again for whoever leaves it', async () => {
    const asked = pretendApi({
      'POST /api/desk/things/': { status: 403, body: { detail: 'Confirm.', confirm: true } },
    });
    const { visitor } = openPage(thing, { at: '/desk/new' });
    await visitor.type(screen.getByLabelText('Name'), 'Twine');
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    await visitor.click(await screen.findByRole('button', { name: 'Leave it' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(screen.getByLabelText('Name')).toHaveValue('Twine');
    expect(asked).toHaveLength(1);
  });

  test('is sent once, however often it is pressed', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = pretendApi({ 'POST /api/desk/things/': () => held.then(() => ({ status: 204 })) });
    const { visitor } = openPage(thing, { at: '/desk/new' });
    await visitor.dblClick(screen.getByRole('button', { name: 'Save' }));
    await visitor.type(screen.getByLabelText('Name'), '{Enter}');
    answer();
    await screen.findByText('Now at /desk/things');
    expect(asked).toHaveLength(1);
  });
});
