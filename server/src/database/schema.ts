/** Every table of the shop, for drizzle-kit; the features own them. */
export * from '../catalogue/table.ts';
