import { Link } from 'react-router';
import type { FlowerOnDay } from '#contract/desk-missing.ts';
import { showCurrent } from '../show-current.ts';
import { missingDayAddress } from './missing-day-data.ts';

const SHAPES = {
  // Nothing is chosen or swapped yet: the flowers have the whole width.
  alone: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,250px),1fr))] gap-x-5',
  beside: '',
  // On a tablet upright, a row that is pushed sideways.
  chosen: 'max-bench:flex max-bench:gap-2 max-bench:pt-2.5 max-bench:pb-0.5 max-bench:overflow-x-auto',
};
const FLOWER =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 items-center min-h-16 py-1.5 px-3 border-b border-line leading-[1.25] wrap-normal no-underline';
const IN_ROW = 'max-bench:min-w-42 max-bench:border max-bench:border-control max-bench:rounded-soft max-bench:bg-lift';
const CURRENT =
  'aria-[current]:border-transparent aria-[current]:rounded-soft aria-[current]:bg-leaf-700 aria-[current]:text-lift';

type Props = { day: string; when: string; flowers: FlowerOnDay[]; chosen: string | undefined; as: keyof typeof SHAPES };

/** Every flower that is still to be tied, by how many are wanted. */
export const FlowersToTie = ({ day, when, flowers, chosen, as }: Props) => (
  <nav aria-label="Flowers still to tie" className={as === 'alone' ? 'col-span-full' : undefined}>
    <h2 className="w-full pb-2 border-b border-leaf-900 text-[1.0625rem]/[1.3] font-semibold">Still to tie {when}</h2>
    <ul className={SHAPES[as]} ref={showCurrent}>
      {flowers.map(({ flower, stems, tickets }) => (
        <li key={flower}>
          <Link
            className={`${FLOWER} ${as === 'chosen' ? IN_ROW : ''} ${CURRENT}`}
            to={missingDayAddress(day, flower)}
            aria-current={flower === chosen ? 'true' : undefined}
          >
            <b className="font-semibold">{flower}</b>
            <span className="row-[2] text-soft in-aria-[current]:text-inherit text-[0.875rem]">
              {ticketWords(tickets)}
            </span>
            <strong className="row-[1/3] col-[2] text-[1.375rem] font-semibold">{stems}</strong>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

export const ticketWords = (tickets: number): string => (tickets === 1 ? 'in 1 ticket' : `in ${tickets} tickets`);
