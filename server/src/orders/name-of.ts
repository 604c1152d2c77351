import { dropInvisible } from '#contract/invisible.ts';

type Person = { firstName: string; lastName: string };

/** How a buyer is called on an order; without marks that turn what stands beside it, whenever the name was kept. */
export const nameOf = ({ firstName, lastName }: Person): string => dropInvisible(`${firstName} ${lastName}`);
