import { Link } from 'react-router';
import { type Press, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Door } from './door.tsx';

const signInByCode: Press = async (form) => {
  const body = { email: readText(form, 'email'), code: readText(form, 'code') };
  await send('POST', '/api/desk/sign-in/by-code/', body);
  return '/desk/passkey';
};

export const meta = titled('Use a recovery code');

/** Signing in with a recovery code, for somebody whose devices are gone. */
export default showPage(() => (
  <Door foot={<Link to="/desk/sign-in">Back to signing in</Link>}>
    <h1>A spare key.</h1>
    <p className="text-soft">One of the ten codes that you were shown once. Each works once.</p>
    <Form act={signInByCode} className="grid gap-3.5" isChecked>
      <TextField name="email" label="E-mail" type="email" required autoComplete="username" />
      <TextField
        name="code"
        label="Recovery code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <button type="submit" className="desk-button wide">
        Sign in
      </button>
    </Form>
  </Door>
));
