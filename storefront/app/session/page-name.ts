const NAMES = [
  [/^\/history\/(\d{1,10})(?:[/?#]|$)/, (id: string) => `order ${id}`],
  [/^\/cart(?:[/?#]|$)/, () => 'your cart'],
  [/^\/profile(?:[/?#]|$)/, () => 'your account'],
] as const;

/** The name of the private page at a path, for the sign-in pages; undefined for public pages. */
export function pageName(path: string | undefined): string | undefined {
  for (const [pattern, name] of NAMES) {
    const found = pattern.exec(path ?? '');
    if (found) return name(found[1] ?? '');
  }
  return undefined;
}
