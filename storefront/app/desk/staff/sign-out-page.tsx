import { Form, Link } from 'react-router';
import type { DeskPage } from '../desk-page.ts';
import { Page } from '../ui/page.tsx';

/** The menu sends its form here; opened by itself it asks first. */
export const signOutPage: DeskPage<null> = {
  path: 'sign-out',
  title: 'Sign out',
  load: async () => null,
  async act(api) {
    await api.send('POST', '/api/desk/sign-out/');
    return '/desk/sign-in';
  },
  View: ({ me }) => (
    <Page isNarrow title="Sign out?" lead={`You are signed in as ${me.name}.`}>
      <Form method="post" reloadDocument>
        <button type="submit" className="desk-button big wide">
          Sign out on this device
        </button>
      </Form>
      <Link className="desk-button plain wide" to="/desk">
        Leave it
      </Link>
    </Page>
  ),
};
