import { nameInSize } from '#contract/line-words.ts';
import { isPostcode } from '#contract/postcode.ts';
import type { Line } from '#server/features/orders/list-lines.ts';
import { goodsOf, penceOf } from '#server/features/orders/list-sums.ts';
import type { Purchase } from '#server/features/orders/paid/read-purchase.ts';
import type { PaymentRow } from '../table.ts';

const pounds = (pence: number) => ({ currency_code: 'GBP', value: (pence / 100).toFixed(2) });
const short = (text: string, length: number) => [...text].slice(0, length).join('');

/** The bouquets of a line, and each of its extras. */
const toProviderItems = (line: Line): object[] => [
  toProviderItem(nameInSize(line), codeOf(line), line.quantity, line.pricePence),
  ...line.extras.map(({ id, name, pricePence }) => toProviderItem(name, `extra-${id}`, line.quantity, pricePence)),
];

const toProviderItem = (name: string, sku: string, quantity: number, pricePence: number): object => ({
  name: short(name, 127),
  sku: short(sku, 127),
  quantity: String(quantity),
  unit_amount: pounds(pricePence),
  category: 'PHYSICAL_GOODS',
});

const codeOf = ({ itemCode, size }: Line) => (size === 'standard' ? itemCode : `${itemCode}-${size}`);

/** What the provider is asked for: goods, delivery, surcharge and discount apart, the address as it was chosen, and whose payment it is. */
export function toProviderOrder(payment: PaymentRow, cart: Purchase, returnTo: string): object {
  const { address, items, sums, amountPence } = cart;
  const discount = penceOf(sums, 'discount');
  const surcharge = penceOf(sums, 'surcharge');
  const hasPostcode = address !== null && isPostcode(address.postal_code);
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: payment.id,
        invoice_id: payment.invoice,
        description: `Marigold Lane, order ${payment.orderId}`,
        amount: {
          ...pounds(amountPence),
          breakdown: {
            item_total: pounds(goodsOf(sums)),
            shipping: pounds(penceOf(sums, 'delivery')),
            ...(discount < 0 && { discount: pounds(-discount) }),
            ...(surcharge > 0 && { handling: pounds(surcharge) }),
          },
        },
        items: items.flatMap(toProviderItems),
        // PayPal refuses an address without a postcode; we deliver there all the same.
        ...(hasPostcode && {
          shipping: {
            name: { full_name: short(address.recipient_name || cart.buyer.name, 300) },
            address: {
              address_line_1: short(address.street_address, 300),
              address_line_2: short(address.apartment_address, 300),
              admin_area_2: short(address.city, 120),
              postal_code: address.postal_code,
              country_code: 'GB',
            },
          },
        }),
      },
    ],
    application_context: {
      brand_name: 'Marigold Lane',
      locale: 'en-GB',
      shipping_preference: hasPostcode ? 'SET_PROVIDED_ADDRESS' : 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      return_url: returnTo,
      cancel_url: returnTo,
    },
  };
}
