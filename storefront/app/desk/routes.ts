import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map of the desk: every address and its page. Three frames: the door, the bar of the desk, and pages with a bar of their own. */
export default prefix('desk', [
  layout('staff/at-own-address.tsx', [
    route('sign-in', 'staff/sign-in-page.tsx'),
    route('sign-in/code', 'staff/code-page.tsx'),
    route('link/:key', 'staff/link-page.tsx'),
    route('invitation/:key', 'staff/invitation-page.tsx'),
  ]),

  layout('with-own-bar.tsx', [
    route('ticket/:id', 'tying/ticket-page.tsx'),
    route('driver', 'runs/driver-run-page.tsx'),
    route('driver/:orderId', 'runs/driver-stop-page.tsx'),
  ]),

  layout('with-bar.tsx', [
    index('tying/today-page.tsx'),
    route('ticket/:id/missing', 'tying/missing-page.tsx'),
    route('missing', 'tying/missing-day-page.ts'),
    route('stems', 'stems/stems-page.tsx'),
    route('print/:what', 'print/print-page.tsx'),

    route('deliveries', 'runs/deliveries-page.tsx'),

    route('orders', 'orders/orders-page.tsx'),
    route('orders/move', 'orders/move-page.tsx'),
    route('orders/:id', 'orders/order-page.tsx'),
    route('orders/:id/change', 'orders/change-page.tsx'),
    route('orders/:id/card', 'orders/card-page.tsx'),
    route('orders/:id/refund', 'orders/refund-page.tsx'),
    route('orders/:id/cancel', 'orders/cancel-page.tsx'),
    route('orders/:id/decline-cancel', 'orders/decline-cancel-page.tsx'),
    route('orders/:id/replace', 'orders/replace-page.tsx'),
    route('orders/:id/letters/:letter', 'orders/letter-page.tsx'),
    route('orders/:id/receipt', 'orders/receipt-page.tsx'),

    route('claims', 'claims/claims-page.tsx'),
    route('claims/:id', 'claims/claim-page.tsx'),
    route('reviews', 'reviews/reviews-page.tsx'),

    route('catalogue', 'catalogue/catalogue-page.tsx'),
    route('catalogue/file', 'catalogue/file-page.tsx'),
    route('catalogue/:id', 'catalogue/bouquet-page.ts'),
    route('calendar/:beside?', 'calendar/calendar-page.tsx'),
    route('takings', 'takings/takings-page.tsx'),
    route('customers', 'customers/customers-page.tsx'),
    route('customers/:id', 'customers/customer-page.tsx'),
    route('codes', 'codes/codes-page.tsx'),
    route('codes/new', 'codes/new-code-page.tsx'),
    route('codes/:code', 'codes/code-page.tsx'),
    route('staff', 'staff/staff-page.tsx'),
    route('history', 'history/history-page.tsx'),
    route('settings', 'settings/settings-page.tsx'),

    route('more', 'more-page.tsx'),
    route('devices', 'staff/devices-page.tsx'),
    route('passkey', 'staff/passkey-page.tsx'),
    route('sign-out', 'staff/sign-out-page.tsx'),
    route('parts', 'ui/parts-page.tsx'),
  ]),
]) satisfies RouteConfig;
