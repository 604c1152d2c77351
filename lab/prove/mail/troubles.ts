import type { openTestMailServer } from '#server/testing/servers/test-mail-server.ts';

export type Faults = NonNullable<Parameters<typeof openTestMailServer>[0]>;

export type Trouble = {
  what: string;
  faults?: (letters: number) => Faults;
  lastsMs?: number;
  /** The server accepted the letter without confirming it, so it may be sent twice. */
  mayRepeat?: true;
};

const always = (answer: number) => Array<number>(10_000).fill(answer);

export const TROUBLES: Trouble[] = [
  { what: 'in order', faults: () => ({}) },
  { what: 'down' },
  // Long enough for a letter to have failed more often than its waits grow.
  { what: 'down for three minutes', lastsMs: 180_000 },
  { what: 'silent for longer than anyone waits', faults: () => ({ greetAfterMs: 30_000 }) },
  { what: 'slow', faults: () => ({ greetAfterMs: 1_500 }) },
  { what: '451 to the sender', faults: () => ({ atSender: always(451) }) },
  { what: '550 to the sender', faults: () => ({ atSender: always(550) }) },
  { what: '450 to the recipient', faults: () => ({ atRecipient: always(450) }) },
  { what: '550 to the recipient', faults: () => ({ atRecipient: always(550) }) },
  { what: '452 after the letter', faults: () => ({ atMessage: always(452) }) },
  { what: '554 after the letter', faults: () => ({ atMessage: always(554) }) },
  { what: 'cut after the letter', faults: (letters) => ({ hangUpsAfterMessage: letters }), mayRepeat: true },
];

export function mend(faults: Faults): void {
  faults.greetAfterMs = 0;
  faults.hangUpsAfterMessage = 0;
  for (const answers of [faults.atSender, faults.atRecipient, faults.atMessage]) answers?.splice(0);
}
