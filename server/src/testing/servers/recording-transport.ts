import type { OutgoingLetter, Transport } from '#server/platform/mail/send/transport.ts';

export type ReceivedLetter = OutgoingLetter & {
  /** The link in the letter, whole, and as a path for `app.inject`. */
  link: string;
  path: string;
};

/** Records every letter instead of sending it. */
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
