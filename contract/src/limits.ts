/** Limits that forms and schemas share; kept apart from the schemas so that a form need not load them. */
export const MAX_SEARCH_LENGTH = 100;

/** How many bouquets the list page shows before it is asked for more. */
export const LIST_PAGE = 24;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_USERNAME_LENGTH = 60;
export const MAX_NAME_LENGTH = 80;
/** What a mail server takes at most. */
export const MAX_EMAIL_LENGTH = 254;
