import { Form, Link } from 'react-router';
import type { DeskPage } from '../desk-page.ts';

/** The menu sends its form here; opened by itself it asks first. */
export const signOutPage: DeskPage<null> = {
  path: 'sign-out',
  title: 'Sign out',
  load: async () => null,
  async act(api) {
    await api.send('POST', '/api/desk/sign-out/', {});
    return '/desk/sign-in';
  },
  View: ({ me }) => (
    <section className="desk-page narrow-page">
      <h1>Sign out?</h1>
      <p className="soft">{`You are signed in as ${me.name}.`}</p>
      <Form method="post" reloadDocument>
        <button type="submit" className="btn big wide">
          Sign out on this device
        </button>
      </Form>
      <Link className="btn plain wide" to="/desk">
        Leave it
      </Link>
    </section>
  ),
};
