import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import {
  type ClientActionFunction,
  createMemoryRouter,
  isRouteErrorResponse,
  type LoaderFunction,
  Outlet,
  RouterContextProvider,
  RouterProvider,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router';
import { expect, vi } from 'vitest';
import type { Role } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { serverTools } from '../../api/server-api.ts';
import { answer } from '../../testing/pretend-api.ts';
import { colleague, type DeskData } from '../desk-page.tsx';

/** A file of the site map: what it reads, what it shows, and what its forms do. */
type PageFile = {
  default: ComponentType<{ loaderData?: { text: string } }>;
  loader?: LoaderFunction;
  clientAction?: ClientActionFunction;
};

type Options = {
  at: string;
  /** The pattern of the address, where the page reads parts of it. */
  path?: string;
  roles?: Role[];
};

const live = new Set<EventTarget>();

/** Somebody changed something elsewhere at the desk. The page has its line when the one before has let go of the lock. */
export const tellDesk = async (...names: string[]) => {
  await vi.waitFor(() => expect(live.size).toBeGreaterThan(0));
  for (const line of live) line.dispatchEvent(new MessageEvent('change', { data: names.join(',') }));
};

/** The line on which the desk hears of changes. */
class Line extends EventTarget {
  constructor() {
    super();
    live.add(this);
  }
  close() {
    live.delete(this);
  }
}

/**
 * Opens a page of the desk at an address, for an owner unless other roles are given. What its loader reads and what its forms send is
 * answered by pretendApi. Whatever other page it leads to shows its address alone. The page that was open before is closed.
 */
export function openDeskPage(page: PageFile, { at, path = at.split(/[?#]/)[0] ?? at, roles = ['owner'] }: Options) {
  cleanup();
  live.clear();
  vi.stubGlobal('EventSource', Line);
  const me: Me = { id: 1, name: 'Marigold', email: 'm@shop.example', roles, has_passkey: true, opened_by: 'passkey' };
  const { loader, clientAction } = page;
  const serverAction = () => Promise.reject(new Error('A press is sent from the open page.'));
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: (): DeskData => ({ release: '1', home: 'https://shop.example', me }),
        element: <Outlet />,
        ErrorBoundary: Broken,
        HydrateFallback: Nothing,
        children: [
          {
            path,
            element: <Shown page={page} />,
            loader,
            action: clientAction && ((args) => clientAction({ ...args, serverAction })),
          },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
    { initialEntries: [at], getContext: () => pretendServer(me) },
  );
  const visitor = userEvent.setup(vi.isFakeTimers() ? { delay: null } : {});
  return { visitor, router, ...render(<RouterProvider router={router} />) };
}

const Shown = ({ page: { default: Page } }: { page: PageFile }) => <Page loaderData={useLoaderData()} />;

/** What a loader asks is asked of the pretended API, as the browser's calls are. */
function pretendServer(me: Me) {
  const context = new RouterContextProvider();
  const call = async (path: string) => {
    const response = await answer(path);
    return { status: response.status, body: await response.json() };
  };
  context.set(serverTools, {
    callApi: call,
    callDesk: call,
    report: () => {},
    nonce: '',
    release: '1',
    isDemo: false,
    deliveryRules: undefined,
    shopDetails: undefined,
  });
  context.set(colleague, me);
  return context;
}

const Nothing = () => null;

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>Now at {pathname + search}</p>;
}

function Broken() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  return <p role="alert">{`${error.status} ${error.data.detail}`}</p>;
}
