import { Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskCustomer } from '#contract/desk-customers.ts';
import { formatPounds } from '#contract/money.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { Stage } from '../stage-shape.tsx';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Columns } from '../ui/columns.tsx';
import { Flag } from '../ui/flag.tsx';
import { Page } from '../ui/page.tsx';
import { Heading } from '../ui/slip.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { CustomerData, CustomerNotes, CustomerStop } from './customer-slips.tsx';

type Data = DeskCustomer & { isLater: boolean };
type Props = { data: Data; me: Me };

const dateWords = (moment: string): string => {
  const day = londonDay(new Date(moment));
  return `${formatDay(day).split(' ').slice(1).join(' ')} ${day.slice(0, 4)}`;
};

export function CustomerView({ data, me }: Props) {
  const mayChange = may(me.roles, 'edit customers');
  return (
    <Page
      title={data.name}
      crumb={{ to: '/desk/customers', words: 'Customers' }}
      lead={
        <>
          {data.email}, {data.confirmed ? 'confirmed' : 'not confirmed'}. With us since {dateWords(data.since)}.
        </>
      }
      acts={
        <a className="desk-button line" href={`mailto:${encodeURIComponent(data.email)}`}>
          Write
        </a>
      }
    >
      {data.stopped && (
        <p className="mb-4 rounded-soft bg-tint px-4 py-3.5">
          <b>Stopped.</b> Nothing can be bought with this account. They read: “{data.stopped_because}”
        </p>
      )}
      <dl className="mb-9 flex flex-wrap gap-x-14 gap-y-2">
        <Fact name="Orders">{data.orders}</Fact>
        <Fact name="Spent">{formatPounds(data.spent)}</Fact>
        <Fact name="Claims">{data.claims.length}</Fact>
        {data.usually && <Fact name="Usually sends">{data.usually}</Fact>}
      </dl>
      <Columns
        label="Notes and data"
        side="narrow"
        aside={
          <>
            <CustomerNotes data={data} mayChange={mayChange} />
            {mayChange && <CustomerStop data={data} />}
            {mayChange && <CustomerData data={data} />}
          </>
        }
      >
        <Orders data={data} />
        <Claims data={data} />
      </Columns>
    </Page>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-small text-soft">{name}</dt>
    <dd className="font-serif text-[1.625rem]/[1.2]">{children}</dd>
  </div>
);

const ORDER_COLUMNS: Column<DeskCustomer['orders_list'][number]>[] = [
  { head: 'Number', cell: ({ id }) => <OrderLink id={id} words={String(id)} /> },
  {
    head: 'Picture',
    isWide: true,
    className: 'w-12.5',
    cell: ({ picture }) => <BouquetPicture picture={picture} width={80} alt="" className="h-11.5 w-9.5" />,
  },
  {
    head: 'Bouquet',
    cell: ({ bouquet, recipient, district }) => (
      <>
        {bouquet}
        <span className="block text-soft" dir="auto">
          {[recipient, district].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  { head: 'Day', isWide: true, cell: ({ day }) => (day ? formatDay(day, 'short') : '') },
  {
    head: 'Stage',
    cell: ({ stage, is_replacement }) => (
      <span className="flex flex-wrap gap-2">
        <Stage of={stage} />
        {is_replacement && <Flag look="again">Replacement</Flag>}
      </span>
    ),
  },
  {
    head: 'Sum',
    isNumber: true,
    cell: ({ is_replacement, amount, refunded }) => (
      <>
        <b>{is_replacement ? '–' : formatPounds(amount)}</b>
        {refunded > 0 && <span className="block text-soft">{formatPounds(refunded)} back</span>}
      </>
    ),
  },
];

function Orders({ data: { id, orders_list: orders, next, isLater } }: { data: Data }) {
  return (
    <section>
      <Heading>Orders</Heading>
      <Table
        rows={orders}
        columns={ORDER_COLUMNS}
        keyOf={({ id }) => id}
        hasQuietHead
        empty="Nothing was bought yet."
      />
      <Pager
        back={isLater && { to: `/desk/customers/${id}`, words: 'The latest' }}
        after={next !== null && { to: `/desk/customers/${id}?before=${next}`, words: 'Earlier ones' }}
      />
    </section>
  );
}

const CLAIM_WORDS = { waiting: 'Waiting', answered: 'Answered', replaced: 'Replaced' };
const CLAIM_COLUMNS: Column<DeskCustomer['claims'][number]>[] = [
  {
    head: 'Of',
    cell: ({ id, order }) => (
      <Link className="text-link" to={`/desk/claims/${id}`}>
        Order {order}
      </Link>
    ),
  },
  { head: 'What they wrote', cell: ({ text }) => <span dir="auto">{text}</span> },
  {
    head: 'State',
    isNumber: true,
    cell: ({ state }) => <Stage of={state === 'waiting' ? 'to tie' : 'delivered'} words={CLAIM_WORDS[state]} />,
  },
];

const Claims = ({ data: { claims } }: { data: Data }) => (
  <section>
    <Heading>Claims</Heading>
    <Table rows={claims} columns={CLAIM_COLUMNS} keyOf={({ id }) => id} hasQuietHead empty="None." />
  </section>
);
