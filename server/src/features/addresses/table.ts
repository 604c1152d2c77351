import { NOBODY_IN_CHOICES, SWAP_CHOICES } from '#contract/wishes.ts';
import { users } from '#server/features/accounts/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import { check, index, integer, pgTable, sql, text } from '#server/platform/database/drizzle.ts';

export const addresses = pgTable(
  'addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    country: text().notNull().default('GB'),
    city: text().notNull(),
    streetAddress: text().notNull(),
    apartmentAddress: text().notNull(),
    postalCode: text().notNull().default(''),
    addressType: text({ enum: ['S', 'B'] })
      .notNull()
      .default('S'),
    phone: text().notNull().default(''),
    recipientName: text().notNull().default(''),
    /** The wishes of the last order that went there; none until somebody has said. */
    driverNote: text().notNull().default(''),
    nobodyIn: text({ enum: NOBODY_IN_CHOICES }),
    swapChoice: text({ enum: SWAP_CHOICES }),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('addresses_by_user').on(table.userId, table.id),
    // How the desk finds somebody: by a part of a postcode, a telephone number or a recipient.
    index('addresses_by_part').using(
      'gin',
      sql`addresses_in_one(${table.postalCode}, ${table.phone}, ${table.recipientName}) gin_trgm_ops`,
    ),
    check('addresses_in_the_kingdom', sql`${table.country} = 'GB'`),
    check('addresses_type_known', sql`${table.addressType} in ('S', 'B')`),
    check(
      'addresses_wishes_known',
      sql`${table.nobodyIn} in ('neighbour', 'porch', 'try again') and ${table.swapChoice} in ('choose', 'ask')`,
    ),
    check('addresses_driver_note_short', sql`char_length(${table.driverNote}) <= 1000`),
    check('addresses_postal_code_short', sql`char_length(${table.postalCode}) <= 20`),
  ],
);

export type AddressRow = typeof addresses.$inferSelect;
