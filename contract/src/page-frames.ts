/** The tabs of the account page, as its address names them. */
const ACCOUNT_TABS = ['history', 'addresses', 'details', 'reminders'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The tab that the address names; the history if it names none of them. */
export const readAccountTab = (query: URLSearchParams): AccountTab =>
  ACCOUNT_TABS.find((tab) => tab === query.get('tab')) ?? 'history';

/** Whether /cart shows the cart itself, and not the address, the payment that comes back, or its end. */
export const showsCart = (query: URLSearchParams): boolean => !query.has('step') && !query.has('token');

/**
 * The private pages whose HTML differs by their query, and what is left of the query: the HTML holds the frame of the page, which
 * the browser must draw in the same way from the whole address.
 */
export const FRAMES: Record<string, (query: URLSearchParams) => string> = {
  '/cart': (query) => (showsCart(query) ? '' : '?step=later'),
  '/profile': (query) => (readAccountTab(query) === 'history' ? '' : `?tab=${readAccountTab(query)}`),
};
