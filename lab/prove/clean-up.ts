const closers = new Set<() => Promise<void>>();

/** Registers how to close what a proof has opened, in case it ends before it does so itself. */
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

/** Closes everything that is still open, the newest first, whatever becomes of each. */
export async function cleanUpOnExit(): Promise<void> {
  for (const close of [...closers].reverse()) await close().catch((error: Error) => console.error(error.stack));
}
