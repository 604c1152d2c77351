/** A screen: a phone's or a desktop's. */
export type Size = { width: number; height: number };

/** Elements that match, on view, and of that accessible name as the engine itself computes it. */
export type Target = { css: string; name?: string };

/** What every engine can do with one window. Nothing here waits: `visitor.ts` does. */
export type Page = {
  open(address: string): Promise<void>;
  count(target: Target): Promise<number>;
  /** Presses where the first of them is, as a pointer does: something that lies over it takes the press. */
  press(target: Target): Promise<void>;
  /** Replaces what is in a field, key by key. */
  type(target: Target, text: string): Promise<void>;
  /** Types a day into the engine's own date field, in the order of the language that a browser without settings has. */
  typeDate(target: Target, day: string): Promise<void>;
  attach(target: Target, file: string): Promise<void>;
  /** The value of an expression. */
  read<T>(expression: string): Promise<T>;
  takePicture(): Promise<Buffer>;
  setCookie(name: string, value: string): Promise<void>;
  /** The newest window that this one has opened, if there is one. */
  findOpened(): Promise<Page | undefined>;
};

/** A browser that nobody has used before. */
export type Visit = AsyncDisposable & {
  page: Page;
  /** What its console said that was an error, what its pages threw, and requests that failed. */
  faults(): string[];
};

export type Engine = AsyncDisposable & { name: string; visit(size: Size): Promise<Visit> };

/** 2026-12-24 as an American types it: month, day, year. */
export function toAmerican(day: string): [month: string, day: string, year: string] {
  const [year = '', month = '', date = ''] = day.split('-');
  return [month, date, year];
}
