import { useRef } from 'react';
import { Form, Link, useNavigate, useNavigation } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { FoundOrder, FoundOrders } from '#contract/desk-orders.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { DayInput } from '../day-input.tsx';
import { DownIcon, FindIcon } from '../icons.tsx';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { useKeys } from '../use-keys.ts';
import { type OrdersData, toQuery } from './orders-data.ts';
import { TroubleFlags } from './trouble-flags.tsx';

const MOST_COUNTED = 100;

/** One field finds an order; chips and a day narrow the list. All of it stands in the address. */
export function OrdersView({ data: { found, counts, wanted, now }, me }: { data: OrdersData; me: Me }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLTableSectionElement>(null);
  const { state, location } = useNavigation();
  const isSearching = state !== 'idle' && location?.pathname === '/desk/orders';
  const navigate = useNavigate();
  const move = (by: 1 | -1) => moveFocus(list.current, by);
  useKeys({
    '/': () => field.current?.select(),
    j: () => move(1),
    k: () => move(-1),
    ']': () => found.older && navigate(`?${olderOf(found, wanted)}`),
    '[': () => found.newer && navigate(`?${newerOf(found, wanted)}`),
  });
  return (
    <section className="desk-page">
      <div className="desk-top order-top">
        <h1>Orders</h1>
        {may(me.roles, 'see takings') && (
          <Link className="desk-button plain" to="/desk/takings#books">
            <DownIcon />
            Export
          </Link>
        )}
      </div>
      <Form className="order-search" role="search" key={`${wanted.q} ${wanted.day}`}>
        <div className="order-find">
          <label className="sr-only" htmlFor="q">
            Find an order
          </label>
          <FindIcon />
          <input
            id="q"
            ref={field}
            name="q"
            type="search"
            className="paper-input"
            placeholder="Number, name, postcode, e-mail or phone"
            defaultValue={wanted.q}
            maxLength={100}
            autoComplete="off"
          />
          <span className="order-key" aria-hidden="true">
            /
          </span>
        </div>
        {wanted.show && <input type="hidden" name="show" value={wanted.show} />}
        <label className="order-day" htmlFor="orders-day">
          <span>For</span>
          <DayInput id="orders-day" className="paper-input" name="day" defaultValue={wanted.day} />
        </label>
        <button type="submit" className="desk-button">
          Find
        </button>
      </Form>
      <nav className="desk-chips order-chips" aria-label="Which orders">
        <Chip wanted={wanted} show="" words="All" />
        <Chip wanted={wanted} show="to tie" words="To tie" count={counts.to_tie} />
        <Chip wanted={wanted} show="out" words="Out" count={counts.out} />
        <Chip wanted={wanted} show="trouble" words="Trouble" count={counts.trouble} isTrouble />
        <Chip wanted={wanted} show="refunded" words="Refunded" />
        <Chip wanted={wanted} show="cancelled" words="Cancelled" />
        <Chip wanted={wanted} show="replacements" words="Replacements" />
      </nav>
      <p className="order-said" role="status">
        {isSearching ? 'Looking…' : describeFound(found, wanted)}
      </p>
      {found.orders.length > 0 && (
        <table className="paper-table order-table" aria-busy={isSearching}>
          <thead>
            <tr>
              <th>Order</th>
              <th>Bouquet</th>
              <th>Goes to</th>
              <th className="wide-only order-buyer">Bought by</th>
              <th>For</th>
              <th>Stage</th>
              <th>
                <span className="sr-only">Out of the ordinary</span>
              </th>
              <th className="number wide-only">Paid</th>
            </tr>
          </thead>
          <tbody ref={list}>
            {found.orders.map((order) => (
              <Row key={order.id} order={order} now={new Date(now)} />
            ))}
          </tbody>
        </table>
      )}
      <Pages found={found} wanted={wanted} />
    </section>
  );
}

function Pages({ found, wanted }: Pick<OrdersData, 'found' | 'wanted'>) {
  if (!found.newer && !found.older) return null;
  return (
    <nav className="order-pages" aria-label="Pages">
      {found.newer && (
        <Link className="desk-button line" to={`?${newerOf(found, wanted)}`}>
          Show newer
        </Link>
      )}
      {found.older && (
        <Link className="desk-button line" to={`?${olderOf(found, wanted)}`}>
          Show older
        </Link>
      )}
    </nav>
  );
}

const olderOf = ({ orders }: FoundOrders, wanted: OrdersData['wanted']) =>
  toQuery(wanted, { before: String(orders.at(-1)?.id ?? '') });
const newerOf = ({ orders }: FoundOrders, wanted: OrdersData['wanted']) =>
  toQuery(wanted, orders[0] ? { after: String(orders[0].id) } : {});

type ChipProps = Pick<OrdersData, 'wanted'> & { show: string; words: string; count?: number; isTrouble?: boolean };

function Chip({ wanted, show, words, count = 0, isTrouble = false }: ChipProps) {
  return (
    <Link
      className="desk-chip"
      to={`/desk/orders?${toQuery(wanted, { show })}`}
      aria-current={wanted.show === show ? 'page' : undefined}
    >
      {isTrouble && <StageShape of="trouble" />}
      {words} {count > 0 && <b>{count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : count}</b>}
    </Link>
  );
}

function describeFound({ orders, is_cut }: FoundOrders, { q, show, day }: OrdersData['wanted']): string {
  if (is_cut)
    return orders.length === 0
      ? 'Only the newest were looked through, and nothing there fits. Type more to look through all.'
      : 'So many fit that only the newest were looked through. Type more to narrow it down.';
  if (orders.length > 0) return '';
  if (q !== '') return `No order has “${q}”${show || day ? ' among these' : ''}.`;
  return show || day ? 'No such order.' : 'No order yet.';
}

function Row({ order, now }: { order: FoundOrder; now: Date }) {
  const { id, stage, recipient, district, troubles, flags } = order;
  return (
    <tr>
      <td className="order-number">
        <Link className="lead" to={`/desk/orders/${id}`}>
          {id}
        </Link>
        <span className="desk-mute order-when">{order.paid_at && whenWords(order.paid_at, now)}</span>
      </td>
      <td className="order-what">
        <span className="order-bouquet">
          {order.picture && <img className="wide-only" src={order.picture} alt="" loading="lazy" />}
          <span>{order.bouquets}</span>
        </span>
      </td>
      <td className="order-to">
        {district && <b>{district} </b>}
        {recipient || 'Its buyer has left'}
      </td>
      <td className="desk-soft wide-only order-buyer">{order.buyer}</td>
      <td className="order-for">{order.arrives_on && formatDay(order.arrives_on, 'short')}</td>
      <td className="order-how">
        <span className="order-stage">
          <StageShape of={stage} />
          {STAGE_WORDS[stage]}
        </span>
      </td>
      <td className="order-flags">
        <TroubleFlags troubles={troubles} flags={flags} />
      </td>
      <td className="number wide-only">
        {flags.includes('replacement') ? 'Nothing to pay' : formatPounds(order.paid)}
      </td>
    </tr>
  );
}

/** From one order's link to the next. False where there is none: then the key keeps its meaning. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): boolean {
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>('a.lead') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? 0 : at + by];
  next?.focus();
  return next !== undefined;
}
