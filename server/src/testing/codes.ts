import { addCode, type NewCode } from '#server/features/promotions/add-code.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

let count = 0;

/** Makes a code of its own, £5.00 off unless said otherwise, and returns how it is spelt. */
export async function makeCode({ deps: { clock, db } }: Shop, changes: Partial<NewCode> = {}): Promise<string> {
  const wanted: NewCode = {
    code: `LANE${++count}`,
    kind: 'pounds',
    value: 500,
    validFrom: null,
    validUntil: null,
    leastPence: null,
    maxUses: null,
    maxUsesEach: null,
    firstOrderOnly: false,
    ...changes,
  };
  return (await db.transaction((tx) => addCode(tx, wanted, clock.now()))).code;
}
