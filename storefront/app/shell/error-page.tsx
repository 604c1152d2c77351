import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isOutdated } from './release.ts';

const TRIED = 'reloaded_for';

/** What is said depends on what is known: a page that never arrived is not a fault of the shop. */
const WORDS = {
  unreachable: {
    title: 'We couldn’t reach the shop.',
    text: 'This page did not arrive. Please check your connection and try again.',
  },
  broken: {
    title: 'Something went wrong on our side.',
    text: 'Nothing you did caused it. Please try again in a moment.',
  },
};

/** As Chromium, Firefox and Safari say it. */
const NOT_REACHED = /^(Failed to fetch|NetworkError when attempting to fetch resource\.|Load failed)/;

/** Browsers report a request without an answer as a TypeError; everything else has come from us. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError && (navigator.onLine === false || NOT_REACHED.test(error.message));

/** Where storage is forbidden nobody would know of a second try. */
function isFirstTry(pathname: string): boolean {
  try {
    if (sessionStorage.getItem(TRIED) === pathname) return false;
    sessionStorage.setItem(TRIED, pathname);
    return true;
  } catch {
    return false;
  }
}

/** A page could not be drawn. Says what is known, and offers the one thing that helps. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, text } = WORDS[isUnreachable(error) ? 'unreachable' : 'broken'];
  const isTill = pathname === '/cart';

  useEffect(() => {
    // Drawn with the files of an earlier release: those of today may well do. Once, lest it go on for ever.
    if (isOutdated() && isFirstTry(pathname)) location.reload();
  }, [pathname]);

  return (
    <div className="wrap max-w-[46rem] pt-[clamp(2.5rem,8vw,7rem)]">
      <h1>{title}</h1>
      <p className="mt-5 mb-7 max-w-[34rem] text-lead text-soft">
        {text}
        {isTill && ' If you were paying, look at your orders first: nothing is ever charged twice.'}
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <a href={pathname + search} className="button">
          Try again
        </a>
        <a href={isTill ? '/profile' : '/'} className="link">
          {isTill ? 'Your orders' : 'Back home'}
        </a>
      </div>
    </div>
  );
}
