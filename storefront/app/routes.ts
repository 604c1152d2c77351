import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map: every address and its page. */
export default [
  index('catalogue/home/home-page.tsx'),
  route('product', 'catalogue/list/product-list-page.tsx'),
  route('product/:id', 'catalogue/product/product-page.tsx'),

  route('about', 'information/about-page.tsx'),
  route('delivery', 'information/delivery-page.tsx'),
  route('care', 'information/care-page.tsx'),
  route('contact', 'information/contact-page.tsx'),
  route('privacy', 'information/privacy-page.tsx'),
  route('terms', 'information/terms-page.tsx'),

  route('login', 'session/log-in/login-page.tsx'),
  route('register', 'session/register-page.tsx'),
  route('account-confirm-email/:key?', 'session/email/confirm-email-page.tsx'),
  route('login-code', 'session/log-in/login-code-page.tsx'),
  route('login-link/:key', 'session/log-in/login-link-page.tsx'),
  route('forgot-password', 'session/password/forgot-password-page.tsx'),
  route('password/reset/confirm/:uid/:token', 'session/password/reset-password-page.tsx'),

  route('cart', 'cart/cart-page.tsx'),
  route('history/:id', 'orders/order-page.tsx'),
  route('history/:id/change', 'orders/change/change-order-page.tsx'),
  route('history/:id/receipt', 'orders/receipt/receipt-page.tsx'),
  route('profile', 'account/profile-page.tsx'),
  route('track/:token', 'orders/delivery/track-page.tsx'),

  route('wish-list', 'wish-list/wish-list-page.tsx'),
  route('wish-list/:token', 'wish-list/shared-list-page.tsx'),

  route('swap/:key', 'swaps/swap-page.tsx'),

  route('reminders/stop/:token', 'reminders/stop-page.tsx'),

  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig;
