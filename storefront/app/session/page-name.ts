const NAMES = [
  [/^\/history\/(\d{1,10})(?:[/?#]|$)/, (id: string) => `order ${id}`],
  [/^\/cart(?:[/?#]|$)/, () => 'your cart'],
  [/^\/profile(?:[/?#]|$)/, () => 'your account'],
] as const;

/** What the private page at a path is called, for those who want to see it; nothing for pages that everyone may see. */
export function pageName(path: string | undefined): string | undefined {
  for (const [pattern, name] of NAMES) {
    const found = pattern.exec(path ?? '');
    if (found) return name(found[1] ?? '');
  }
  return undefined;
}
