import type { APIRequestContext } from '@playwright/test';
import demo from '../catalogue/demo.json' with { type: 'json' };

/** The demo catalogue that an empty shop is stocked with, newest first. */
export const BOUQUETS = demo;

/** The address of a bouquet's page, with the id that the shop gave it. */
export async function addressOf(name: string, request: APIRequestContext): Promise<string> {
  const response = await request.get('/api/products/', { params: { search: name } });
  const [bouquet] = await response.json();
  return `/product/${bouquet.id}`;
}
