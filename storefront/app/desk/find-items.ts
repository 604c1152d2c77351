import { useEffect, useState } from 'react';
import { formatDay } from '#contract/delivery.ts';
import type { DeskCatalogue } from '#contract/desk-catalogue.ts';
import type { DeskCustomers } from '#contract/desk-customers.ts';
import type { FoundOrders } from '#contract/desk-find-orders.ts';
import { formatPounds } from '#contract/money.ts';
import type { OrderStage } from '#contract/orders.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import { may, type Right } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { withQuery } from '../api/with-query.ts';
import { navOf, toDesk } from './desk-nav.ts';
import { send } from './send.ts';
import { STAGE_WORDS } from './stage-shape.tsx';

/** Somewhere to go. */
export type FoundItem = {
  key: string;
  group: string;
  to: string;
  words: string;
  more?: string;
  picture?: string | null;
  initials?: string;
  stage?: { shape: OrderStage; words: string };
  letter?: string | undefined;
};

/** A word is finished before it is searched for. */
const PAUSE_MS = 150;
const MOST_ORDERS = 5;
const MOST_OTHERS = 3;

type Source = { right: Right; find(sought: string): Promise<FoundItem[]> };

/** What is looked through, in the order in which it is shown. */
const SOURCES: Source[] = [
  {
    right: 'see orders',
    find: (q) => send('GET', withQuery('/api/desk/orders/', { q, limit: MOST_ORDERS })).then(toOrders),
  },
  {
    right: 'see customers',
    find: (find) => send('GET', withQuery('/api/desk/customers/', { find, limit: MOST_OTHERS })).then(toCustomers),
  },
  {
    right: 'edit catalogue',
    find: (find) => send('GET', withQuery('/api/desk/catalogue/', { find, limit: MOST_OTHERS })).then(toBouquets),
  },
];

/** Orders, customers and bouquets first, then pages, then the whole list of what was typed. */
export function useFoundItems(me: Me, typed: string): FoundItem[] {
  const { bench, office, more } = navOf(me);
  const found = useFound(me, typed);
  const pages = [...new Map([...bench, ...office, ...more].map((item) => [item.path, item])).values()]
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    .map(
      ({ path, label, letter }): FoundItem => ({
        key: `page-${path.replaceAll('/', '-')}`,
        group: 'Go to',
        to: toDesk(path),
        words: label,
        letter,
      }),
    );
  if (typed === '' || !may(me.roles, 'see orders')) return [...found, ...pages];
  const all = { key: 'all', group: 'Search', to: `/desk/orders?${new URLSearchParams({ q: typed })}` };
  return [...found, ...pages, { ...all, words: `All orders with “${typed}”` }];
}

/** What the shop finds for what is typed. A search that fails finds nothing: the last line still leads to all orders. */
function useFound({ roles }: Me, typed: string): FoundItem[] {
  const [found, setFound] = useState<{ typed: string; items: FoundItem[] }>({ typed: '', items: [] });
  useEffect(() => {
    if (typed === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      const sources = SOURCES.filter(({ right }) => may(roles, right));
      const searches = sources.map(({ find }) => find(typed).catch((): FoundItem[] => []));
      void Promise.all(searches).then((items) => isOver || setFound({ typed, items: items.flat() }));
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, roles]);
  if (typed === '') return [];
  // Until the shop has answered, of what was found before only what has the new words too: Enter never opens anything else.
  const sought = typed.toLowerCase();
  return found.typed === typed
    ? found.items
    : found.items.filter(({ words, more = '' }) => `${words}\n${more}`.toLowerCase().includes(sought));
}

function toOrders({ orders, exact }: FoundOrders): FoundItem[] {
  const items = orders.map(({ id, recipient, district, buyer, arrives_on, stage, picture }): FoundItem => {
    const day = arrives_on ? `, ${formatDay(arrives_on, 'short')}` : '';
    return {
      key: `order-${id}`,
      group: 'Orders',
      to: `/desk/orders/${id}`,
      picture,
      words: `${id} ${recipient}${district && `, ${district}`}`,
      more: `From ${buyer}${day}`,
      stage: { shape: stage, words: STAGE_WORDS[stage] },
    };
  });
  const isExact = ({ key }: FoundItem) => key === `order-${exact}`;
  return [...items.filter(isExact), ...items.filter((item) => !isExact(item))];
}

function toCustomers({ customers }: DeskCustomers): FoundItem[] {
  return customers.map(({ id, name, email, orders }) => ({
    key: `customer-${id}`,
    group: 'Customers',
    to: `/desk/customers/${id}`,
    words: name,
    initials: initialsOf(name),
    more: `${email}, ${orders === 1 ? '1 order' : `${orders} orders`}`,
  }));
}

const initialsOf = (name: string): string =>
  [name.split(' ')[0], name.split(' ').at(-1)]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();

function toBouquets({ bouquets }: DeskCatalogue): FoundItem[] {
  return bouquets.map(({ id, name, item_code, prices, picture }) => ({
    key: `bouquet-${id}`,
    group: 'Bouquets',
    to: `/desk/catalogue/${id}`,
    words: name,
    picture: picture && pictureUrl(picture.id, picture.widths[0] ?? picture.width, 'jpg'),
    more: `${item_code}, ${formatPounds(prices.standard)}`,
  }));
}
