import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { orderToken } from '../order-token.ts';

/**
 * The link to an order in a letter. It goes through the login page, which redirects those who are signed in: the page
 * of the order would ask others to register, and a buyer has an account already.
 */
export const linkToOrder = ({ publicUrl }: Pick<Config, 'publicUrl'>, orderId: number): string =>
  `${publicUrl}/login?next=/history/${orderId}`;

/** Where it is changed or cancelled while that is possible, reached in the same way. */
export const linkToChange = (config: Pick<Config, 'publicUrl'>, orderId: number): string =>
  `${linkToOrder(config, orderId)}/change`;

/** The page on which the recipient can follow the flowers, without price, photo, note or the buyer's address. */
export const linkToTrack = ({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, orderId: number): string =>
  `${config.publicUrl}/track/${orderToken(secrets, 'track', orderId)}`;
