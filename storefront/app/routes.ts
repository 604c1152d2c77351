import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map: every address and its page. */
export default [
  index('catalogue/home-page.tsx'),
  route('product', 'catalogue/product-list-page.tsx'),
  route('product/:id', 'catalogue/product-page.tsx'),

  route('about', 'information/about-page.tsx'),
  route('delivery', 'information/delivery-page.tsx'),
  route('care', 'information/care-page.tsx'),
  route('contact', 'information/contact-page.tsx'),
  route('privacy', 'information/privacy-page.tsx'),
  route('terms', 'information/terms-page.tsx'),

  route('login', 'session/login-page.tsx'),
  route('register', 'session/register-page.tsx'),
  route('account-confirm-email/:key?', 'session/confirm-email-page.tsx'),
  route('login-code', 'session/login-code-page.tsx'),
  route('login-link/:key', 'session/login-link-page.tsx'),
  route('forgot-password', 'session/forgot-password-page.tsx'),
  route('password/reset/confirm/:uid/:token', 'session/reset-password-page.tsx'),

  route('cart', 'cart/cart-page.tsx'),
  route('history/:id', 'orders/order-page.tsx'),
  route('history/:id/change', 'orders/change-order-page.tsx'),
  route('history/:id/receipt', 'orders/receipt-page.tsx'),
  route('profile', 'account/profile-page.tsx'),
  route('track/:token', 'orders/track-page.tsx'),

  route('wish-list', 'wish-list/wish-list-page.tsx'),
  route('wish-list/:token', 'wish-list/shared-list-page.tsx'),

  route('swap/:key', 'swaps/swap-page.tsx'),

  route('reminders/stop/:token', 'reminders/stop-page.tsx'),

  route('desk/*', 'desk/desk-route.tsx'),

  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
