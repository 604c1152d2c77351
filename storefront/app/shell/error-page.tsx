import { useLocation } from 'react-router';

/** Something broke on our side. Says so, and offers the one thing that helps. */
export function ErrorPage() {
  const { pathname, search } = useLocation();
  return (
    <div className="wrap max-w-[46rem] pt-[clamp(2.5rem,8vw,7rem)]">
      <h1>Something went wrong on our side.</h1>
      <p className="mt-5 mb-7 max-w-[34rem] text-lead text-soft">
        A vase has been knocked over and we are mopping up. Nothing you did caused it, and nothing of yours is lost.
        Please try again in a moment.
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <a href={pathname + search} className="button">
          Try again
        </a>
        <a href="/" className="link">
          Back home
        </a>
      </div>
    </div>
  );
}
