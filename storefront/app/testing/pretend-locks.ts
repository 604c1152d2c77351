import { onTestFinished } from 'vitest';

/** Locks as browsers have them: one after the other under each name, until the test is over. */
export function pretendLocks(): void {
  const turns = new Map<string, Promise<unknown>>();
  const request = (name: string, act: () => Promise<unknown>) => {
    const turn = (turns.get(name) ?? Promise.resolve()).then(act, act);
    turns.set(name, turn);
    return turn;
  };
  const before = Object.getOwnPropertyDescriptor(navigator, 'locks');
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'locks', before);
    else Reflect.deleteProperty(navigator, 'locks');
  });
}
