import type { OutgoingLetter, Transport } from '../mail/transport.ts';

export type ReceivedLetter = OutgoingLetter & {
  /** The address the letter asks to open, whole, and without the shop's own part for `app.inject`. */
  link: string;
  path: string;
};

/** Keeps what it is given, as a mailbox would. */
export function createRecordingTransport(publicUrl: string): { transport: Transport; received: ReceivedLetter[] } {
  const received: ReceivedLetter[] = [];
  const transport = {
    async deliver(letter: OutgoingLetter) {
      const [link = ''] = letter.text.match(/https?:\/\/\S+/) ?? [];
      received.push({ ...letter, link, path: link.replace(publicUrl, '') });
    },
    close: async () => {},
  };
  return { transport, received };
}
