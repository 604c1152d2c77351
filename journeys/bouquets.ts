import type { APIRequestContext } from '@playwright/test';
import demo from '../catalogue/demo.json' with { type: 'json' };

/** What stands in the window, newest first: the catalogue that an empty shop is stocked with. */
export const BOUQUETS = demo;

/** The address of a bouquet's page, as the shop itself gives it. */
export async function addressOf(name: string, request: APIRequestContext): Promise<string> {
  const answer = await request.get('/api/products/', { params: { search: name } });
  const [bouquet] = await answer.json();
  return `/product/${bouquet.id}`;
}
