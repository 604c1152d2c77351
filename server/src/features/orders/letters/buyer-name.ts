import { dropInvisible } from '#contract/invisible.ts';

type Person = { firstName: string; lastName: string };

/**
 * The buyer's name on an order. Names stored by early versions may hold direction marks, which would turn the text
 * beside it.
 */
export const buyerName = ({ firstName, lastName }: Person): string => dropInvisible(`${firstName} ${lastName}`).trim();
