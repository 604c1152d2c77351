import { type ClientRequest, request } from 'node:http';

const AGAIN_MS = 1_000;
/** After a refusal, as the page does. */
const REFUSED_MS = 3_000;

type Listener = {
  origin: string;
  cookie: string;
  /** The line is open, for the first time or again: what happened before was missed. */
  onOpen(): void;
  onChange(names: string): void;
  onBroken?(): void;
};

/** Follows what changes at the desk as its pages do: a line that breaks is begun anew. Disposing of it ends it. */
export function holdLine({ origin, cookie, onOpen, onChange, onBroken }: Listener): Disposable & { isOpen(): boolean } {
  let [isOver, isOpen] = [false, false];
  let sent: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    let isBroken = false;
    const again = (ms: number) => {
      if (isBroken || isOver) return;
      [isBroken, isOpen] = [true, false];
      onBroken?.();
      timer = setTimeout(begin, ms);
    };
    const hear = (event: string) => {
      const names = /^data: ?(.*)$/m.exec(event)?.[1] ?? '';
      if (event.includes('event: open')) {
        isOpen = true;
        onOpen();
      } else if (event.includes('event: change')) onChange(names);
    };
    sent = request(new URL('/api/desk/live/', origin), { headers: { cookie }, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        return again(REFUSED_MS);
      }
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) hear(event);
      });
      for (const end of ['end', 'error', 'close']) response.once(end, () => again(AGAIN_MS));
    });
    sent.on('error', () => again(AGAIN_MS));
    sent.end();
  };
  begin();
  return {
    isOpen: () => isOpen,
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
      sent?.destroy();
    },
  };
}
