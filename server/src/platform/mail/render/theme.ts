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

/** What most of a letter is written in, and its small print. An address of a page is one word, which would be wider than a phone. */
export const TEXT = `font-family:${SANS};font-size:16px;line-height:26px;color:${COLOUR.leaf900};word-break:break-word`;
export const SMALL = `font-family:${SANS};font-size:14px;line-height:22px;color:${COLOUR.inkSoft};word-break:break-word`;
