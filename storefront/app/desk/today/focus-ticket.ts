/** The name of the ticket that has the focus, or holds what has it. */
export const nameInFocus = (): HTMLElement | null | undefined =>
  document.activeElement?.closest('[data-order]')?.querySelector<HTMLElement>('.desk-ticket-name');

/**
 * Before these tickets go, the focus moves from one of them to the next that is to tie: a press would otherwise leave the keyboard
 * nowhere. What was pressed with `Tied` goes on at the next `Tied`.
 */
export function focusNext(going: readonly number[], toTie: readonly number[]): void {
  const orderOf = (row: HTMLElement) => Number(row.dataset.order);
  const here = document.activeElement?.closest<HTMLElement>('[data-order]');
  if (!here || !going.includes(orderOf(here))) return;
  const rows = [...(here.closest('#rail-to-tie, table, ul')?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
  const at = rows.indexOf(here);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].find(
    (row) => !going.includes(orderOf(row)) && toTie.includes(orderOf(row)),
  );
  const kind = document.activeElement instanceof HTMLButtonElement ? 'button' : '.desk-ticket-name';
  next?.querySelector<HTMLElement>(kind)?.focus();
}
