const EVERY = 5;

/** Says now and then how far the pictures are; with a terminal, all on one line that moves. */
export function showProgress(
  say: (line: string) => void,
  terminal?: { isTTY?: boolean; write(text: string): unknown },
): (done: number, total: number) => void {
  return (done, total) => {
    const line = `Pictures ${done} of ${total}`;
    if (terminal?.isTTY) terminal.write(`\r${line}${done === total ? '\n' : ''}`);
    else if (done % EVERY === 0 || done === total) say(line);
  };
}
