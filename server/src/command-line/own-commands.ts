import type { ParseArgsOptionsConfig } from 'node:util';
import { PathId } from '#contract/ids.ts';
import { demonstrateDelivery } from './demo-desk.ts';
import { type Desk, NotDone } from './desk.ts';
import { listFlowers, setFlower } from './flowers-desk.ts';
import { deliverOrders, dispatchOrders } from './orders-desk.ts';
import { refundUnknownMoney, reportUnknownMoney } from './payments-desk.ts';
import { takeOverAtDesk } from './shop-desk.ts';
import { inviteAtDesk } from './staff-desk.ts';
import { rebuildTakingsAtDesk } from './takings-desk.ts';

type Values = Record<string, unknown>;

/** A command that no page has: what only whoever runs the machine may do. */
export type OwnCommand = {
  /** What is written without a name; `…` for as many as there are. */
  takes: string[];
  summary: string;
  /** What `--help` of the command says beyond that. */
  description?: string;
  options?: ParseArgsOptionsConfig;
  /** Undefined if it is not clear what is meant. */
  read(words: string[], values: Values): ((desk: Desk) => Promise<void>) | undefined;
};

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const OWN_COMMANDS: Readonly<Record<string, OwnCommand>> = {
  'orders dispatch': {
    takes: ['ORDER', '…'],
    summary: 'They have left; each buyer gets a letter',
    read: (words) => (desk) => dispatchOrders(desk, idsOf('order', words)),
  },
  'orders deliver': {
    takes: ['ORDER', '…'],
    summary: 'They have arrived; each buyer gets a letter',
    read: (words) => (desk) => deliverOrders(desk, idsOf('order', words)),
  },
  'flowers list': { takes: [], summary: 'How many stems make a bunch at the market', read: () => listFlowers },
  'flowers set': {
    takes: ['FLOWER', 'STEMS'],
    summary: 'So many stems a bunch, as "Red rose" 20; 1 if it is bought by the stem',
    read:
      ([flower = '', stems = '']) =>
      (desk) =>
        setFlower(desk, flower, stems),
  },
  'staff invite': {
    takes: ['EMAIL'],
    summary: '--name NAME --role owner[,florist,driver]: by letter; the last line is the link',
    description: 'After a restore EMAIL alone lets in again whoever worked here, as what they were.',
    options: { name: { type: 'string' }, role: { type: 'string' } },
    read:
      ([email = ''], { name, role }) =>
      (desk) =>
        inviteAtDesk(desk, email, { name: asText(name), role: asText(role) }),
  },
  'payments reconcile': {
    takes: [],
    summary: 'What PayPal took and the shop does not know; --refund gives it back, after asking',
    description:
      'Without --refund it changes nothing. --capture ID names one of them (again for more), --total 67.00 says the sum beforehand where nobody can be asked.',
    options: { refund: { type: 'boolean' }, capture: { type: 'string', multiple: true }, total: { type: 'string' } },
    read: (_words, { refund, capture, total }) => {
      // `--capture` or `--total` without `--refund` is refused, not guessed at.
      if (!refund) return capture === undefined && total === undefined ? reportUnknownMoney : undefined;
      const captures = Array.isArray(capture) ? capture.map(String) : [];
      return (desk) => refundUnknownMoney(desk, { captures, total: asText(total) });
    },
  },
  'takings rebuild': { takes: [], summary: 'Counts the sums of all days anew', read: () => rebuildTakingsAtDesk },
  'shop take-over': {
    takes: [],
    summary: 'A restored copy on standby is the shop from now on',
    read: () => takeOverAtDesk,
  },
  'demo delivered': {
    takes: ['ORDER'],
    summary: 'Where payments are pretended: as if it came today, to try what comes after',
    read:
      ([order = '']) =>
      (desk) =>
        demonstrateDelivery(desk, idOf('order', order)),
  },
};

function idOf(what: string, word: string): number {
  const { data } = PathId.safeParse(word);
  if (data === undefined) throw new NotDone(`There is no ${what} ${JSON.stringify(word)}.`);
  return data;
}

const idsOf = (what: string, words: string[]): number[] => [...new Set(words.map((word) => idOf(what, word)))];
