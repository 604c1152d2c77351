import { Link } from 'react-router';
import type { DeskPage } from '../desk-page.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Door } from './door.tsx';

/** Signing in with a recovery code, for somebody whose devices are gone. */
export const codePage: DeskPage<null> = {
  path: 'sign-in/code',
  title: 'Use a recovery code',
  isPublic: true,
  hasOwnBar: true,
  load: async () => null,
  async act(api, form) {
    const body = { email: readText(form, 'email'), code: readText(form, 'code') };
    await api.send('POST', '/api/desk/sign-in/by-code/', body);
    return '/desk/passkey';
  },
  keeps: ['email'],
  View: () => (
    <Door foot={<Link to="/desk/sign-in">Back to signing in</Link>}>
      <h1>A spare key.</h1>
      <p className="text-soft">One of the ten codes that you were shown once. Each works once.</p>
      <Form className="grid gap-3.5" isChecked>
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
  ),
};
