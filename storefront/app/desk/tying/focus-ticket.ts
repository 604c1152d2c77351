/** The ticket that has the focus, or holds what has it. */
const ticketInFocus = () => document.activeElement?.closest<HTMLElement>('[data-order]');

export const orderInFocus = (): number | undefined => Number(ticketInFocus()?.dataset.order) || undefined;

/** Only what is shown with `Tied`, or can be chosen for it, is tied by a key. */
export const canTieInFocus = (): boolean => Boolean(ticketInFocus()?.querySelector('[name=tie]'));

/** Through the tickets that are to tie, or the rows of the list: what is in trouble or tied already is not walked through. */
export function moveFocus(by: 1 | -1): void {
  const names = [...document.querySelectorAll<HTMLElement>(':is(#rail-to-tie, .desk-table) .desk-ticket-name')];
  const here = names.indexOf(ticketInFocus()?.querySelector<HTMLElement>('.desk-ticket-name') as HTMLElement);
  const next = names[here < 0 ? 0 : here + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/**
 * Before these tickets go, the focus moves from one of them to the next that is to tie: a press would otherwise leave the keyboard
 * nowhere. What was pressed with `Tied` goes on at the next `Tied`.
 */
export function focusNext(going: readonly number[], toTie: readonly number[]): void {
  const orderOf = (row: HTMLElement) => Number(row.dataset.order);
  const here = ticketInFocus();
  if (!here || !going.includes(orderOf(here))) return;
  const rows = [...(here.closest('#rail-to-tie, table, ul')?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
  const at = rows.indexOf(here);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()].find(
    (row) => !going.includes(orderOf(row)) && toTie.includes(orderOf(row)),
  );
  const kind = document.activeElement instanceof HTMLButtonElement ? 'button' : '.desk-ticket-name';
  next?.querySelector<HTMLElement>(kind)?.focus();
}
