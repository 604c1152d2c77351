/** The tokens of the shop's look that letters and the page of the outbox need: neither can load the storefront's. */
export const COLOUR = {
  paper: '#f4efe5',
  lift: '#fdfbf6',
  leaf900: '#17301f',
  leaf700: '#1e4a30',
  inkSoft: '#4b5b4e',
  onLeafSoft: '#c9d6c5',
  marigold: '#f2a51f',
  line: '#dcd3c2',
} as const;

/** Light in dark mode as well. */
export const GIFT_CARD = { paper: '#fffdf8', ink: COLOUR.leaf900 } as const;

export const SERIF = "Fraunces, 'Iowan Old Style', Georgia, 'Times New Roman', serif";
export const SANS = "Figtree, 'Avenir Next', 'Segoe UI', Helvetica, Arial, sans-serif";

/** What most of a letter is written in, and its small print. */
export const TEXT = {
  margin: '0 0 16px',
  fontFamily: SANS,
  fontSize: '16px',
  lineHeight: '26px',
  color: COLOUR.leaf900,
  // An address of a page is one word to a table, which would grow wider than a phone.
  wordBreak: 'break-word',
} as const;
export const SMALL = { ...TEXT, fontSize: '14px', lineHeight: '22px', color: COLOUR.inkSoft };
