import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from 'react-router';
import { SHOP } from '#contract/shop.ts';
import type { Route } from './+types/root';

import { serverTools } from './api/server-api.ts';
import { startResending, useResendOnNavigation } from './cart/lines/resend-changes.ts';
import { useClearAddedOnLeave } from './catalogue/product/added-here.ts';
import { documentLinks } from './document-links.ts';
import { compareRelease } from './router-patches/release.ts';
import { usePressEarly } from './router-patches/use-press-early.ts';
import { useRouteFiles } from './router-patches/use-route-files.ts';
import { useGuard } from './session/use-guard.ts';
import { ConfirmLine } from './shell/confirm-line.tsx';
import { DemonstrationLine } from './shell/demonstration-line.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import NotFoundPage from './shell/not-found-page.tsx';
import { OfflineLine } from './shell/offline-line.tsx';
import type { RootData } from './shell/root-data.ts';
import styles from './styles.css?inline';
import { Announcements } from './ui/announce.tsx';
import { HydrateLater } from './ui/loading/hydrate-later.tsx';
import { showToast, Toasts } from './ui/toast/toast.tsx';

export const loader = ({ request, context }: Route.LoaderArgs): RootData => {
  const { release, isDemo, deliveryRules, shopDetails } = context.get(serverTools);
  return {
    origin: new URL(request.url).origin,
    release,
    ...(isDemo && { demo: true }),
    ...(deliveryRules && { rules: deliveryRules }),
    ...(shopDetails && { shop: shopDetails }),
  };
};

/** A navigation within a page fetches nothing, so it works offline. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;

export const links = documentLinks;

/** In the browser, the text that the server sent: rendered anew after an error, its hash stays allowed. */
const css =
  import.meta.env.SSR || import.meta.env.DEV ? styles : (document.querySelector('head style')?.textContent ?? '');

export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return [{ title: SHOP.name }];
  const title = isRouteErrorResponse(error) && error.status === 404 ? 'Page Not Found' : 'Something went wrong';
  return [{ title: `${title} – ${SHOP.name}` }, { name: 'robots', content: 'noindex' }];
};

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f4efe5" />
        {/* Inline, so that the first paint waits for nothing. */}
        <style
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by its hash alone
          dangerouslySetInnerHTML={{ __html: css }}
        />
        <Meta />
        <Links />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-lift focus:px-4 focus:py-3"
        >
          Skip to the page
        </a>
        <OfflineLine />
        <DemonstrationLine />
        <Header />
        <main id="main" tabIndex={-1} className="outline-none">
          <ConfirmLine place="first" />
          {children}
          <ConfirmLine place="last" />
        </main>
        <HydrateLater>
          <Footer />
        </HydrateLater>
        <Toasts />
        <Announcements />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

const showError = (words: string) => void showToast(words, 'error');

export default function Root({ loaderData: { release } }: Route.ComponentProps) {
  useEffect(() => compareRelease(release), [release]);
  useRouteFiles(showError);
  usePressEarly();
  useGuard();
  useEffect(startResending, []);
  useResendOnNavigation();
  useClearAddedOnLeave();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <ErrorPage error={error} />;
}
