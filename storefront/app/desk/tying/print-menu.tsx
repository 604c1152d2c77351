import type { Ref } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { PrinterIcon } from '../icons.tsx';
import { Menu, type MenuHandle } from '../menu.tsx';

const SHEETS = { cards: 'Gift cards', tickets: 'Work tickets', slips: 'Packing slips' } as const;

/** Where these orders are printed, in this order. */
export const printAddress = (what: keyof typeof SHEETS, ids: Iterable<number>): string =>
  `/desk/print/${what}?ids=${[...ids].join(',')}`;

type Props = {
  day: string;
  runs: SheetRun[];
  tickets: SheetTicket[];
  /** Only these, if any are chosen. */
  chosen: ReadonlySet<number>;
  handle: Ref<MenuHandle>;
};

/** The papers of a day, of each run, or of what is chosen. */
export function PrintMenu({ day, runs, tickets, chosen, handle }: Props) {
  const query = (more: Record<string, string> = {}) => `?${new URLSearchParams({ day, ...more })}`;
  const isCarried = tickets.some(({ by_carrier }) => by_carrier);
  return (
    <Menu
      handle={handle}
      look="desk-button line px-4.5 max-phone:px-2.25 max-phone:[&_svg]:hidden"
      words={
        <>
          <PrinterIcon /> Print
        </>
      }
    >
      {chosen.size > 0 ? (
        <Papers words={`${chosen.size} chosen`} query={`?ids=${[...chosen].join(',')}`} />
      ) : (
        <>
          <Papers words={`All of ${formatDay(day).split(' ')[0]}`} query={query()} />
          {runs.map(({ id, number }) => (
            <Papers key={id} words={`Run ${number}`} query={query({ run: String(number) })} hasRunSheet />
          ))}
          {isCarried && <Papers words="Carrier" query={query({ run: 'carrier' })} />}
        </>
      )}
    </Menu>
  );
}

function Papers({ words, query, hasRunSheet }: { words: string; query: string; hasRunSheet?: boolean }) {
  const id = `print-${words.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id} className="not-first:pt-1.5 not-first:border-t not-first:border-line">
      <h2 className="px-3.5 text-soft text-[0.875rem]/[1.4] font-semibold" id={id}>
        {words}
      </h2>
      <ul className="flex flex-wrap">
        {Object.entries({ ...SHEETS, ...(hasRunSheet && { run: 'Run sheet' }) }).map(([what, name]) => (
          <li key={what}>
            <Link className="desk-button plain" to={`/desk/print/${what}${query}`} aria-describedby={id}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
