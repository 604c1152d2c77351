import type { Ticket } from '#contract/desk.ts';

export type TicketData = {
  ticket: Ticket;
  /** The line in the address. */
  line: number | undefined;
  /** Opened with the arrows: after `Tied` comes the next one, not the sheet. */
  isInTurn: boolean;
};

export type TicketLine = Ticket['lines'][number];

/** The line on the bench: the one in the address, else the first that is not tied. */
export const lineOnBench = ({ lines }: Ticket, wanted: number | undefined): TicketLine | undefined =>
  lines.find(({ id }) => id === wanted) ?? lines.find(({ tied, quantity }) => tied < quantity) ?? lines[0];

/** Where one goes when a ticket is tied. */
export const nextAddress = ({ id, leaves_on, after }: Ticket, isInTurn: boolean): string =>
  isInTurn && after !== null
    ? `/desk/ticket/${after}?next=1`
    : `/desk?${new URLSearchParams({ day: leaves_on, tied: String(id) })}`;

type Recipe = {
  flower: string;
  count: number;
  swapped: { count: number; instead: string; insteadCount: number; state: string }[];
};

/** The recipe of one bouquet, with what goes in instead beside the flower it replaces. */
export const recipeOf = ({ id, recipe }: TicketLine, { swaps }: Ticket): Recipe[] =>
  recipe.map(({ flower, count }) => ({
    flower,
    count,
    swapped: swaps
      .filter((swap) => swap.item === id && swap.flower === flower)
      .map((swap) => ({
        count: swap.count,
        instead: swap.instead,
        insteadCount: swap.instead_count,
        state: swap.state,
      })),
  }));
