/** For a row that is wider than the screen: what is chosen in it is brought into sight, and the page stays where it is. */
export function showCurrent(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !chosen) return;
  const { left, right } = row.getBoundingClientRect();
  const at = chosen.getBoundingClientRect();
  if (at.left < left) row.scrollLeft += at.left - left;
  else if (at.right > right) row.scrollLeft += at.right - right;
}
