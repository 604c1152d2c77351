import { Fragment } from 'react';
import { Form, Link } from 'react-router';
import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import type { History, HistoryEntry } from '#contract/desk-history.ts';
import { withQuery } from '../../api/with-query.ts';
import { DayInput } from '../day-input.tsx';
import type { DeskPage } from '../desk-page.ts';
import { RefusedWords, readText } from '../paper/form-parts.tsx';
import { HistoryFile } from './history-file.tsx';
import { OrderLink } from './order-link.tsx';

type Chosen = { person: string; kind: string; order: string; day: string };
type Data = History & { chosen: Chosen; isLater: boolean };

const NAMES = ['person', 'kind', 'order', 'day'] as const;
const FITS: Record<(typeof NAMES)[number], RegExp> = {
  person: /^[1-9]\d{0,8}$/,
  kind: /^.{1,100}$/,
  order: /^[1-9]\d{0,8}$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
};

/** Who did what, and when. It only grows. */
export const historyPage: DeskPage<Data> = {
  path: 'history',
  title: 'History',
  async load(api, _params, search) {
    const chosen = readChosen(search);
    const before = search.get('before');
    return {
      ...(await api.get(withQuery('/api/desk/history/', toAsked(chosen, before ?? undefined)))),
      chosen,
      isLater: before !== null,
    };
  },
  /** Without scripts: the browser follows to the file. */
  async act(api, form) {
    const asked = toAsked(readChosen(new URLSearchParams(readText(form, 'query'))));
    return (await api.send('POST', withQuery('/api/desk/history/exports/', asked))).address;
  },
  View: ({ data, refused }) => (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>History</h1>
          <p className="desk-soft">Who did what, and when. Nothing here can be changed or removed.</p>
        </div>
        <HistoryFile query={toQuery(data.chosen).toString()} />
      </div>
      <RefusedWords refused={refused} />
      <Filters data={data} />
      <Entries data={data} />
    </section>
  ),
};

const readChosen = (search: URLSearchParams): Chosen =>
  Object.fromEntries(NAMES.map((name) => [name, FITS[name].exec(search.get(name) ?? '')?.[0] ?? ''])) as Chosen;

const toAsked = (chosen: Chosen, before?: string): Partial<Chosen & { before: string }> => ({
  ...Object.fromEntries(NAMES.flatMap((name) => (chosen[name] === '' ? [] : [[name, chosen[name]]]))),
  ...(before !== undefined && { before }),
});

const toQuery = (chosen: Chosen, before?: string) => new URLSearchParams(toAsked(chosen, before));

function Filters({ data: { people, kinds, chosen } }: { data: Data }) {
  return (
    <Form method="get" action="/desk/history" className="office-filters" key={toQuery(chosen).toString()}>
      <label>
        Who
        <select name="person" className="paper-input" defaultValue={chosen.person}>
          <option value="">Everyone</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        What
        <select name="kind" className="paper-input" defaultValue={chosen.kind}>
          <option value="">Everything</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords(kind)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Order
        <input
          name="order"
          className="paper-input"
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          defaultValue={chosen.order}
        />
      </label>
      <label htmlFor="history-day">
        Day
        <DayInput id="history-day" name="day" className="paper-input" defaultValue={chosen.day} />
      </label>
      <button type="submit" className="desk-button line">
        Show
      </button>
      {toQuery(chosen).size > 0 && (
        <Link className="desk-button plain" to="/desk/history">
          Everything
        </Link>
      )}
    </Form>
  );
}

/** `stage` is the trade's word in the tables; people move an order on. */
const kindWords = (kind: string): string => {
  const words = kind === 'stage' ? 'move an order on' : kind;
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Entries({ data: { entries, next, chosen, isLater } }: { data: Data }) {
  if (entries.length === 0)
    return <p className="paper-empty">{toQuery(chosen).size > 0 ? 'Nothing fits that.' : 'Nothing was done yet.'}</p>;
  const days = Map.groupBy(entries, ({ at }) => londonDay(new Date(at)));
  return (
    <>
      <table className="paper-table office-history">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">On</th>
            <th scope="col">Before and after</th>
          </tr>
        </thead>
        {[...days].map(([day, ofDay]) => (
          <tbody key={day}>
            <tr className="group">
              <th colSpan={5} scope="rowgroup">
                {formatDay(day)} {day.slice(0, 4)}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="office-pager">
        {isLater && (
          <Link className="desk-button plain" to={`/desk/history?${toQuery(chosen)}`}>
            The latest
          </Link>
        )}
        {next !== null && (
          <Link className="desk-button line" to={`/desk/history?${toQuery(chosen, next)}`}>
            Earlier
          </Link>
        )}
      </p>
    </>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { at, pressed_at, by, who, what, before, after, details } = entry;
  return (
    <tr>
      <td className="desk-soft">
        {londonTime(new Date(at))}
        {pressed_at && <span className="desk-mute">, pressed {londonTime(new Date(pressed_at))}</span>}
      </td>
      <td>
        <b>{by === 'shop' ? 'The shop' : who}</b>
      </td>
      <td>{kindWords(what)}</td>
      <td>
        <On entry={entry} />
      </td>
      <td className="desk-soft" dir="auto">
        {changeWords(before, after)}
        {details !== '' && (
          <Fragment>
            {(before !== null || after !== null) && <br />}
            {details}
          </Fragment>
        )}
      </td>
    </tr>
  );
}

function On({ entry: { order, customer, day, on, page } }: { entry: HistoryEntry }) {
  if (order !== null) return <OrderLink id={order} />;
  if (customer !== null)
    return (
      <Link className="text-link" to={`/desk/customers/${customer}`}>
        Customer {customer}
      </Link>
    );
  if (day !== null)
    return (
      <Link className="text-link" to={`/desk/calendar/${day}`}>
        {formatDay(day, 'short')}
      </Link>
    );
  return page === null ? (
    on
  ) : (
    <Link className="text-link" to={`/desk/${page}`}>
      {on}
    </Link>
  );
}

function changeWords(before: string | null, after: string | null): string {
  if (before !== null && after !== null) return `${before} → ${after}`;
  if (after !== null) return after;
  return before === null ? '' : `${before} → nothing`;
}
