import type { Deps } from '#server/deps.ts';
import { readDetails } from '#server/features/shop/read-details.ts';

/** The shop's VAT number. Prices contain VAT where there is one. */
export async function findVatNumber({ db }: Pick<Deps, 'db'>): Promise<string | null> {
  return (await readDetails(db)).vatNumber ?? null;
}
