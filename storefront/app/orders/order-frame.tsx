import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SHOP } from '#contract/shop.ts';
import { TwoColumns } from '../cart/steps/page-frame.tsx';
import { NeedsScripts } from '../session/needs-scripts.tsx';
import { Loading } from '../ui/loading/loading.tsx';

/** Where an order stands among the others. It stays while the order is fetched, so that no press of its link is lost. */
export function OrderTrail({ id, page }: { id: string; page?: string }) {
  return (
    <>
      <p className="hidden font-serif text-h3 print:block">{SHOP.name}</p>
      <nav aria-label="Breadcrumb" className="private-frame no-print py-3.5 text-small text-soft tablet:py-5.5">
        <ol className="flex flex-wrap gap-x-2.5 [&>li+li]:before:mr-2.5 [&>li+li]:before:content-['/']">
          <li>
            <Link to="/profile" reloadDocument className="py-1 underline decoration-line underline-offset-4">
              Order History
            </Link>
          </li>
          {page === undefined ? (
            <li aria-current="page">Order {id}</li>
          ) : (
            <>
              <li>
                <Link to={`/history/${id}`} className="py-1 underline decoration-line underline-offset-4">
                  Order {id}
                </Link>
              </li>
              <li aria-current="page">{page}</li>
            </>
          )}
        </ol>
      </nav>
    </>
  );
}

type Props = { id: string; state?: ReactNode; stamp?: ReactNode };

/** The number of an order, and what became of it. */
export function OrderHeading({ id, state, stamp }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-5 pt-2 pb-[clamp(1.25rem,2.6vw,2.25rem)]">
      <div>
        <h1 className="num">Order {id}</h1>
        {state}
      </div>
      {stamp}
    </div>
  );
}

/** What became of the order, and below it what that means: on a phone in a line of its own, however wide it is. */
export function OrderStamp({ children, meaning }: { children: ReactNode; meaning?: string | undefined }) {
  return (
    <p className="grid w-full justify-items-start gap-2.5 tablet:w-auto tablet:justify-items-end">
      {children}
      <span className="min-h-6 text-small text-soft">{meaning}</span>
    </p>
  );
}

/** An order while it is fetched. It is in the HTML of the page, whether or not there is such an order. */
export function OrderFrame({ id }: { id: string }) {
  return (
    <>
      <OrderHeading
        id={id}
        state={
          <NeedsScripts className="mt-2 min-h-7 text-lead">
            <Loading />
          </NeedsScripts>
        }
        stamp={
          <OrderStamp>
            <span aria-hidden="true" className="completed bone w-41 border-transparent">
              {'\u00a0'}
            </span>
          </OrderStamp>
        }
      />
      <div aria-hidden="true" className="noscript:hidden">
        <ProgressSkeleton />
        <TwoColumns aside={<div className="bone h-112" />}>
          <div className="bone h-96" />
        </TwoColumns>
      </div>
    </>
  );
}

const STEPS = [1, 2, 3, 4];

/** The place of how far the flowers are, so that the rest of the page does not move when that is known. */
export function ProgressSkeleton() {
  return (
    <div aria-hidden="true" className="mb-[clamp(1.75rem,4vw,3rem)] grid gap-6">
      <div className="bone h-17 w-4/5 max-w-140 tablet:h-12" />
      <div className="grid gap-x-4 gap-y-4 tablet:grid-flow-col tablet:auto-cols-fr">
        {STEPS.map((step) => (
          <div key={step} className="border-line border-t-2 pt-3">
            <div className="bone h-12.5 w-3/5 tablet:h-23" />
          </div>
        ))}
      </div>
      <div className="bone h-12 w-48" />
    </div>
  );
}
