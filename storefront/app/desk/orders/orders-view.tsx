import { useRef } from 'react';
import { Form, Link, useNavigate, useNavigation } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { FoundOrder, FoundOrders } from '#contract/desk-find-orders.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { DayInput } from '../day-input.tsx';
import { DownIcon, FindIcon } from '../icons.tsx';
import { Stage, StageShape } from '../stage-shape.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { useKeys } from '../use-keys.ts';
import { type OrdersData, toQuery } from './orders-data.ts';
import { TroubleFlags } from './trouble-flags.tsx';

const MOST_COUNTED = 100;

/** One field finds an order; chips and a day narrow the list. All of it stands in the address. */
export function OrdersView({ data: { found, counts, wanted, now }, me }: { data: OrdersData; me: Me }) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLTableElement>(null);
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
    <Page
      title="Orders"
      acts={
        may(me.roles, 'see takings') && (
          <Link className="desk-button plain" to="/desk/takings#books">
            <DownIcon />
            Export
          </Link>
        )
      }
    >
      <Form className="mb-3 flex flex-wrap items-center gap-2.5" role="search" key={`${wanted.q} ${wanted.day}`}>
        <div className="group relative min-w-0 flex-[1_1_320px] [&>svg]:absolute [&>svg]:top-3.5 [&>svg]:left-3.5">
          <label className="sr-only" htmlFor="q">
            Find an order
          </label>
          <FindIcon />
          <input
            id="q"
            ref={field}
            name="q"
            type="search"
            className="desk-input rounded-round px-11.5"
            placeholder="Number, name, postcode, e-mail or phone"
            defaultValue={wanted.q}
            maxLength={100}
            autoComplete="off"
          />
          <span aria-hidden="true">
            <kbd className="pointer-events-none absolute top-2.5 right-4 group-focus-within:invisible [@media(hover:none)]:hidden">
              /
            </kbd>
          </span>
        </div>
        {wanted.show && <input type="hidden" name="show" value={wanted.show} />}
        <label className="flex max-w-full flex-wrap items-center gap-2" htmlFor="orders-day">
          <span>For</span>
          <DayInput id="orders-day" className="desk-input w-auto" name="day" defaultValue={wanted.day} />
        </label>
        <button type="submit" className="desk-button">
          Find
        </button>
      </Form>
      <nav className="desk-chips mb-2" aria-label="Which orders">
        <Chip wanted={wanted} show="" words="All" />
        <Chip wanted={wanted} show="to tie" words="To tie" count={counts.to_tie} />
        <Chip wanted={wanted} show="out" words="Out" count={counts.out} />
        <Chip wanted={wanted} show="trouble" words="Trouble" count={counts.trouble} isTrouble />
        <Chip wanted={wanted} show="refunded" words="Refunded" />
        <Chip wanted={wanted} show="cancelled" words="Cancelled" />
        <Chip wanted={wanted} show="replacements" words="Replacements" />
      </nav>
      <p className="text-soft not-empty:py-3.5" role="status">
        {isSearching ? 'Looking…' : describeFound(found, wanted)}
      </p>
      <Table
        ref={list}
        className="order-table"
        rows={found.orders}
        columns={columnsAt(new Date(now))}
        keyOf={({ id }) => id}
        isLoading={isSearching}
      />
      <Pager
        before={found.newer && { to: `?${newerOf(found, wanted)}`, words: 'Show newer' }}
        after={found.older && { to: `?${olderOf(found, wanted)}`, words: 'Show older' }}
      />
    </Page>
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

const columnsAt = (now: Date): Column<FoundOrder>[] => [
  {
    head: 'Order',
    className: 'order-number',
    cell: ({ id, paid_at }) => (
      <>
        <Link className="lead" to={`/desk/orders/${id}`}>
          {id}
        </Link>
        <span className="block whitespace-nowrap pb-1 text-micro text-mute max-tablet:hidden">
          {paid_at && whenWords(paid_at, now)}
        </span>
      </>
    ),
  },
  {
    head: 'Bouquet',
    className: 'order-what',
    cell: ({ picture, bouquets }) => (
      <span className="flex items-center gap-2.5">
        {picture && (
          <img
            className="h-11.75 w-9.5 flex-none rounded-square object-cover max-tablet:hidden"
            src={picture}
            alt=""
            loading="lazy"
          />
        )}
        <span>{bouquets}</span>
      </span>
    ),
  },
  {
    head: 'Goes to',
    className: 'order-to',
    cell: ({ district, recipient }) => (
      <>
        {district && <b>{district} </b>}
        {recipient || 'Its buyer has left'}
      </>
    ),
  },
  { head: 'Bought by', className: 'text-soft max-bench:hidden', cell: ({ buyer }) => buyer },
  {
    head: 'For',
    className: 'order-for whitespace-nowrap',
    cell: ({ arrives_on }) => arrives_on && formatDay(arrives_on, 'short'),
  },
  { head: 'Stage', className: 'order-how', cell: ({ stage }) => <Stage of={stage} /> },
  {
    head: 'Out of the ordinary',
    isQuiet: true,
    className: 'order-flags',
    cell: ({ troubles, flags }) => <TroubleFlags troubles={troubles} flags={flags} />,
  },
  {
    head: 'Paid',
    isNumber: true,
    isWide: true,
    cell: ({ flags, paid }) => (flags.includes('replacement') ? 'Nothing to pay' : formatPounds(paid)),
  },
];

/** From one order's link to the next. False where there is none: then the key keeps its meaning. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): boolean {
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>('a.lead') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 ? 0 : at + by];
  next?.focus();
  return next !== undefined;
}
