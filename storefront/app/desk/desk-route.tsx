import { data, isRouteErrorResponse, Link, redirect } from 'react-router';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { serverTools } from '../api/server-api.ts';
import type { Route } from './+types/desk-route';
import { createServerApi, Refusal } from './desk-api.ts';
import { DeskBar } from './desk-bar.tsx';
import { HasPage } from './desk-nav.ts';
import type { Refused } from './desk-page.ts';
import { findDeskPage } from './desk-pages.ts';
import './desk.css';

/** One route for all pages of the desk; desk-pages.ts is its table. Rendered with the data in it, as whoever is signed in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = readAddress(request);
  const found = findDeskPage(pathname);
  if (!found) throw data({ detail: 'Not found.' }, { status: 404 });
  const api = createServerApi(context.get(serverTools));
  const me = await api.get<Me>('/api/desk/me/').catch((error) => {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  });
  if (!me && !found.page.isPublic) throw redirect(signInFor(pathname));
  // A driver has a run and no day sheet.
  if (me && pathname === '/desk' && !may(me.roles, 'tie') && findDeskPage(DRIVERS)) throw redirect(DRIVERS);
  const loaded = await found.page.load(api, found.params, searchParams).catch(rethrow);
  return { path: found.page.path, title: found.page.title, me, loaded };
}

const DRIVERS = '/desk/driver';

/** The address of the page: a request from an open page asks for `.data` behind it. */
function readAddress({ url }: Request): { pathname: string; searchParams: URLSearchParams } {
  const { pathname, searchParams } = new URL(url);
  return { pathname: pathname.replace(/(\/_)?\.data$/, '') || '/desk', searchParams };
}

/** Where somebody who has to sign in first comes back to. */
const signInFor = (pathname: string): string =>
  pathname === '/desk' ? '/desk/sign-in' : `/desk/sign-in?${new URLSearchParams({ next: pathname })}`;

function rethrow(error: unknown): never {
  if (error instanceof Refusal) throw data({ detail: error.message }, { status: error.status });
  throw error;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { pathname } = readAddress(request);
  const found = findDeskPage(pathname);
  if (!found?.page.act) throw data({ detail: 'That cannot be done here.' }, { status: 405 });
  const api = createServerApi(context.get(serverTools));
  const form = await request.formData();
  try {
    const next = await found.page.act(api, form, found.params);
    const headers = api.cookies.map((cookie): [string, string] => ['set-cookie', cookie]);
    // Asked for anew: reloading the page does not press the button again.
    return redirect(next ?? pathname, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ refused: error.fields } satisfies Refused, { status: error.status });
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Not found'} – the desk, Marigold Lane` },
  { name: 'robots', content: 'noindex' },
];

export default function DeskRoute({ loaderData: { me, loaded, path }, actionData }: Route.ComponentProps) {
  const found = findDeskPage(`/desk/${path}`.replace(/\/$/, ''));
  if (!found) return null;
  const { View, hasOwnBar } = found.page;
  return (
    <HasPage value={hasPage}>
      {me && !hasOwnBar && <DeskBar me={me} />}
      <main id="main" tabIndex={-1}>
        <View data={loaded} me={me as Me} refused={actionData?.refused} />
      </main>
    </HasPage>
  );
}

const hasPage = (path: string): boolean => findDeskPage(`/desk/${path}`.replace(/\/$/, '')) !== undefined;

/** What happened, and where to go. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const detail = isRouteErrorResponse(error) ? (error.data as { detail?: string } | undefined)?.detail : undefined;
  return (
    <main id="main" className="desk-page staff-narrow">
      <h1>{status === 404 ? 'There is no such page.' : status === 403 ? 'Not yours to see.' : 'That did not work.'}</h1>
      <p className="desk-soft">{detail ?? 'Something went wrong on our side. Nothing is lost.'}</p>
      <Link className="desk-button line wide" to="/desk" reloadDocument>
        Back to the desk
      </Link>
    </main>
  );
}
