import { Form, Link } from 'react-router';
import { pressOn, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Refusals } from '../ui/said.tsx';
import { Door } from './door.tsx';

export const clientAction = pressOn(async (_form, { key = '' }) => {
  await send('POST', '/api/desk/sign-in/by-link/', { key });
  return '/desk/passkey';
});

export const meta = titled('Your link');

/** The link from a letter. It is used by a press and not by opening it: mail programs open links to look at them. */
export default showPage(({ refused }) => (
  <Door foot="It works once, in the browser that asked for it.">
    <h1>{refused ? 'The door stays shut.' : 'The door is ajar.'}</h1>
    {!refused && <p className="text-soft">This link opens the desk once.</p>}
    <Refusals refused={refused} />
    {refused ? (
      <Link className="desk-button wide" to="/desk/sign-in">
        Ask for another link
      </Link>
    ) : (
      <Form method="post">
        <button type="submit" className="desk-button wide min-h-19 text-[1.25rem]">
          Open the desk
        </button>
      </Form>
    )}
  </Door>
));
