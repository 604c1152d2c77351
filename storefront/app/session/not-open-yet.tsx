import { Link } from 'react-router';

/** Says plainly what the shop cannot do yet. Goes away with the cart. */
export function NotOpenYet({ title }: { title: string }) {
  return (
    <div className="wrap max-w-[46rem] pt-[clamp(2.5rem,8vw,7rem)]">
      <h1>{title}</h1>
      <p className="mt-5 mb-7 max-w-[34rem] text-lead text-soft">
        The window is dressed and the bouquets are real, but the till is still being built. Cart and payment come next.
        Until then, have a good look round.
      </p>
      <Link to="/product" className="button">
        See the bouquets
      </Link>
    </div>
  );
}
