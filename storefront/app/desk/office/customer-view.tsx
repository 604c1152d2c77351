import { Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskCustomer } from '#contract/desk-customers.ts';
import { formatPounds } from '#contract/money.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import type { Refused } from '../desk-page.ts';
import { BouquetPicture } from '../paper/bouquet-picture.tsx';
import { RefusedWords } from '../paper/form-parts.tsx';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { CustomerData, CustomerNotes, CustomerStop } from './customer-slips.tsx';
import { OrderLink } from './order-link.tsx';

type Data = DeskCustomer & { isLater: boolean };
type Props = { data: Data; me: Me; refused: Refused['refused'] | undefined };

const dateWords = (moment: string): string => {
  const day = londonDay(new Date(moment));
  return `${formatDay(day).split(' ').slice(1).join(' ')} ${day.slice(0, 4)}`;
};

export function CustomerView({ data, me, refused }: Props) {
  const mayChange = may(me.roles, 'edit customers');
  return (
    <section className="desk-page">
      <Link className="paper-crumb" to="/desk/customers">
        ‹ Customers
      </Link>
      <div className="desk-top">
        <div>
          <h1 dir="auto">{data.name}</h1>
          <p className="desk-soft">
            {data.email}, {data.confirmed ? 'confirmed' : 'not confirmed'}. With us since {dateWords(data.since)}.
          </p>
        </div>
        <a className="desk-button line" href={`mailto:${encodeURIComponent(data.email)}`}>
          Write
        </a>
      </div>
      <RefusedWords refused={refused} fields={['text', 'reason']} />
      {data.stopped && (
        <p className="paper-line office-stopped">
          <b>Stopped.</b> Nothing can be bought with this account. They read: “{data.stopped_because}”
        </p>
      )}
      <dl className="customer-facts">
        <Fact name="Orders">{data.orders}</Fact>
        <Fact name="Spent">{formatPounds(data.spent)}</Fact>
        <Fact name="Claims">{data.claims.length}</Fact>
        {data.usually && <Fact name="Usually sends">{data.usually}</Fact>}
      </dl>
      <div className="paper-side">
        <div className="paper-stack office-stack">
          <Orders data={data} />
          <Claims data={data} />
        </div>
        <aside className="paper-stack office-stack" aria-label="Notes and data">
          <CustomerNotes data={data} refused={refused} mayChange={mayChange} />
          {mayChange && <CustomerStop data={data} refused={refused} />}
          {mayChange && <CustomerData data={data} />}
        </aside>
      </div>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Orders({ data: { id, orders_list: orders, next, isLater } }: { data: Data }) {
  return (
    <section>
      <h2 className="paper-h2 office-ruled">Orders</h2>
      {orders.length === 0 && <p className="desk-soft">Nothing was bought yet.</p>}
      <table className="paper-table">
        <thead className="sr-only">
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Picture</th>
            <th scope="col">Bouquet</th>
            <th scope="col">Day</th>
            <th scope="col">Stage</th>
            <th scope="col">Sum</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <OrderLink id={order.id} words={String(order.id)} />
              </td>
              <td className="takings-picture wide">
                <BouquetPicture picture={order.picture} width={80} alt="" />
              </td>
              <td>
                {order.bouquet}
                <br />
                <span className="desk-soft" dir="auto">
                  {[order.recipient, order.district].filter(Boolean).join(', ')}
                </span>
              </td>
              <td className="wide">{order.day ? formatDay(order.day, 'short') : ''}</td>
              <td>
                <span className="office-stage">
                  <StageShape of={order.stage} />
                  {STAGE_WORDS[order.stage]}
                </span>
                {order.is_replacement && <span className="desk-flag again">Replacement</span>}
              </td>
              <td className="number">
                <b>{order.is_replacement ? '–' : formatPounds(order.amount)}</b>
                {order.refunded > 0 && (
                  <>
                    <br />
                    <span className="desk-soft">{formatPounds(order.refunded)} back</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="office-pager">
        {isLater && (
          <Link className="desk-button plain" to={`/desk/customers/${id}`}>
            The latest
          </Link>
        )}
        {next !== null && (
          <Link className="desk-button line" to={`/desk/customers/${id}?before=${next}`}>
            Earlier ones
          </Link>
        )}
      </p>
    </section>
  );
}

const CLAIM_WORDS = { waiting: 'Waiting', answered: 'Answered', replaced: 'Replaced' };

function Claims({ data: { claims } }: { data: Data }) {
  return (
    <section>
      <h2 className="paper-h2 office-ruled">Claims</h2>
      {claims.length === 0 && <p className="desk-soft">None.</p>}
      {claims.length > 0 && (
        <table className="paper-table">
          <thead className="sr-only">
            <tr>
              <th scope="col">Of</th>
              <th scope="col">What they wrote</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {claims.map((claim) => (
              <tr key={claim.id}>
                <td>
                  <Link className="text-link" to={`/desk/claims/${claim.id}`}>
                    Order {claim.order}
                  </Link>
                </td>
                <td dir="auto">{claim.text}</td>
                <td className="number">
                  <span className="office-stage">
                    <StageShape of={claim.state === 'waiting' ? 'to tie' : 'delivered'} />
                    {CLAIM_WORDS[claim.state]}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
