/** Starts each call when the one before has ended, however it ended. */
export function createOneByOne(): <T>(call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const next = last.then(call, call);
    last = next;
    return next;
  };
}
