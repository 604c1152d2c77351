/** Every table of the shop, for drizzle-kit; the features own them. */
export * from '../accounts/table.ts';
export * from '../addresses/table.ts';
export * from '../catalogue/table.ts';
export * from '../claims/table.ts';
export * from '../customers/table.ts';
export * from '../delivery/table.ts';
export * from '../installation/table.ts';
export * from '../mail/table.ts';
export * from '../orders/table.ts';
export * from '../payments/table.ts';
export * from '../promotions/table.ts';
export * from '../reviews/table.ts';
export * from '../runs/table.ts';
export * from '../shop/table.ts';
export * from '../staff/table.ts';
export * from '../takings/table.ts';
export * from '../tying/table.ts';
