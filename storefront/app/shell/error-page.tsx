import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isOutdated } from '../router-patches/release.ts';

const RELOADED_KEY = 'reloaded_for';

/** Messages by cause: a page that could not be reached is not a fault of the shop. */
const WORDS = {
  unreachable: {
    title: 'We couldn’t reach the shop.',
    text: 'This page did not arrive. Please check your connection and try again.',
  },
  offline: {
    title: 'You are offline.',
    text: 'This page did not arrive. Please try again when you are connected.',
  },
  broken: {
    title: 'Something went wrong on our side.',
    text: 'Nothing you did caused it. Please try again in a moment.',
  },
};

/** The messages of Chromium, Firefox and Safari. */
const NOT_REACHED = /^(Failed to fetch|NetworkError when attempting to fetch resource\.|Load failed)/;

/** Browsers report a request without a response as a TypeError with one of these messages. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError && (navigator.onLine === false || NOT_REACHED.test(error.message));

const causeOf = (error: unknown): keyof typeof WORDS =>
  !isUnreachable(error) ? 'broken' : navigator.onLine === false ? 'offline' : 'unreachable';

/** False where storage is forbidden: a reload could not be counted, and might go on for ever. */
function isFirstReload(pathname: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === pathname) return false;
    sessionStorage.setItem(RELOADED_KEY, pathname);
    return true;
  } catch {
    return false;
  }
}

/** Shown when a page could not be rendered: what is known, and what helps. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, text } = WORDS[causeOf(error)];
  const isCart = pathname === '/cart';

  useEffect(() => {
    // The page has the files of an earlier release: a reload loads the new ones. Once only, or it might go on for ever.
    if (isOutdated() && isFirstReload(pathname)) location.reload();
  }, [pathname]);

  return (
    <div className="wrap max-w-[46rem] pt-[clamp(2.5rem,8vw,7rem)]">
      <h1>{title}</h1>
      <p className="mt-5 mb-7 max-w-[34rem] text-lead text-soft">
        {text}
        {isCart && ' If you were paying, look at your orders first: nothing is ever charged twice.'}
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <a href={pathname + search} className="button">
          Try again
        </a>
        <a href={isCart ? '/profile' : '/'} className="link">
          {isCart ? 'Your orders' : 'Back home'}
        </a>
      </div>
    </div>
  );
}
