import { dropUnseen } from '#contract/unseen.ts';

type Person = { firstName: string; lastName: string };

/** How a buyer is called on an order; without marks that turn what stands beside it, whenever the name was kept. */
export const nameOf = ({ firstName, lastName }: Person): string => dropUnseen(`${firstName} ${lastName}`);
