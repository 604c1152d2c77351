/** Limits that forms and schemas share; kept apart from the schemas so that a form need not load them. */
export const MAX_SEARCH_LENGTH = 100;

/** How many bouquets the list page shows before it is asked for more. */
export const LIST_PAGE = 24;
