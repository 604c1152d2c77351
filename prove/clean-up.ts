const closers = new Set<() => Promise<void>>();

/** Remembers how to put away what a proof has opened, should it end before it does so itself. */
export function cleaningUp(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const once = () => {
    closers.delete(once);
    closing ??= close();
    return closing;
  };
  closers.add(once);
  return once;
}

/** Puts away everything that is still open, the newest first. */
export async function cleanUpOnExit(): Promise<void> {
  for (const close of [...closers].reverse()) await close();
}
