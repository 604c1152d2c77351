const MOST_WORDS = 3;
const MOST_CHARACTERS = 30;
/** Letters of any script, with what belongs between them. A full stop only where no mail program would see a link. */
const NAME = /^[\p{L}\p{M}](?:[\p{L}\p{M}'’ -]|\.(?=[ ]|$))*$/u;

/**
 * How a letter begins. Anyone can type anything as a name and cause a letter from us: what does not look like a name
 * is left out, so that nobody can send their own words or links through us.
 */
export function greet(firstName: string): string {
  const name = firstName.trim();
  const isName = name.length <= MOST_CHARACTERS && name.split(' ').length <= MOST_WORDS && NAME.test(name);
  return isName ? `Hello ${name},` : 'Hello,';
}
