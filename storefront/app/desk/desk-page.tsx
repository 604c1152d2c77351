import { type ComponentType, useMemo } from 'react';
import {
  type ClientActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  type MetaDescriptor,
  type MiddlewareFunction,
  redirect,
  useActionData,
  useRouteLoaderData,
} from 'react-router';
import type { Me } from '#contract/staff.ts';
import { serverTools } from '../api/server-api.ts';
import { createServerApi, type DeskApi, type Fields, Refusal } from './desk-api.ts';
import { toRefusal } from './send.ts';

export type Params = Record<string, string | undefined>;

/** What the View of a page is given; `refused` says why the last press was. */
export type ViewProps<Data = null> = { data: Data; me: Me; refused: Fields | undefined };
export type View<Data> = ComponentType<ViewProps<Data>>;

/** What one of a page's forms does. Returns an address to go to, or nothing to stay. */
export type Press = (form: FormData, params: Params) => Promise<string | undefined>;

/** What root.tsx has read for every page. */
export type DeskData = { release: string; home: string; me: Me | undefined };
export const useDeskData = () => useRouteLoaderData<DeskData>('root');

/** Who sent the request, read once for all parts of the page; undefined for strangers. */
export const colleague = createContext<Me | undefined>();

export const knowColleague: MiddlewareFunction = async ({ context }) => {
  const me = createServerApi(context.get(serverTools)).get('/api/desk/me/');
  const known = await me.catch((error) => {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  });
  context.set(colleague, known);
};

/** Strangers sign in first, and come back to where they were going. */
export const requireColleague: MiddlewareFunction = async ({ context, url: { pathname } }) => {
  if (context.get(colleague)) return;
  throw redirect(pathname === '/desk' ? '/desk/sign-in' : `/desk/sign-in?${new URLSearchParams({ next: pathname })}`);
};

/** What a page reads, as text: the router would write each value of a list one by one, which took longer than its queries. */
type Loaded<Data> = { text: string; of?: Data };
type Read<Data> = (api: DeskApi, params: Params, search: URLSearchParams, me: Me | undefined) => Promise<Data>;

/** The loader of a page: reads on the server, as whoever sent the request. A refusal becomes an error page of its status. */
export const readPage =
  <Data,>(read: Read<Data>) =>
  async ({ params, url, context }: LoaderFunctionArgs): Promise<Loaded<Data>> => {
    const api = createServerApi(context.get(serverTools));
    const loaded = await read(api, params, url.searchParams, context.get(colleague)).catch((error) => {
      if (error instanceof Refusal) throw data({ detail: error.message }, { status: error.status });
      throw error;
    });
    return { text: JSON.stringify(loaded) };
  };

type LoaderOf<Data> = (args: LoaderFunctionArgs) => Promise<Loaded<Data>>;
type DataOf<Loader> = Loader extends LoaderOf<infer Data> ? Data : null;

/** A page as the router wants it: its View with what `typeof loader` has read; without a loader, with nothing. */
export const showPage = <Loader = null>(Shown: View<DataOf<Loader>>) =>
  function DeskPage({ loaderData }: { loaderData?: { text: string } }) {
    // Of each load a new one, even if it says the same: pages go back to it from what they learned since.
    const loaded = useMemo(() => (loaderData ? JSON.parse(loaderData.text) : null), [loaderData]);
    const refused = useActionData<{ refused: Fields }>()?.refused;
    return <Shown data={loaded} me={useDeskData()?.me as Me} refused={refused} />;
  };

export const titled = (title: string) => (): MetaDescriptor[] => [
  { title: `${title} – the desk, Marigold Lane` },
  { name: 'robots', content: 'noindex' },
];

/**
 * What the forms of a list do, which the router sends from the open page. It gives up one that is on its way when the next is pressed:
 * where many are pressed quickly, useFormsInTurn sends them one after the other.
 */
export const pressOn =
  (press: Press) =>
  async ({ request, params }: ClientActionFunctionArgs) => {
    try {
      const next = await press(await request.formData(), params);
      return redirect(next ?? new URL(request.url).pathname);
    } catch (error) {
      const { fields, status } = toRefusal(error);
      // The router leaves the page as it is only after a status from 400 on; there is none of a shop that was not reached.
      return data({ refused: fields }, { status: status || 503 });
    }
  };
