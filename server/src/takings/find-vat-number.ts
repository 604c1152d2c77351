import type { Deps } from '../deps.ts';

/** The shop's VAT number. Prices contain VAT where there is one. None yet: it comes with the details of the shop. */
export async function findVatNumber(_deps: Pick<Deps, 'db'>): Promise<string | null> {
  return null;
}
