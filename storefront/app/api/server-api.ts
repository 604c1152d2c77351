import { createContext, data, type RouterContextProvider } from 'react-router';
import type { AnswerAt, Known, ShopCalls } from '#contract/calls.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import type { ShopDetails } from '#contract/shop.ts';

/** What the server passes to a page that it renders. */
export type ServerTools = {
  /** Calls the shop's own API without leaving the process. */
  callApi(path: string): Promise<{ status: number; body: unknown }>;
  /** The same as whoever sent the request; only for pages of the desk. */
  callDesk?(path: string): Promise<{ status: number; body: unknown }>;
  /** Logs what went wrong, once. */
  report(error: unknown): void;
  /** The nonce of our inline scripts, random for each page: the policy allows these and no others. */
  nonce: string;
  /** The version of the built files. A page rendered with another version is older than the shop. */
  release: string;
  /** The shop is a demonstration, and the page says so. */
  isDemo: boolean;
  /** What the owner has set for deliveries; undefined while nothing differs from the defaults. */
  deliveryRules: DeliveryRules | undefined;
  /** Who sells, as the owner has set it; undefined while nothing differs from what the code has. */
  shopDetails: ShopDetails | undefined;
};

export const serverTools = createContext<ServerTools>();

async function read(context: Readonly<RouterContextProvider>, path: string): Promise<unknown> {
  const { status, body } = await context.get(serverTools).callApi(path);
  if (status !== 200) throw data(body, { status });
  // Not parsed: the route of this same process serialises its response by the contract's schema.
  return body;
}

/** The body of a response, or the API's refusal as an error page of the same status. */
// Past `never`, as in client.ts.
export const readApi: <const P extends string>(
  context: Readonly<RouterContextProvider>,
  path: P & Known<'GET', P, ShopCalls>,
) => Promise<AnswerAt<'GET', P, ShopCalls>> = read as never;
