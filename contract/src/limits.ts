/** Limits that forms and schemas share; in a file of their own so that a form need not load the schemas. */
export const MAX_SEARCH_LENGTH = 100;

/** How many bouquets the list page shows before more are loaded. */
export const LIST_PAGE = 24;
/** The most that a list of bouquets may be asked for at once, unless it is asked for whole. */
export const MAX_LIST_LIMIT = 100;

/** How long the link in the letter for a new password works. */
export const RESET_LINK_MS = 3 * 60 * 60 * 1000;
/** How long a mailed code works, and how often it may be mistyped. */
export const LOGIN_CODE_MINUTES = 10;
export const LOGIN_CODE_TRIES = 5;
export const LOGIN_CODE_LENGTH = 6;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_USERNAME_LENGTH = 60;
export const MAX_NAME_LENGTH = 80;
/** The longest that mail servers accept. */
export const MAX_EMAIL_LENGTH = 254;

export const MAX_UNITS_PER_LINE = 20;
/** How many different bouquets one order may have. */
export const MAX_LINES_PER_ORDER = 50;
/** How many extras may go with one bouquet. */
export const MAX_EXTRAS = 20;
export const MAX_ADDRESSES = 50;
/** How many bouquets a wish list has room for, in the browser of a guest as with an account. */
export const MAX_WISH_LIST = 100;
export const MAX_GIFT_NOTE_LENGTH = 300;
/** The buyer's words for the driver. */
export const MAX_DRIVER_NOTE_LENGTH = 200;
export const MAX_CODE_LENGTH = 30;
export const MAX_POSTAL_CODE_LENGTH = 20;
export const MAX_CITY_LENGTH = 100;
export const MAX_ADDRESS_LINE_LENGTH = 200;
export const MAX_PHONE_LENGTH = 30;
/** A first and a last name. */
export const MAX_RECIPIENT_LENGTH = 2 * MAX_NAME_LENGTH;

/** Whose date is remembered. */
export const MAX_WHO_LENGTH = 60;
export const MAX_REMINDERS = 30;

export const MAX_REVIEW_LENGTH = 1_000;
export const MAX_CLAIM_LENGTH = 300;
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
export const MAX_PHOTO_PIXELS = 40_000_000;
/** Decoders hold whole rows in memory: few very long rows would take as much as a large picture. */
export const MAX_PHOTO_SIDE = 12_000;

/** What one person, and one payer, may cancel without a florist looking first: so many in so many days, and so many pounds together. */
export const OWN_CANCELS = { count: 2, days: 30, pounds: 500 } as const;
