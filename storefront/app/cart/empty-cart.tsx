import { Link } from 'react-router';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import site from '../../../catalogue/made/site.json';
import { RecentlySeen } from '../catalogue/recently-seen.tsx';

const HALL = site['hall-table'];
const SIZES = '(min-width: 721px) 40vw, 100vw';

/** The empty cart, with links to bouquets. */
export function EmptyCart() {
  return (
    <>
      <div className="grid items-center gap-[clamp(1.75rem,6vw,6rem)] tablet:grid-cols-[5fr_6fr]">
        <picture>
          <source type="image/avif" srcSet={srcSet(HALL, 'avif')} sizes={SIZES} />
          <source type="image/webp" srcSet={srcSet(HALL, 'webp')} sizes={SIZES} />
          <img
            src={pictureUrl(HALL.id, HALL.widths[1] ?? HALL.width, 'jpg')}
            width={HALL.width}
            height={HALL.height}
            alt="A vase of white roses and blue hydrangeas on a hall table"
            className="aspect-square w-full rounded-square bg-deep object-cover object-[50%_42%] tablet:aspect-[1/1.06]"
          />
        </picture>
        <div>
          <h2>Nothing in here yet.</h2>
          <p className="mt-3.5 mb-6.5 max-w-[30rem] text-lead text-soft">
            An empty vase is only waiting. Pick a bouquet and it will turn up here, ready to send.
          </p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 *:max-tablet:w-full">
            <Link to="/product" reloadDocument className="button">
              Shop Now
            </Link>
            <button type="button" className="button" disabled>
              Check Out Now
            </button>
          </div>
        </div>
      </div>
      <RecentlySeen />
    </>
  );
}
