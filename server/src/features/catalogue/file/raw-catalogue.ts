/** Where a row stands in the file: for sorting, and in words such as `line 5`. */
export type RowLocation = { position: number; location: string };

/** What the parser of a format returns: unchecked rows, and the unknown headings. */
export type RawCatalogue = { rows: (RowLocation & { value: unknown; fault?: string })[]; unknown: string[] };
