import type { Config } from '../config.ts';

/**
 * The link to an order in a letter. It goes through the login page, which redirects those who are signed in: the page
 * of the order would ask others to register, and a buyer has an account already.
 */
export const linkToOrder = ({ publicUrl }: Pick<Config, 'publicUrl'>, orderId: number): string =>
  `${publicUrl}/login?next=/history/${orderId}`;
