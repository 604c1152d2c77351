/**
 * Few files instead of many small ones: each costs a round trip. By name, the modules that share a file. What a module imports comes
 * with it, unless it stands in a file above. So what a public page needs, or the desk, must not stand with what it does not.
 */
const MODULES = {
  /** It rarely changes. */
  framework: ['node_modules/(react|react-dom|react-router|scheduler)/'],
  /** What every page of the shop has. */
  shell: [
    'storefront/app/(shell/(?!ask-to-confirm|found-bouquets|search-suggestions)|ui/(icon|picture|price|sheet|toast/toast|toast/toast-words|postmark|announce|loading/hydrate-later|use-is-offline)\\.|router-patches/|page-meta)',
    'storefront/app/api/(client|failure-words|field-errors|show-failure)',
    'storefront/app/(cart/(lines/resend-changes|show-added)|catalogue/product/added-here|session/pending-product)',
    'contract/src/(line-words|order-totals)',
  ],
  /** Lists of bouquets. */
  cards: [
    'storefront/app/catalogue/(product-card|product/(add-to-cart|choice)|card-sizes|recently-seen/recently-seen)\\.',
    'storefront/app/wish-list/(press-)?heart',
  ],
  /** Small things of many pages. */
  parts: [
    'storefront/app/ui/(bottom-bar|dialog|failure-line|form/form-message|loading/(lazy-part|loading|observe-visibility|retry-button))\\.',
    'storefront/app/ui/use-focus-when-shown\\.',
    'storefront/app/session/(loading-page|needs-scripts|show-toast-at)\\.',
    'storefront/app/api/poll-delay\\.',
  ],
  schemas: [
    'node_modules/zod/',
    'contract/src/(email-address|ids|invisible|normalise|pictures|products|sizes|text)\\.',
  ],
  forms: [
    'contract/src/accounts\\.',
    'storefront/app/ui/form/(email-field|field|password-field|code-field|submit-button|text-box)\\.',
    'storefront/app/session/use-form\\.',
    'storefront/app/api/require-valid\\.',
  ],
  'order-schemas': [
    'contract/src/(addresses|capitalise|cart|day-input|discount|moments|orders|own-orders|payments|phone|postcode|wishes|wish-words)\\.',
  ],
  'site-pictures': ['catalogue/made/site\\.json'],
  'signing-in': [
    'storefront/app/session/(sign-in|log-in/(device-mark|code-request)|pending-bouquet|password/return-after-reset)\\.',
  ],
  /** What cart, account and order share. */
  private: [
    'node_modules/@tanstack/',
    'contract/src/(page-frames|sum-rows)\\.',
    'storefront/app/api/private-data\\.',
    'storefront/app/account/load-user\\.',
    'storefront/app/ui/toast/show-undo\\.',
    'storefront/app/cart/(cart-query|choice-words|note/note-card|steps/(page-frame|step-heading|steps)|totals|lines/unit-price)\\.',
    'storefront/app/checkout/(address/(address-(editor|form|picker)|use-addresses)|name-field|save-name|payment/say-if-forgotten)\\.',
    'storefront/app/checkout/payment/(fetch-payment|poll-payment|started-payment|use-awaited-payment|waiting-for-payment)\\.',
    'storefront/app/orders/(arrangement-rows|buy-again|fetch-order|order-frame|order-state|restore-scroll)\\.',
    'storefront/app/orders/(change/use-order-changes|use-order-history)\\.',
  ],
};

export const CHUNKS = Object.entries(MODULES).map(([name, modules]) => ({ name, test: new RegExp(modules.join('|')) }));
