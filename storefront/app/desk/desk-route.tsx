import { useMemo } from 'react';
import { data, isRouteErrorResponse, Link, redirect, useLocation, useNavigate } from 'react-router';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { serverTools } from '../api/server-api.ts';
import type { Route } from './+types/desk-route';
import { createServerApi, Refusal } from './desk-api.ts';
import { DeskBar } from './desk-bar.tsx';
import { HasPage } from './desk-nav.ts';
import type { DeskApi, Refused } from './desk-page.ts';
import { findDeskPage, loadDeskPages } from './find-desk-page.ts';
import { LoadingLine } from './loading-line.tsx';
import { followRowLink } from './row-link.tsx';
import { AtOwnAddress } from './staff/at-own-address.tsx';
import { PageForms } from './ui/form.tsx';
import { Page } from './ui/page.tsx';
import { useFocusGoesOn } from './use-focus-goes-on.ts';
import './desk.css';

/** One route for all pages of the desk; desk-pages.ts is its table. Rendered with the data in it, as whoever is signed in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await loadDeskPages();
  const { pathname, searchParams, origin: home } = readAddress(request);
  const found = findDeskPage(pathname);
  if (!found) throw data({}, { status: 404 });
  const api = createServerApi(context.get(serverTools));
  const me = await api.get('/api/desk/me/').catch((error) => {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  });
  if (!me && !found.page.isPublic) throw redirect(signInFor(pathname));
  // A driver has a run and no day sheet.
  if (me && pathname === '/desk' && !may(me.roles, 'tie') && findDeskPage(DRIVERS)) throw redirect(DRIVERS);
  const [loaded, waiting] = await Promise.all([
    found.page.load(api, found.params, searchParams).catch(rethrow),
    found.page.hasOwnBar ? undefined : countWaiting(api, me),
  ]);
  // As text: the router would write each value of a list one by one, which took longer than reading them from the database.
  const text = JSON.stringify(loaded ?? null);
  return { path: found.page.path, title: found.page.title, me, loaded: text, home, waiting };
}

const DRIVERS = '/desk/driver';

/** For the bar of those who answer claims. The page is worth showing without it. */
async function countWaiting(api: DeskApi, me: Me | undefined): Promise<number | undefined> {
  if (!me || !may(me.roles, 'answer claims')) return undefined;
  return api.get('/api/desk/claims/waiting/').then(
    ({ waiting }) => waiting,
    () => 0,
  );
}

/** The address of the page at the shop's own name; a request from an open page asks for `.data` behind it. */
function readAddress({ url }: Request): Pick<URL, 'pathname' | 'searchParams' | 'origin'> {
  const { pathname, searchParams, origin } = new URL(url);
  return { pathname: pathname.replace(/(\/_)?\.data$/, '') || '/desk', searchParams, origin };
}

/** Where somebody who has to sign in first comes back to. */
const signInFor = (pathname: string): string =>
  pathname === '/desk' ? '/desk/sign-in' : `/desk/sign-in?${new URLSearchParams({ next: pathname })}`;

function rethrow(error: unknown): never {
  if (error instanceof Refusal) throw data({ detail: error.message }, { status: error.status });
  throw error;
}

export async function action({ request, context }: Route.ActionArgs) {
  await loadDeskPages();
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
    const { keeps = listText(form) } = found.page;
    const typed =
      typeof keeps === 'function'
        ? keeps(form)
        : Object.fromEntries(keeps.map((name) => [name, String(form.get(name) ?? '')]));
    return data({ refused: error.fields, typed } satisfies Refused, { status: error.status });
  }
}

/** The names of what was typed, without files. */
const listText = (form: FormData): string[] =>
  [...form].filter(([, value]) => typeof value === 'string').map(([name]) => name);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} – the desk, Marigold Lane` : 'The desk, Marigold Lane' },
  { name: 'robots', content: 'noindex' },
];

export default function DeskRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { me, path, home, waiting } = loaderData;
  // Of each load a new one, even if it says the same: pages go back to it from what they learned since.
  const loaded = useMemo(() => JSON.parse(loaderData.loaded), [loaderData]);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useFocusGoesOn();
  const found = findDeskPage(`/desk/${path}`.replace(/\/$/, ''));
  const params = findDeskPage(pathname)?.params;
  const act = found?.page.act;
  const forms = useMemo(
    () => ({ act, params: params ?? {}, refused: actionData?.refused, typed: actionData?.typed }),
    [act, params, actionData],
  );
  if (!found) return null;
  const { View, hasOwnBar, isPublic } = found.page;
  const view = <View data={loaded} me={me as Me} refused={actionData?.refused} typed={actionData?.typed} />;
  return (
    <HasPage value={hasPage}>
      <LoadingLine />
      {me && !hasOwnBar && <DeskBar me={me} waiting={waiting} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link clicks it. */}
      <main id="main" tabIndex={-1} onClick={(event) => followRowLink(event, navigate)}>
        <PageForms value={forms}>{isPublic ? <AtOwnAddress home={home}>{view}</AtOwnAddress> : view}</PageForms>
      </main>
    </HasPage>
  );
}

const hasPage = (path: string): boolean => findDeskPage(`/desk/${path}`.replace(/\/$/, '')) !== undefined;

/** What happened, and where to go. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const detail = isRouteErrorResponse(error) ? (error.data as { detail?: string } | undefined)?.detail : undefined;
  const words = status === 404 ? 'The address is mistyped, or what was here is gone.' : detail;
  return (
    <main id="main">
      <Page
        isNarrow
        title={status === 404 ? 'There is no such page.' : status === 403 ? 'Not yours to see.' : 'That did not work.'}
        lead={words ?? 'Something went wrong on our side. Nothing is lost.'}
      >
        <Link className="desk-button line wide" to="/desk" reloadDocument>
          Back to the desk
        </Link>
      </Page>
    </main>
  );
}
