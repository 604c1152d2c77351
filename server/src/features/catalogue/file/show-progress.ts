const EVERY = 5;

/** Prints the progress of the pictures now and then; on a terminal, always on the same line. */
export function showProgress(
  print: (line: string) => void,
  terminal?: { isTTY?: boolean; write(text: string): unknown },
): (done: number, total: number) => void {
  return (done, total) => {
    const line = `Pictures ${done} of ${total}`;
    if (terminal?.isTTY) terminal.write(`\r${line}${done === total ? '\n' : ''}`);
    else if (done % EVERY === 0 || done === total) print(line);
  };
}
