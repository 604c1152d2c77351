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

export const SERIF = "Fraunces, 'Iowan Old Style', Georgia, 'Times New Roman', serif";
export const SANS = "Figtree, 'Avenir Next', 'Segoe UI', Helvetica, Arial, sans-serif";
