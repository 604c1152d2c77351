import { Form, Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { DeskCustomers } from '#contract/desk-customers.ts';
import { formatPounds } from '#contract/money.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';

type Data = DeskCustomers & { find: string; isLater: boolean };

/** Find somebody. */
export const customersPage: DeskPage<Data> = {
  path: 'customers',
  title: 'Customers',
  async load(api, _params, search) {
    const find = (search.get('find') ?? '').trim().slice(0, 100);
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const found = await api.get(withQuery('/api/desk/customers/', { find: find || undefined, before }));
    return { ...found, find, isLater: before !== undefined };
  },
  View: ({ data }) => (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Customers</h1>
          <p className="desk-soft">
            {data.find === '' ? 'Who bought last comes first.' : `Who has “${data.find}” in a name or an address.`}
          </p>
        </div>
      </div>
      <Form method="get" action="/desk/customers" role="search" className="office-search">
        <label htmlFor="find" className="sr-only">
          Find a customer
        </label>
        <input
          id="find"
          key={data.find}
          name="find"
          type="search"
          className="paper-input"
          maxLength={100}
          defaultValue={data.find}
          placeholder="Name, e-mail, phone or postcode"
        />
        <button type="submit" className="desk-button line">
          Find
        </button>
      </Form>
      <Found data={data} />
    </section>
  ),
};

function Found({ data: { customers, next, find, isLater } }: { data: Data }) {
  if (customers.length === 0)
    return (
      <p className="paper-empty">
        {find === '' ? 'Nobody has bought anything yet.' : 'Nobody is found by that. Try a shorter part.'}
      </p>
    );
  const query = (before: number) => new URLSearchParams({ ...(find && { find }), before: String(before) });
  return (
    <>
      <table className="paper-table office-people">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="wide">
              E-mail
            </th>
            <th scope="col" className="wide">
              District
            </th>
            <th scope="col" className="number">
              Orders
            </th>
            <th scope="col" className="number">
              Spent
            </th>
            <th scope="col" className="wide office-after">
              Last bought
            </th>
            <th className="wide">
              <span className="sr-only">Remarks</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((one) => (
            <tr key={one.id}>
              <td>
                <Link className="office-name" to={`/desk/customers/${one.id}`} dir="auto">
                  {one.name}
                </Link>
              </td>
              <td className="wide desk-soft">{one.email}</td>
              <td className="wide">{one.district ?? '–'}</td>
              <td className="number">{one.orders}</td>
              <td className="number">
                <b>{formatPounds(one.spent)}</b>
              </td>
              <td className="wide office-after">
                {one.last_bought === null ? 'Never' : formatDay(londonDay(new Date(one.last_bought)), 'short')}
              </td>
              <td className="wide number">
                <Remark one={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="office-pager">
        {isLater && (
          <Link className="desk-button plain" to={`/desk/customers${find ? `?${new URLSearchParams({ find })}` : ''}`}>
            From the beginning
          </Link>
        )}
        {next !== null && (
          <Link className="desk-button line" to={`/desk/customers?${query(next)}`}>
            Show more
          </Link>
        )}
      </p>
    </>
  );
}

function Remark({ one }: { one: DeskCustomers['customers'][number] }) {
  if (one.stopped) return <span className="desk-flag again">Stopped</span>;
  if (one.claims_waiting > 0)
    return (
      <span className="paper-small desk-soft">
        {one.claims_waiting === 1 ? '1 claim waiting' : `${one.claims_waiting} claims waiting`}
      </span>
    );
  return one.orders === 1 ? <span className="desk-flag">First order</span> : null;
}
