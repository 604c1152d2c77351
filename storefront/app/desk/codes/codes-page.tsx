import { Link } from 'react-router';
import { type CodeState, type CodesThisMonth, type DeskCode, MANY_GUESSES } from '#contract/desk-codes.ts';
import { formatPounds } from '#contract/money.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { Page } from '../ui/page.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { sayFor, sayGives, sayState, sayUsed, sayWhen } from './code-words.ts';

/** So many come at once. */
const PAGE = 50;

/** Every promo code, and what it brought. */
export const loader = readPage(async (api, _params, search) => {
  const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
  const [codes, month] = await Promise.all([
    api.get(withQuery('/api/desk/codes/', { before })),
    api.get('/api/desk/codes/this-month/'),
  ]);
  return { codes, month, isFirst: before === undefined };
});

export const meta = titled('Promo codes');

export default showPage<typeof loader>(({ data: { codes, month, isFirst } }) => (
  <Page
    title="Promo codes"
    lead={sayCounts(codes, month)}
    acts={
      <Link className="desk-button" to="/desk/codes/new">
        New code
      </Link>
    }
  >
    {month.guesses_today > 0 && (
      <p
        className={month.guesses_today < MANY_GUESSES ? 'text-soft' : 'border-marigold border-l-4 bg-lift px-4 py-3'}
        role="note"
      >
        {sayGuesses(month.guesses_today)}
      </p>
    )}
    <Table
      rows={codes}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={isFirst ? 'There is no code yet.' : 'There are no older codes.'}
    />
    <Pager
      back={!isFirst && { to: '/desk/codes', words: 'Newest codes' }}
      after={codes.length === PAGE && { to: `/desk/codes?before=${codes.at(-1)?.id}`, words: 'Older codes' }}
    />
  </Page>
));
function sayCounts(codes: DeskCode[], { given, brought }: CodesThisMonth): string {
  const count = (wanted: CodeState) => codes.filter(({ state }) => state === wanted).length;
  return `${count('open')} open, ${count('to come')} to come. This month they gave away ${formatPounds(given)} and came with ${formatPounds(brought)} of orders.`;
}

function sayGuesses(guesses: number): string {
  const words = `Codes that nobody made, tried today: ${guesses}.`;
  if (guesses < MANY_GUESSES) return words;
  return `${words} Somebody may be guessing: end short codes that give much, and make up longer ones.`;
}

const COLUMNS: Column<DeskCode>[] = [
  {
    head: 'Code',
    cell: ({ code }) => (
      <Link
        className="inline-flex min-h-11 items-center rounded-square border-[1.5px] border-control border-dashed bg-lift px-2 font-semibold tracking-[0.01em] tablet:px-3 tablet:text-body tablet:tracking-[0.04em]"
        to={`/desk/codes/${code}`}
      >
        {code}
      </Link>
    ),
  },
  { head: 'Gives', cell: (code) => <b>{sayGives(code)}</b> },
  { head: 'For', isWide: true, className: 'text-soft', cell: sayFor },
  { head: 'From – until', isWide: true, cell: sayWhen },
  { head: 'Used', isWide: true, isNumber: true, cell: sayUsed },
  { head: 'Given away', isWide: true, isNumber: true, cell: ({ given }) => formatPounds(given) },
  { head: 'State', className: 'pl-6', cell: (code) => <CodeStateMark code={code} /> },
];

/** A state is a shape and a word. */
export const CodeStateMark = ({ code }: { code: DeskCode }) => (
  <span className="inline-flex items-center gap-2 font-medium">
    <svg className="size-5 flex-none" viewBox="0 0 20 20" aria-hidden="true">
      {code.state === 'open' ? (
        <>
          <circle cx="10" cy="10" r="8.5" fill="#1e4a30" />
          <path d="m6 10.3 2.8 2.8L14 7.7" fill="none" stroke="#fdfbf6" strokeWidth="2" strokeLinecap="round" />
        </>
      ) : (
        <>
          <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
          {code.state !== 'to come' && <path d="M5 15 15 5" stroke="currentColor" strokeWidth="1.8" />}
        </>
      )}
    </svg>
    {sayState(code)}
  </span>
);
