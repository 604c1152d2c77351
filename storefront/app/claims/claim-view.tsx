import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Claim } from '#contract/claims.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { StoredPhoto } from './stored-photo.tsx';

const dayOf = (moment: string) => formatDay(londonDay(new Date(moment)));

/** The report and its state. */
export function ClaimView({ claim }: { claim: Claim }) {
  return (
    <div className="grid min-w-0 content-start gap-4">
      {OUTCOMES[claim.status](claim)}
      {claim.answer && (
        <blockquote className="whitespace-pre-line border-marigold border-l-3 pl-4 text-small [overflow-wrap:anywhere]">
          {claim.answer}
        </blockquote>
      )}
      <figure className="grid gap-2">
        <StoredPhoto orderId={claim.order} />
        <figcaption className="whitespace-pre-line text-small text-soft [overflow-wrap:anywhere]">
          “<bdi>{claim.text}</bdi>” Reported on {dayOf(claim.made_at)}.
        </figcaption>
      </figure>
    </div>
  );
}

const OUTCOMES = {
  // The florist may have sent new flowers before they were reported.
  open: ({ on_the_day, replacement }) => (
    <p>
      We have it, and an email that says so is on its way. The florist looks at your photo and answers you by email.
      {!on_the_day && ' Your statutory rights are not affected.'} <NewFlowers replacement={replacement} />
    </p>
  ),
  replaced: ({ replacement }) => (
    <p>
      We are sorry that they arrived like this. <NewFlowers replacement={replacement} />
    </p>
  ),
  answered: ({ answered_at }) => <p>The florist answered{answered_at && ` on ${dayOf(answered_at)}`}:</p>,
} satisfies Record<Claim['status'], (claim: Claim) => ReactNode>;

function NewFlowers({ replacement }: Pick<Claim, 'replacement'>) {
  if (!replacement) return null;
  return (
    <>
      New flowers come on <b className="font-semibold">{formatDay(replacement.delivery_date)}</b>, at no charge:{' '}
      <Link to={`/history/${replacement.order}`} className="link">
        order {replacement.order}
      </Link>
      .
    </>
  );
}
