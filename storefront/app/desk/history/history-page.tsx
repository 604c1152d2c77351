import { Form, Link } from 'react-router';
import { capitalise } from '#contract/capitalise.ts';
import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import type { History, HistoryEntry } from '#contract/desk-history.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { ChoiceField, DayField, TextField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { HistoryFile } from './history-file.tsx';

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
export const loader = readPage(async (api, _params, search) => {
  const chosen = readChosen(search);
  const before = search.get('before');
  return {
    ...(await api.get(withQuery('/api/desk/history/', toAsked(chosen, before ?? undefined)))),
    chosen,
    isLater: before !== null,
  };
});

export const meta = titled('History');

export default showPage<typeof loader>(({ data }) => (
  <Page
    title="History"
    lead="Who did what, and when. Nothing here can be changed or removed."
    acts={<HistoryFile query={toQuery(data.chosen).toString()} />}
  >
    <Filters data={data} />
    <Entries data={data} />
  </Page>
));
const readChosen = (search: URLSearchParams): Chosen =>
  Object.fromEntries(NAMES.map((name) => [name, FITS[name].exec(search.get(name) ?? '')?.[0] ?? ''])) as Chosen;

const toAsked = (chosen: Chosen, before?: string): Partial<Chosen & { before: string }> => ({
  ...Object.fromEntries(NAMES.flatMap((name) => (chosen[name] === '' ? [] : [[name, chosen[name]]]))),
  ...(before !== undefined && { before }),
});

const toQuery = (chosen: Chosen, before?: string) => new URLSearchParams(toAsked(chosen, before));

function Filters({ data: { people, kinds, chosen } }: { data: Data }) {
  return (
    <Form
      method="get"
      action="/desk/history"
      className="mb-4 flex flex-wrap items-start gap-2.5 [&>div]:flex-[1_1_130px] tablet:[&>div]:max-w-65"
      key={toQuery(chosen).toString()}
    >
      <ChoiceField
        name="person"
        label="Who"
        value={chosen.person}
        choices={[
          { value: '', words: 'Everyone' },
          ...people.map(({ id, name }) => ({ value: String(id), words: name })),
        ]}
      />
      <ChoiceField
        name="kind"
        label="What"
        value={chosen.kind}
        choices={[
          { value: '', words: 'Everything' },
          ...kinds.map((kind) => ({ value: kind, words: kindWords(kind) })),
        ]}
      />
      <TextField name="order" label="Order" inputMode="numeric" pattern="[1-9][0-9]*" value={chosen.order} />
      <DayField name="day" label="Day" value={chosen.day} />
      <button type="submit" className="desk-button line tablet:mt-6.5">
        Show
      </button>
      {toQuery(chosen).size > 0 && (
        <Link className="desk-button plain tablet:mt-6.5" to="/desk/history">
          Everything
        </Link>
      )}
    </Form>
  );
}

/** `stage` is the trade's word in the tables; people move an order on. */
const kindWords = (kind: string): string => capitalise(kind === 'stage' ? 'move an order on' : kind);

function Entries({ data: { entries, next, chosen, isLater } }: { data: Data }) {
  return (
    <>
      <Table
        className="history-table"
        rows={entries}
        columns={COLUMNS}
        keyOf={({ key }) => key}
        groupOf={({ at }) => dayOf(at)}
        empty={toQuery(chosen).size > 0 ? 'Nothing fits that.' : 'Nothing was done yet.'}
      />
      <Pager
        back={isLater && { to: `/desk/history?${toQuery(chosen)}`, words: 'The latest' }}
        after={next !== null && { to: `/desk/history?${toQuery(chosen, next)}`, words: 'Earlier' }}
      />
    </>
  );
}

function dayOf(at: string): string {
  const day = londonDay(new Date(at));
  return `${formatDay(day)} ${day.slice(0, 4)}`;
}

const COLUMNS: Column<HistoryEntry>[] = [
  {
    head: 'When',
    className: 'text-soft',
    cell: ({ at, pressed_at }) => (
      <>
        {londonTime(new Date(at))}
        {pressed_at && <span className="desk-mute">, pressed {londonTime(new Date(pressed_at))}</span>}
      </>
    ),
  },
  { head: 'Who', cell: ({ by, who }) => <b>{by === 'shop' ? 'The shop' : who}</b> },
  { head: 'What', cell: ({ what }) => kindWords(what) },
  { head: 'On', cell: (entry) => <On entry={entry} /> },
  {
    head: 'Before and after',
    className: 'text-soft',
    cell: ({ before, after, details }) => (
      <span dir="auto">
        {changeWords(before, after)}
        {details !== '' && (
          <>
            {(before !== null || after !== null) && <br />}
            {details}
          </>
        )}
      </span>
    ),
  },
];

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
