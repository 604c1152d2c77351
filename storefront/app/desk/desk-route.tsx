import { data, redirect } from 'react-router';
import type { Me } from '#contract/staff.ts';
import { serverTools } from '../api/server-api.ts';
import type { Route } from './+types/desk-route';
import { createServerApi, Refusal } from './desk-api.ts';
import { DeskBar } from './desk-bar.tsx';
import type { Refused } from './desk-page.ts';
import { findDeskPage } from './desk-pages.ts';
import './desk.css';

/** One route for all pages of the desk; desk-pages.ts is its table. Rendered with the data in it, as whoever is signed in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const found = findDeskPage(pathname.replace(/\.data$/, ''));
  if (!found) throw data({ detail: 'Not found.' }, { status: 404 });
  const api = createServerApi(context.get(serverTools));
  const me = await api.get<Me>('/api/desk/me/').catch((error) => {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  });
  if (!me && !found.page.isPublic) throw redirect(signInFor(pathname));
  const loaded = await found.page.load(api, found.params, searchParams).catch(rethrow);
  return { path: found.page.path, title: found.page.title, me, loaded };
}

/** Where somebody who has to sign in first comes back to. */
const signInFor = (pathname: string): string =>
  pathname === '/desk' ? '/desk/sign-in' : `/desk/sign-in?${new URLSearchParams({ next: pathname })}`;

function rethrow(error: unknown): never {
  if (error instanceof Refusal) throw data({ detail: error.message }, { status: error.status });
  throw error;
}

export async function action({ request, context }: Route.ActionArgs) {
  const found = findDeskPage(new URL(request.url).pathname);
  if (!found?.page.act) throw data({ detail: 'That cannot be done here.' }, { status: 405 });
  const api = createServerApi(context.get(serverTools));
  const form = await request.formData();
  try {
    const next = await found.page.act(api, form, found.params);
    const headers = api.cookies.map((cookie): [string, string] => ['set-cookie', cookie]);
    // Asked for anew: reloading the page does not press the button again.
    return redirect(next ?? new URL(request.url).pathname, { status: 303, headers });
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
  const { View } = found.page;
  return (
    <>
      {me && <DeskBar me={me} />}
      <main id="main" tabIndex={-1}>
        <View data={loaded} me={me as Me} refused={actionData?.refused} />
      </main>
    </>
  );
}
