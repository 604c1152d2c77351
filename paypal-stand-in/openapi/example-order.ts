const gbp = (value: string) => ({ currency_code: 'GBP', value });

/** The body a shop sends for one basket to one address. */
export function makeExampleOrder(invoice: string) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: `payment-${invoice}`,
        invoice_id: invoice,
        description: 'A bunch of tulips',
        amount: { ...gbp('42.50'), breakdown: { item_total: gbp('40.00'), shipping: gbp('2.50') } },
        items: [{ name: 'Tulips', quantity: '2', unit_amount: gbp('20.00'), sku: 'T-1', category: 'PHYSICAL_GOODS' }],
        shipping: {
          name: { full_name: 'Ada Example' },
          address: {
            address_line_1: '1 High Street',
            admin_area_2: 'London',
            postal_code: 'SW1A 1AA',
            country_code: 'GB',
          },
        },
      },
    ],
    application_context: {
      brand_name: 'Marigold Lane',
      locale: 'en-GB',
      shipping_preference: 'SET_PROVIDED_ADDRESS',
      user_action: 'PAY_NOW',
      return_url: 'https://shop.example/back',
      cancel_url: 'https://shop.example/cancel',
    },
  };
}

export const makeWalletOrder = (invoice: string) => {
  const { application_context, ...order } = makeExampleOrder(invoice);
  return { ...order, payment_source: { paypal: { experience_context: application_context } } };
};
