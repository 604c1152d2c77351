/** A calendar day in London, 'YYYY-MM-DD'; days compare as text. */
export type Day = string;
