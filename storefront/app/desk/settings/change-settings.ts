import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readChanged, toAmount, toNumber } from '../ui/read-changed.ts';
import { readText } from '../ui/read-form.tsx';

/** How what is typed is sent: empty is what the shop begins with. */
const OF_DELIVERY: Record<string, (typed: string) => unknown> = {
  fee: toAmount,
  cut_off: (typed) => typed || null,
  days_ahead: toNumber,
  orders_a_day: toNumber,
  van_districts: (typed) => (typed === '' ? null : typed.split(/[\s,]+/).filter(Boolean)),
  florist_refund: toAmount,
  claims_at_once: toAmount,
};

const SHOP_FIELDS = ['name', 'street', 'city', 'postcode', 'email', 'phone', 'company_number', 'vat_number'];
const DELIVERY_FIELDS = Object.keys(OF_DELIVERY);

/** Does what either form of the page asks for: only what somebody changed is sent. */
export const changeSettings: Press = async (form) => {
  const isShop = readText(form, 'do') === 'shop';
  const changed = (isShop ? SHOP_FIELDS : DELIVERY_FIELDS).flatMap((name) => {
    const typed = readChanged(form, name);
    return typed === undefined ? [] : [[name, isShop ? typed : OF_DELIVERY[name]?.(typed)] as const];
  });
  const part = isShop ? 'shop' : 'delivery';
  await send('PATCH', `/api/desk/settings/${part}/`, Object.fromEntries(changed));
  return `/desk/settings?saved=${part}-${Date.now().toString(36)}#${part}`;
};
