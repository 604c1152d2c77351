/** What is made once for each thing that it belongs to, and goes when that goes. */
export function memoizeFor<Of extends object, T extends object>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<Of, T>();
  return (of) => {
    const known = made.get(of);
    if (known) return known;
    const fresh = make(of);
    made.set(of, fresh);
    return fresh;
  };
}
