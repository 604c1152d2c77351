/** Makes a value once for each key object; it is garbage-collected with the key. */
export function memoizeFor<Key extends object, T extends object>(make: (key: Key) => T): (key: Key) => T {
  const values = new WeakMap<Key, T>();
  return (key) => {
    const known = values.get(key);
    if (known) return known;
    const made = make(key);
    values.set(key, made);
    return made;
  };
}
