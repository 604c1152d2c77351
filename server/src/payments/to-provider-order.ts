import { isPostcode } from '#contract/postcode.ts';
import { penceOf } from '../orders/list-sums.ts';
import type { Purchase } from '../orders/read-purchase.ts';
import type { PaymentRow } from './table.ts';

const pounds = (pence: number) => ({ currency_code: 'GBP', value: (pence / 100).toFixed(2) });
const short = (text: string, length: number) => [...text].slice(0, length).join('');

/** What the provider is asked for: goods, delivery and the surcharge of the day apart, the address as it was chosen, and whose payment it is. */
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
            item_total: pounds(penceOf(sums, 'goods')),
            shipping: pounds(penceOf(sums, 'delivery')),
            ...(discount < 0 && { discount: pounds(-discount) }),
            ...(surcharge > 0 && { handling: pounds(surcharge) }),
          },
        },
        items: items.map(({ name, itemCode, quantity, pricePence }) => ({
          name: short(name, 127),
          sku: short(itemCode, 127),
          quantity: String(quantity),
          unit_amount: pounds(pricePence),
          category: 'PHYSICAL_GOODS',
        })),
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
