import { Form, Link } from 'react-router';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { FieldWords, RefusedLine } from './confirmed-form.tsx';
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
  View: ({ refused }) => (
    <Door foot={<Link to="/desk/sign-in">Back to signing in</Link>}>
      <h1>A spare key.</h1>
      <p className="desk-soft">One of the ten codes that you were shown once. Each works once.</p>
      <Form method="post">
        <RefusedLine refused={refused} />
        <div className="staff-field">
          <label htmlFor="email">E-mail</label>
          <input className="staff-input" id="email" name="email" type="email" required autoComplete="username" />
          <FieldWords refused={refused} name="email" />
        </div>
        <div className="staff-field">
          <label htmlFor="code">Recovery code</label>
          <input
            className="staff-input staff-code-in"
            id="code"
            name="code"
            required
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <FieldWords refused={refused} name="code" />
        </div>
        <button type="submit" className="desk-button wide">
          Sign in
        </button>
      </Form>
    </Door>
  ),
};
