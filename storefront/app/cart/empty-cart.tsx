import { Link } from 'react-router';
import site from '../../../catalogue/made/site.json';
import { RecentlySeen } from '../catalogue/recently-seen/recently-seen.tsx';
import { Picture } from '../ui/picture.tsx';

const HALL = site['hall-table'];
const SIZES = '(min-width: 721px) 40vw, 100vw';

/** The empty cart, with links to bouquets. */
export function EmptyCart() {
  return (
    <>
      <div className="grid items-center gap-[clamp(1.75rem,6vw,6rem)] tablet:grid-cols-[5fr_6fr]">
        <Picture
          picture={HALL}
          sizes={SIZES}
          alt="A vase of white roses and blue hydrangeas on a hall table"
          className="aspect-square w-full rounded-square tablet:aspect-[1/1.06] [&_img]:object-[50%_42%]"
        />
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
