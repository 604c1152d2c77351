import { Link } from 'react-router';
import { type CodeState, type CodesThisMonth, type DeskCode, MANY_GUESSES } from '#contract/desk-codes.ts';
import { formatPounds } from '#contract/money.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { sayFor, sayGives, sayState, sayUsed, sayWhen } from './code-words.ts';

type Data = { codes: DeskCode[]; month: CodesThisMonth; isFirst: boolean };

/** So many come at once. */
const PAGE = 50;

/** Every promo code, and what it brought. */
export const codesPage: DeskPage<Data> = {
  path: 'codes',
  title: 'Promo codes',
  async load(api, _params, search) {
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const [codes, month] = await Promise.all([
      api.get(withQuery('/api/desk/codes/', { before })),
      api.get('/api/desk/codes/this-month/'),
    ]);
    return { codes, month, isFirst: before === undefined };
  },
  View: ({ data: { codes, month, isFirst } }) => (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Promo codes</h1>
          <p className="desk-soft">{sayCounts(codes, month)}</p>
        </div>
        <Link className="desk-button" to="/desk/codes/new">
          New code
        </Link>
      </div>
      {month.guesses_today > 0 && (
        <p className={month.guesses_today < MANY_GUESSES ? 'desk-soft' : 'code-guesses'} role="note">
          {sayGuesses(month.guesses_today)}
        </p>
      )}
      {codes.length === 0 ? (
        <p className="paper-empty">{isFirst ? 'There is no code yet.' : 'There are no older codes.'}</p>
      ) : (
        <CodeTable codes={codes} />
      )}
      <nav className="desk-acts" aria-label="Pages">
        {!isFirst && (
          <Link className="desk-button plain" to="/desk/codes">
            Newest codes
          </Link>
        )}
        {codes.length === PAGE && (
          <Link className="desk-button line" to={`/desk/codes?before=${codes.at(-1)?.id}`}>
            Older codes
          </Link>
        )}
      </nav>
    </section>
  ),
};

function sayCounts(codes: DeskCode[], { given, brought }: CodesThisMonth): string {
  const count = (wanted: CodeState) => codes.filter(({ state }) => state === wanted).length;
  return `${count('open')} open, ${count('to come')} to come. This month they gave away ${formatPounds(given)} and came with ${formatPounds(brought)} of orders.`;
}

function sayGuesses(guesses: number): string {
  const words = `Codes that nobody made, tried today: ${guesses}.`;
  if (guesses < MANY_GUESSES) return words;
  return `${words} Somebody may be guessing: end short codes that give much, and make up longer ones.`;
}

const CodeTable = ({ codes }: { codes: DeskCode[] }) => (
  <table className="paper-table">
    <thead>
      <tr>
        <th scope="col">Code</th>
        <th scope="col">Gives</th>
        <th scope="col" className="wide-only">
          For
        </th>
        <th scope="col" className="wide-only">
          From – until
        </th>
        <th scope="col" className="wide-only number">
          Used
        </th>
        <th scope="col" className="wide-only number">
          Given away
        </th>
        <th scope="col" className="office-after">
          State
        </th>
      </tr>
    </thead>
    <tbody>
      {codes.map((code) => (
        <tr key={code.id}>
          <td>
            <Link className="code-ticket" to={`/desk/codes/${code.code}`}>
              {code.code}
            </Link>
          </td>
          <td>
            <b>{sayGives(code)}</b>
          </td>
          <td className="desk-soft wide-only">{sayFor(code)}</td>
          <td className="wide-only">{sayWhen(code)}</td>
          <td className="wide-only number">{sayUsed(code)}</td>
          <td className="wide-only number">{formatPounds(code.given)}</td>
          <td className="office-after">
            <CodeStateMark code={code} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A state is a shape and a word. */
export const CodeStateMark = ({ code }: { code: DeskCode }) => (
  <span className="code-state">
    <svg viewBox="0 0 20 20" aria-hidden="true">
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
