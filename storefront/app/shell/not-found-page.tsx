import { Link } from 'react-router';
import { pageMeta } from '../page-meta.ts';
import { Postmark } from '../ui/postmark.tsx';
import type { Route } from './+types/not-found-page';
import { Marigold } from './brand.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Page Not Found – Marigold Lane',
    description: 'There is no page at this address.',
    path: '/',
    keepOutOfSearch: true,
  });

export default function NotFoundPage() {
  return (
    <div className="wrap grid items-center gap-[clamp(1.75rem,6vw,6rem)] pt-[clamp(2rem,6vw,6rem)] tablet:grid-cols-2">
      <div>
        <h1 className="text-[clamp(2.5rem,1.4rem+4.4vw,4.75rem)] leading-none">Page Not Found</h1>
        <p className="mt-5 mb-7 max-w-[28rem] text-lead text-soft">
          We knocked, but nobody lives at this address. The link may be old, or a letter of it may have gone astray.
        </p>
        <div className="flex flex-wrap items-center gap-6">
          <Link to="/" className="button">
            Back home
          </Link>
          <Link to="/product" className="link">
            See the bouquets
          </Link>
        </div>
      </div>
      <div aria-hidden="true" className="envelope">
        <span className="stamp">
          <Marigold className="w-3/5" />
        </span>
        <Postmark className="absolute top-[9%] right-[22%] w-[36%] -rotate-7" />
        <div className="absolute top-[46%] right-[8%] left-[42%] font-note text-[clamp(1rem,0.75rem+1vw,1.5rem)] italic leading-relaxed *:block *:border-line *:border-b">
          <span>The page you wanted</span>
          <span>404 Nowhere Lane</span>
          <span>London</span>
        </div>
        <span className="absolute bottom-[13%] left-[7%] -rotate-6 rounded-square border-2 border-rose-ink px-3.5 py-2 text-center font-semibold text-[clamp(0.8125rem,0.6rem+0.7vw,1.1875rem)] text-rose-ink leading-tight">
          Return
          <br />
          to sender
        </span>
      </div>
    </div>
  );
}
