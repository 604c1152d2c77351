import { Link, useRevalidator } from 'react-router';
import type { DeskClaim, DeskClaims } from '#contract/desk-claims.ts';
import { whenWords } from '#contract/moments.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { useLive } from '../live.ts';
import { BouquetPicture } from './bouquet-picture.tsx';
import { describeOutcome, nameOf, WaitsBecause, waitingWords } from './claim-words.tsx';

const CLAIMS = '/api/desk/claims/';

type Data = DeskClaims & { status: 'open' | 'answered'; byItself: DeskClaim[]; now: string };

export const claimsPage: DeskPage<Data> = {
  path: 'claims',
  title: 'Claims',
  async load(api, _params, search) {
    const status = search.get('status') === 'answered' ? 'answered' : 'open';
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const now = new Date().toISOString();
    if (status === 'answered')
      return { ...(await api.get(withQuery(CLAIMS, { status, before }))), status, byItself: [], now };
    const open = await api.get(withQuery(CLAIMS, { limit: 100 }));
    const { claims } = await api.get(withQuery(CLAIMS, { status: 'answered', limit: 10 }));
    return { ...open, status, byItself: claims.filter((claim) => claim.by_itself), now };
  },
  View: ClaimsView,
};

function ClaimsView({ data }: { data: Data }) {
  const { revalidate } = useRevalidator();
  useLive(() => void revalidate());
  const { claims, waiting, status, byItself } = data;
  return (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Claims</h1>
          <p className="desk-soft">{describeWaiting(waiting)}</p>
        </div>
        <nav className="desk-switch" aria-label="Which claims">
          <Link to="/desk/claims" aria-current={status === 'open' ? 'page' : undefined}>
            Waiting <b>{waiting}</b>
          </Link>
          <Link to="/desk/claims?status=answered" aria-current={status === 'answered' ? 'page' : undefined}>
            Answered
          </Link>
        </nav>
      </div>
      {status === 'open' ? (
        <>
          <ul className="claim-list">
            {claims.map((claim, index) => (
              <Waiting key={claim.id} claim={claim} now={new Date(data.now)} isFirst={index === 0} />
            ))}
          </ul>
          {byItself.length > 0 && (
            <>
              <h2 className="paper-h2">Kept by itself</h2>
              <p className="desk-soft paper-small">
                Reported on the day, first time, still on sale: new flowers go out without asking.
              </p>
              <AnsweredTable claims={byItself} now={new Date(data.now)} />
            </>
          )}
        </>
      ) : (
        <>
          {claims.length === 0 && <p className="paper-empty">No claim has been answered yet.</p>}
          <AnsweredTable claims={claims} now={new Date(data.now)} />
          {claims.length === 20 && (
            <Link className="desk-button line" to={`/desk/claims?status=answered&before=${claims.at(-1)?.id}`}>
              Earlier ones
            </Link>
          )}
        </>
      )}
    </section>
  );
}

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'No claim waits for an answer.';
  return waiting === 1 ? '1 waits for an answer.' : `${waiting} wait for an answer, the longest first.`;
}

function Waiting({ claim, now, isFirst }: { claim: DeskClaim; now: Date; isFirst: boolean }) {
  return (
    <li>
      <div className="claim-pair">
        <img src={`/api/desk/claims/${claim.id}/photo/`} alt="What arrived" loading="lazy" />
        <BouquetPicture picture={claim.bouquets[0]?.picture ?? null} width={320} alt="What we show" />
      </div>
      <div>
        <p className="claim-top">
          <b>{nameOf(claim)}</b>
          <span className="desk-soft">
            Order {claim.order} for {[claim.recipient, claim.district].filter(Boolean).join(', ')}
          </span>
        </p>
        <p className="claim-say" dir="auto">
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

function AnsweredTable({ claims, now }: { claims: readonly DeskClaim[]; now: Date }) {
  if (claims.length === 0) return null;
  return (
    <table className="paper-table">
      <thead className="sr-only">
        <tr>
          <th>Photo</th>
          <th>Order</th>
          <th>Words</th>
          <th>Outcome</th>
          <th>When</th>
        </tr>
      </thead>
      <tbody>
        {claims.map((claim) => (
          <tr key={claim.id}>
            <td className="claim-small">
              <img src={`/api/desk/claims/${claim.id}/photo/`} alt="" loading="lazy" />
            </td>
            <td>
              <Link className="lead" to={`/desk/claims/${claim.id}`}>
                {nameOf(claim)}
              </Link>
              <br />
              <span className="desk-soft">
                Order {claim.order} for {claim.recipient}
              </span>
            </td>
            <td className="desk-soft wide-only" dir="auto">
              “{claim.text}”
            </td>
            <td>{describeOutcome(claim)}</td>
            <td className="number desk-mute wide-only">{claim.answered_at && whenWords(claim.answered_at, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
