import { type ReactNode, useCallback, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Link,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import { serverTools } from '../api/server-api.ts';
import { documentLinks } from '../document-links.ts';
import { compareRelease } from '../router-patches/release.ts';
import { usePressEarly } from '../router-patches/use-press-early.ts';
import { useRouteFiles } from '../router-patches/use-route-files.ts';
import { colleague, type DeskData, knowColleague } from './desk-page.tsx';
import { LoadingLine } from './loading-line.tsx';
import { DeskToastView, useDeskToast } from './toasts.tsx';
import { Page } from './ui/page.tsx';
import { useFocusGoesOn } from './use-focus-goes-on.ts';
import './desk.css';

export const middleware = [knowColleague];

export const loader = ({ context, url }: LoaderFunctionArgs): DeskData => ({
  release: context.get(serverTools).release,
  home: url.origin,
  me: context.get(colleague),
});

export const links = documentLinks;

/** Of a page that could not be shown; every other names itself. */
export const meta = () => [{ title: 'The desk, Marigold Lane' }, { name: 'robots', content: 'noindex' }];

const DRIVER = /^\/desk\/driver\b/;
const opensDriver = !import.meta.env.SSR && DRIVER.test(location.pathname);
/** The browser looks once: from the driver's pages no link leads elsewhere within the page. */
const useIsDriver = import.meta.env.SSR ? () => DRIVER.test(useLocation().pathname) : () => opensDriver;

export function Layout({ children }: { children: ReactNode }) {
  // What the page becomes on a home screen: the shop, or the driver's run.
  const manifest = useIsDriver() ? '/driver.webmanifest' : '/site.webmanifest';
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f4efe5" />
        <Meta />
        <Links />
        <link rel="manifest" href={manifest} />
      </head>
      <body>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-lift focus:px-4 focus:py-3"
        >
          Skip to the page
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Desk({ loaderData: { release } }: { loaderData: DeskData }) {
  const { toast, show, close } = useDeskToast();
  useEffect(() => compareRelease(release), [release]);
  useRouteFiles(useCallback((words) => show({ words, isRefusal: true }), [show]));
  usePressEarly();
  useFocusGoesOn();
  return (
    <>
      <LoadingLine />
      <Outlet />
      {toast && <DeskToastView toast={toast} onClose={close} />}
    </>
  );
}

/** What happened, and where to go. */
export function ErrorBoundary({ error }: { error: unknown }) {
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
