import { CODE_KINDS } from '#contract/discount.ts';
import { moment } from '#server/platform/database/columns.ts';
import { boolean, check, date, integer, pgTable, sql, text } from '#server/platform/database/drizzle.ts';

/**
 * A promo code. Its uses are the orders that name it and are not cancelled: they are counted, never stored, while the row
 * of the code is locked.
 */
export const promoCodes = pgTable(
  'promo_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** In capital letters, as it is compared. */
    code: text().notNull().unique(),
    kind: text({ enum: CODE_KINDS }).notNull(),
    /** Percent, or pence; 0 for free delivery. */
    value: integer().notNull(),
    /** The first and the last day on which it can be used. */
    validFrom: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    /** The goods that a cart must hold. */
    leastPence: integer(),
    /** How often in all, and by one person. */
    maxUses: integer(),
    maxUsesEach: integer(),
    firstOrderOnly: boolean().notNull().default(false),
    createdAt: moment().notNull(),
    /** Since then it cannot be used any more. */
    endedAt: moment(),
  },
  (table) => [
    check(
      'promo_codes_value',
      sql`case ${table.kind} when 'percent' then ${table.value} between 1 and 100 when 'pounds' then ${table.value} > 0
        when 'free delivery' then ${table.value} = 0 else false end`,
    ),
    check('promo_codes_limits', sql`${table.leastPence} > 0 and ${table.maxUses} > 0 and ${table.maxUsesEach} > 0`),
    check('promo_codes_in_order', sql`${table.validFrom} <= ${table.validUntil}`),
  ],
);

/** How many codes that nobody made were tried on a day: the owner sees that somebody guesses. */
export const codeGuesses = pgTable('code_guesses', {
  day: date({ mode: 'string' }).primaryKey(),
  guesses: integer().notNull(),
});

export type PromoCodeRow = typeof promoCodes.$inferSelect;
