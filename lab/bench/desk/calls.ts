import { addDays } from '#contract/delivery.ts';

/** Something that the desk asks for: a page as it is rendered, or what an open page asks for again. */
export type DeskCall = { name: string; path: string };

export const listCalls = (today: string, order: number): DeskCall[] => {
  const week = `from=${today}&to=${addDays(today, 6)}`;
  return [
    { name: 'Today, page', path: '/desk' },
    { name: 'Today, data', path: '/api/desk/today/' },
    { name: 'ticket, page', path: `/desk/ticket/${order}` },
    { name: 'ticket, data', path: `/api/desk/orders/${order}/ticket/` },
    { name: 'deliveries, page', path: '/desk/deliveries' },
    { name: 'deliveries, data', path: '/api/desk/deliveries/' },
    { name: 'stems of a day, page', path: `/desk/stems?from=${today}&to=${today}` },
    { name: 'stems of a week, page', path: `/desk/stems?${week}` },
    { name: 'stems of a week, data', path: `/api/desk/stems/?${week}` },
    { name: 'cards of a day, page', path: `/desk/print/cards?day=${today}` },
  ];
};
