import type { SheetTicket } from '#contract/desk.ts';
import { FLAG_WORDS } from './ticket-words.ts';

const LOOKS: Record<SheetTicket['flags'][number], string> = {
  replacement: 'again',
  swap: 'swap',
  'no card': 'plain',
};

/** Only what is out of the ordinary: an ordinary order has none. */
export function Flags({ flags, extras }: { flags: SheetTicket['flags']; extras: string[] }) {
  if (flags.length === 0 && extras.length === 0) return null;
  return (
    <ul className="desk-flags">
      {flags.map((flag) => (
        <li key={flag} className={`desk-flag ${LOOKS[flag]}`}>
          {FLAG_WORDS[flag]}
        </li>
      ))}
      {extras.map((extra) => (
        <li key={extra} className="desk-flag plain">
          + {extra}
        </li>
      ))}
    </ul>
  );
}

export const extrasOf = ({ lines }: Pick<SheetTicket, 'lines'>): string[] => [
  ...new Set(lines.flatMap(({ extras }) => extras)),
];
