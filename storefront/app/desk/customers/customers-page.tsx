import { Form, Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskCustomers } from '#contract/desk-customers.ts';
import { formatPounds } from '#contract/money.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { Flag } from '../ui/flag.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';

type Data = DeskCustomers & { find: string; isLater: boolean };

/** Find somebody. */
export const loader = readPage(async (api, _params, search) => {
  const find = (search.get('find') ?? '').trim().slice(0, 100);
  const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
  const found = await api.get(withQuery('/api/desk/customers/', { find: find || undefined, before }));
  return { ...found, find, isLater: before !== undefined };
});

export const meta = titled('Customers');

export default showPage<typeof loader>(({ data }) => (
  <Page
    title="Customers"
    lead={data.find === '' ? 'Who bought last comes first.' : `Who has “${data.find}” in a name or an address.`}
  >
    <Form method="get" action="/desk/customers" role="search" className="mb-3.5 flex gap-2">
      <label htmlFor="find" className="sr-only">
        Find a customer
      </label>
      <input
        id="find"
        key={data.find}
        name="find"
        type="search"
        className="desk-input min-w-0 flex-1 rounded-round"
        maxLength={100}
        defaultValue={data.find}
        placeholder="Name, e-mail, phone or postcode"
      />
      <button type="submit" className="desk-button line">
        Find
      </button>
    </Form>
    <Found data={data} />
  </Page>
));
function Found({ data: { customers, next, find, isLater } }: { data: Data }) {
  const query = (more: Record<string, string>) => new URLSearchParams({ ...(find && { find }), ...more });
  return (
    <>
      <Table
        rows={customers}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={find === '' ? 'Nobody has bought anything yet.' : 'Nobody is found by that. Try a shorter part.'}
      />
      <Pager
        back={isLater && { to: `/desk/customers?${query({})}`, words: 'From the beginning' }}
        after={next !== null && { to: `/desk/customers?${query({ before: String(next) })}`, words: 'Show more' }}
      />
    </>
  );
}

type Customer = DeskCustomers['customers'][number];

const COLUMNS: Column<Customer>[] = [
  {
    head: 'Name',
    cell: ({ id, name }) => (
      <Link
        className="inline-flex min-h-11 items-center font-semibold text-body hover:underline"
        to={`/desk/customers/${id}`}
        dir="auto"
      >
        {name}
      </Link>
    ),
  },
  { head: 'E-mail', isWide: true, className: 'text-soft', cell: ({ email }) => email },
  { head: 'District', isWide: true, cell: ({ district }) => district ?? '–' },
  { head: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  { head: 'Spent', isNumber: true, cell: ({ spent }) => <b>{formatPounds(spent)}</b> },
  {
    head: 'Last bought',
    isWide: true,
    className: 'pl-6',
    cell: ({ last_bought }) => (last_bought === null ? 'Never' : formatDay(londonDay(new Date(last_bought)), 'short')),
  },
  { head: 'Remarks', isQuiet: true, isWide: true, isNumber: true, cell: (one) => <Remark one={one} /> },
];

function Remark({ one }: { one: Customer }) {
  if (one.stopped) return <Flag look="again">Stopped</Flag>;
  if (one.claims_waiting > 0)
    return (
      <span className="text-soft">
        {one.claims_waiting === 1 ? '1 claim waiting' : `${one.claims_waiting} claims waiting`}
      </span>
    );
  return one.orders === 1 ? <Flag>First order</Flag> : null;
}
