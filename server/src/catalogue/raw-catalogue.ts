/** Where a row stands in the file, for the message about it. */
export type RowPlace = { at: number; place: string };

/** What a format gives: rows as they stand, and the headings we have no use for. */
export type RawCatalogue = { rows: (RowPlace & { value: unknown; fault?: string })[]; unknown: string[] };
