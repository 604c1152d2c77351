import { Link, useRevalidator } from 'react-router';
import type { DeskClaim, DeskClaims } from '#contract/desk-claims.ts';
import { whenWords } from '#contract/moments.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { useLive } from '../live.ts';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { describeOutcome, nameOf, WaitsBecause, waitingWords } from './claim-words.tsx';

const CLAIMS = '/api/desk/claims/';

type Data = DeskClaims & { status: 'open' | 'answered'; byItself: DeskClaim[]; now: string };

export const loader = readPage(async (api, _params, search): Promise<Data> => {
  const status = search.get('status') === 'answered' ? 'answered' : 'open';
  const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
  const now = new Date().toISOString();
  if (status === 'answered')
    return { ...(await api.get(withQuery(CLAIMS, { status, before }))), status, byItself: [], now };
  const open = await api.get(withQuery(CLAIMS, { limit: 100 }));
  const { claims } = await api.get(withQuery(CLAIMS, { status: 'answered', limit: 10 }));
  return { ...open, status, byItself: claims.filter((claim) => claim.by_itself), now };
});

export const meta = titled('Claims');

export default showPage<typeof loader>(ClaimsView);
function ClaimsView({ data }: { data: Data }) {
  const { revalidate } = useRevalidator();
  useLive(() => void revalidate());
  const { claims, waiting, status, byItself } = data;
  return (
    <Page
      title="Claims"
      lead={describeWaiting(waiting)}
      acts={
        <nav className="desk-switch" aria-label="Which claims">
          <Link to="/desk/claims" aria-current={status === 'open' ? 'page' : undefined}>
            Waiting <b>{waiting}</b>
          </Link>
          <Link to="/desk/claims?status=answered" aria-current={status === 'answered' ? 'page' : undefined}>
            Answered
          </Link>
        </nav>
      }
    >
      {status === 'open' ? (
        <>
          <ul className="border-leaf-900 border-t">
            {claims.map((claim, index) => (
              <Waiting key={claim.id} claim={claim} now={new Date(data.now)} isFirst={index === 0} />
            ))}
          </ul>
          {byItself.length > 0 && (
            <>
              <h2 className="mt-8.5 mb-1.5 font-serif text-section">Kept by itself</h2>
              <p className="text-small text-soft">
                Reported on the day, first time, still on sale: new flowers go out without asking.
              </p>
              <AnsweredTable claims={byItself} now={new Date(data.now)} />
            </>
          )}
        </>
      ) : (
        <>
          <AnsweredTable claims={claims} now={new Date(data.now)} empty="No claim has been answered yet." />
          <Pager
            after={
              claims.length === 20 && {
                to: `/desk/claims?status=answered&before=${claims.at(-1)?.id}`,
                words: 'Earlier ones',
              }
            }
          />
        </>
      )}
    </Page>
  );
}

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'No claim waits for an answer.';
  return waiting === 1 ? '1 waits for an answer.' : `${waiting} wait for an answer, the longest first.`;
}

function Waiting({ claim, now, isFirst }: { claim: DeskClaim; now: Date; isFirst: boolean }) {
  return (
    <li className="grid grid-cols-[96px_minmax(0,1fr)] gap-3.5 border-line border-b py-5.5 tablet:grid-cols-[300px_minmax(0,1fr)] tablet:gap-6.5">
      <div className="grid content-start gap-1.5 tablet:grid-cols-2">
        <img
          className="aspect-4/5 w-full rounded-square bg-deep object-cover"
          src={`/api/desk/claims/${claim.id}/photo/`}
          alt="What arrived"
          loading="lazy"
        />
        <BouquetPicture
          className="aspect-4/5 w-full"
          picture={claim.bouquets[0]?.picture ?? null}
          width={320}
          alt="What we show"
        />
      </div>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <b className="font-normal font-serif text-section">{nameOf(claim)}</b>
          <span className="text-soft">
            Order {claim.order} for {[claim.recipient, claim.district].filter(Boolean).join(', ')}
          </span>
        </p>
        <p className="my-2.5 max-w-[52ch] whitespace-pre-line tablet:text-[1.1875rem]" dir="auto">
          {claim.text}
        </p>
        <WaitsBecause why={claim.why} />
        <div className="desk-acts">
          <Link className={`desk-button${isFirst ? '' : ' line'}`} to={`/desk/claims/${claim.id}`}>
            Look at it
          </Link>
          <span className="desk-mute">{waitingWords(claim.made_at, now)}</span>
        </div>
      </div>
    </li>
  );
}

const columnsAt = (now: Date): Column<DeskClaim>[] => [
  {
    head: 'Photo',
    className: 'w-13.5',
    cell: ({ id }) => (
      <img
        className="h-13 w-10.5 max-w-none rounded-square object-cover"
        src={`/api/desk/claims/${id}/photo/`}
        alt=""
        loading="lazy"
      />
    ),
  },
  {
    head: 'Order',
    cell: (claim) => (
      <>
        <Link className="lead block underline" to={`/desk/claims/${claim.id}`}>
          {nameOf(claim)}
        </Link>
        <span className="text-soft">
          Order {claim.order} for {claim.recipient}
        </span>
      </>
    ),
  },
  { head: 'Words', isWide: true, className: 'text-soft', cell: ({ text }) => <span dir="auto">“{text}”</span> },
  { head: 'Outcome', cell: describeOutcome },
  {
    head: 'When',
    isWide: true,
    isNumber: true,
    className: 'text-mute',
    cell: ({ answered_at }) => answered_at && whenWords(answered_at, now),
  },
];

type AnsweredProps = { claims: readonly DeskClaim[]; now: Date; empty?: string };

const AnsweredTable = ({ claims, now, empty }: AnsweredProps) => (
  <Table rows={claims} columns={columnsAt(now)} keyOf={({ id }) => id} empty={empty} hasQuietHead />
);
