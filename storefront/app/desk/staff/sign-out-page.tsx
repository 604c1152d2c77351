import { Form, Link } from 'react-router';
import { showPage, titled } from '../desk-page.tsx';
import { Page } from '../ui/page.tsx';

export const meta = titled('Sign out');

/** The menu sends its form here; opened by itself it asks first. */
export default showPage(({ me }) => (
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
));
