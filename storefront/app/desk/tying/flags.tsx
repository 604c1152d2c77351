import type { SheetTicket } from '#contract/desk.ts';
import { Flags as AllFlags, type FlagLook } from '../ui/flag.tsx';
import { FLAG_WORDS } from './ticket-words.ts';

const LOOKS: Record<SheetTicket['flags'][number], FlagLook> = {
  replacement: 'again',
  swap: 'swap',
  'no card': 'plain',
};

/** Only what is out of the ordinary: an ordinary order has none. */
export const Flags = ({ flags, extras }: { flags: SheetTicket['flags']; extras: string[] }) => (
  <AllFlags
    flags={[
      ...flags.map((flag): [string, FlagLook] => [FLAG_WORDS[flag], LOOKS[flag]]),
      ...extras.map((extra): [string, FlagLook] => [`+ ${extra}`, 'plain']),
    ]}
  />
);

export const extrasOf = ({ lines }: Pick<SheetTicket, 'lines'>): string[] => [
  ...new Set(lines.flatMap(({ extras }) => extras)),
];
