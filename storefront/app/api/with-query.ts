import type { Asked, Asks } from '#contract/calls.ts';

/** A path with what a call is asked; what is undefined is left out. */
export function withQuery<const P extends string>(path: P, asks: Asks<P>): `${P}?${Asked}` {
  const given = Object.entries(asks as object).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return (given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path) as `${P}?${Asked}`;
}
