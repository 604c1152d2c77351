import type { Config } from '../config.ts';

/**
 * The way to an order from a letter. It leads through the login page, which lets those pass who are signed in: whoever has
 * orders has an account, and would be asked to register at the page itself.
 */
export const linkToOrder = ({ publicUrl }: Pick<Config, 'publicUrl'>, orderId: number): string =>
  `${publicUrl}/login?next=/history/${orderId}`;
