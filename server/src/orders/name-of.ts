type Person = { firstName: string; lastName: string };

/** How a buyer is called on an order. */
export const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;
