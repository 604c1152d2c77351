import { inFile } from './demand.ts';

/** Rules that browser and server share. */
export const contract = {
  bankHolidays: inFile('contract/src/bank-holidays.test.ts'),
  delivery: inFile('contract/src/delivery.test.ts'),
  emailAddress: inFile('contract/src/email-address.test.ts'),
  giftNote: inFile('contract/src/orders.test.ts'),
  money: inFile('contract/src/money.test.ts'),
  postcode: inFile('contract/src/postcode.test.ts'),
  specified: inFile('contract/src/specified.test.ts'),
  totals: inFile('contract/src/order-totals.test.ts'),
};

/** The calls, over HTTP against a real database. */
export const server = {
  addresses: inFile('server/src/addresses/routes.test.ts'),
  answers: inFile('server/src/specified-answers.test.ts'),
  app: inFile('server/src/app.test.ts'),
  askProvider: inFile('server/src/payments/create-payment.test.ts'),
  atOnce: inFile('server/src/orders/at-once.test.ts'),
  authorisation: inFile('server/src/authorisation.test.ts'),
  badInput: inFile('server/src/bad-input.test.ts'),
  catalogue: inFile('server/src/catalogue/routes.test.ts'),
  catalogueFile: inFile('server/src/catalogue/catalogue-file.test.ts'),
  claimRefusals: inFile('server/src/claims/refuse-claims.test.ts'),
  claims: inFile('server/src/claims/routes.test.ts'),
  completeOrder: inFile('server/src/orders/complete-order.test.ts'),
  confirmEmail: inFile('server/src/accounts/confirm-email.test.ts'),
  deliveryCall: inFile('server/src/delivery/routes.test.ts'),
  faults: inFile('server/src/payments/faults.test.ts'),
  listOrders: inFile('server/src/orders/list-orders.test.ts'),
  logIn: inFile('server/src/accounts/log-in.test.ts'),
  logOut: inFile('server/src/accounts/log-out.test.ts'),
  openShop: inFile('server/src/open-shop.test.ts'),
  orders: inFile('server/src/orders/routes.test.ts'),
  outbox: inFile('server/src/mail/routes.test.ts'),
  pages: inFile('server/src/pages/routes.test.ts'),
  pay: inFile('server/src/payments/pay.test.ts'),
  profile: inFile('server/src/accounts/profile-routes.test.ts'),
  refresh: inFile('server/src/accounts/refresh-session.test.ts'),
  register: inFile('server/src/accounts/register.test.ts'),
  resetPassword: inFile('server/src/accounts/reset-password.test.ts'),
  reviews: inFile('server/src/reviews/routes.test.ts'),
  search: inFile('server/src/catalogue/search-products.test.ts'),
  sendLetter: inFile('server/src/mail/send-letter.test.ts'),
  webhook: inFile('server/src/payments/webhook.test.ts'),
};

/** Parts of the pages, without a browser. */
export const storefront = {
  refresh: inFile('storefront/app/api/refresh-session.test.ts'),
  safePath: inFile('storefront/app/session/safe-path.test.ts'),
  send: inFile('storefront/app/api/send.test.ts'),
  whereTo: inFile('storefront/app/session/redirect-rules.test.ts'),
};

/** What customers do, in a real browser. */
export const journeys = {
  accountAddresses: inFile('journeys/account-addresses.test.ts'),
  accountDetails: inFile('journeys/account-details.test.ts'),
  accountHistory: inFile('journeys/account-history.test.ts'),
  badDays: inFile('journeys/bad-days.test.ts'),
  beRefused: inFile('journeys/be-refused.test.ts'),
  buyABouquet: inFile('journeys/buy-a-bouquet.test.ts'),
  buyAndPay: inFile('journeys/buy-and-pay.test.ts'),
  buyMoreOrLess: inFile('journeys/buy-more-or-less.test.ts'),
  comeBack: inFile('journeys/come-back.test.ts'),
  findABouquet: inFile('journeys/find-a-bouquet.test.ts'),
  knowTheDay: inFile('journeys/know-the-day.test.ts'),
  lettersAndKeys: inFile('journeys/letters-and-keys.test.ts'),
  logIn: inFile('journeys/log-in.test.ts'),
  lookClosely: inFile('journeys/look-closely.test.ts'),
  lookRound: inFile('journeys/look-round.test.ts'),
  manyTabs: inFile('journeys/many-tabs.test.ts'),
  narrowTheList: inFile('journeys/narrow-the-list.test.ts'),
  openAnAccount: inFile('journeys/open-an-account.test.ts'),
  reportDamage: inFile('journeys/report-damage.test.ts'),
  reviewABouquet: inFile('journeys/review-a-bouquet.test.ts'),
  signUpFirst: inFile('journeys/sign-up-first.test.ts'),
  wordsOfAccount: inFile('journeys/word-for-word-account.test.ts'),
  wordsOfAddress: inFile('journeys/word-for-word-address.test.ts'),
  wordsOfCart: inFile('journeys/word-for-word-cart.test.ts'),
  wordsOfPayment: inFile('journeys/word-for-word-payment.test.ts'),
  wordsOfSession: inFile('journeys/word-for-word-session.test.ts'),
  wordsOfWindow: inFile('journeys/word-for-word-window.test.ts'),
};

/** The pretended payment provider. */
export const standIn = {
  browser: inFile('paypal-stand-in/browser/browser.test.ts'),
};
