import { addDays, londonDay } from '#contract/delivery.ts';
import { ORDER_FILTERS } from '#contract/desk-find-orders.ts';
import type { Samples } from './read-samples.ts';

/** A page of the desk as it is rendered, or what an open page asks for. The number differs each time. */
export type DeskCall = { name: string; path(number: number): string };

const at = <T>(values: T[], number: number): T => values[number % values.length] as T;

export function listCalls(samples: Samples): DeskCall[] {
  const today = londonDay(new Date());
  const daysAgo = (number: number) => addDays(today, -2 - (number % 14));
  const month = addDays(today, -28);
  const same = (name: string, path: string): DeskCall => ({ name, path: () => path });
  const of = <T>(name: string, values: T[], path: (value: T) => string): DeskCall => ({
    name,
    path: (number) => path(at(values, number)),
  });
  const orders = (query: Record<string, string>) => `/desk/orders?${new URLSearchParams(query)}`;
  const searched = (name: string, values: string[]) => of(`orders: search, ${name}`, values, (q) => orders({ q }));
  const found = (name: string, values: string[]) =>
    of(`customers: search, ${name}`, values, (find) => `/desk/customers?${new URLSearchParams({ find })}`);
  return [
    same('today', '/desk'),
    same('orders', '/desk/orders'),
    of('orders: a page from the middle', samples.orders, (id) => orders({ before: String(id) })),
    ...ORDER_FILTERS.map((show) => same(`orders: ${show}`, orders({ show }))),
    { name: 'orders: a day', path: (number) => orders({ day: daysAgo(number) }) },
    of('orders: delivered, a page from the middle', samples.orders, (id) =>
      orders({ show: 'delivered', before: String(id) }),
    ),
    of('orders: search, number', samples.orders, (id) => `/api/desk/orders/?q=${id}`),
    searched('name, common', samples.commonNames),
    searched('name, rare', samples.rareNames),
    searched('first and last name', samples.fullNames),
    searched('recipient, rare', samples.rareRecipients),
    searched('postcode', samples.postcodes),
    searched(
      'part of a postcode',
      samples.postcodes.map((code) => code.slice(0, -1)),
    ),
    searched('district', samples.districts),
    searched('phone', samples.phones),
    searched('e-mail', samples.emails),
    searched('street', samples.streets),
    searched('house and street', samples.houses),
    searched('two letters', ['zq', 'xj', 'qv', 'jq']),
    searched('common among old ones alone', ['ambleside', 'amblesid', 'bleside', 'ambles']),
    searched('nothing', samples.nothing),
    of('orders: rare name among the delivered', samples.rareNames, (q) => orders({ q, show: 'delivered' })),
    of('orders: common name among the refunded', samples.commonNames, (q) => orders({ q, show: 'refunded' })),
    of(
      'find dialog, common name',
      samples.commonNames,
      (q) => `/api/desk/orders/?${new URLSearchParams({ q, limit: '6' })}`,
    ),
    of(
      'find dialog, rare name',
      samples.rareNames,
      (q) => `/api/desk/orders/?${new URLSearchParams({ q, limit: '6' })}`,
    ),
    of('order', samples.orders, (id) => `/desk/orders/${id}`),
    of('receipt', samples.orders, (id) => `/desk/orders/${id}/receipt`),
    of('refund', samples.orders, (id) => `/desk/orders/${id}/refund`),
    same('deliveries', '/desk/deliveries'),
    same('stems', `/desk/stems?from=${today}&to=${addDays(today, 6)}`),
    same('claims', '/desk/claims'),
    same('reviews', '/desk/reviews'),
    same('catalogue', '/desk/catalogue'),
    of('catalogue: a page from the middle', samples.products, (id) => `/desk/catalogue?before=${id}`),
    same('catalogue: sold out', '/desk/catalogue?show=sold_out'),
    of('catalogue: search, common word', ['meadow', 'velvet', 'chapel'], (find) => `/desk/catalogue?find=${find}`),
    of('catalogue: search, flower', ['rose', 'tulip', 'peony'], (find) => `/desk/catalogue?find=${find}`),
    of('catalogue: search, code', samples.itemCodes, (find) => `/desk/catalogue?find=${find}`),
    of('bouquet', samples.products, (id) => `/desk/catalogue/${id}`),
    same('calendar', '/desk/calendar'),
    same('calendar: a month ago', `/desk/calendar?month=${month.slice(0, 7)}`),
    same('settings', '/desk/settings'),
    same('codes', '/desk/codes'),
    of('code', samples.codes, (code) => `/desk/codes/${code}`),
    { name: 'takings: day', path: (number) => `/desk/takings?period=day&day=${daysAgo(number)}` },
    same('takings: month', '/desk/takings'),
    same('takings: month, every bouquet', '/desk/takings?all=yes'),
    {
      name: 'books of a day',
      path: (number) => `/api/desk/takings/csv/?file=orders&from=${daysAgo(number)}&to=${daysAgo(number)}`,
    },
    same('books of a month, by day', `/api/desk/takings/csv/?file=days&from=${month}&to=${today}`),
    same('customers', '/desk/customers'),
    of('customers: a page from the middle', samples.orders, (id) => `/desk/customers?before=${id}`),
    found('name, common', samples.commonNames),
    found('name, rare', samples.rareNames),
    found('full name', samples.fullNames),
    found('postcode', samples.postcodes),
    found(
      'part of a postcode',
      samples.postcodes.map((code) => code.slice(0, -1)),
    ),
    found('phone', samples.phones),
    found('e-mail', samples.emails),
    found('two letters', ['zq', 'ja', 'e8', 'qv']),
    found('nothing', samples.nothing),
    of('customer', samples.people, (id) => `/desk/customers/${id}`),
    of('customer who buys often', samples.regulars, (id) => `/desk/customers/${id}`),
    same('history', '/desk/history'),
    { name: 'history: a day', path: (number) => `/desk/history?day=${daysAgo(number)}` },
    same('history: of a person', `/desk/history?person=${samples.staff}`),
    {
      name: 'history: a day of a person',
      path: (number) => `/desk/history?day=${daysAgo(number)}&person=${samples.staff}`,
    },
    same('history: of a kind', '/desk/history?kind=stage'),
    same('history: of a rare kind', '/desk/history?kind=answer+claim'),
    of('history: of an order', samples.orders, (id) => `/desk/history?order=${id}`),
    same('staff', '/desk/staff'),
    same('devices', '/desk/devices'),
  ];
}
