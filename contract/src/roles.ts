/** What a member of staff may be; roles combine. */
export const ROLES = ['owner', 'florist', 'driver'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may what at the desk. The routes ask this table and no other, and a test tries every call of the desk with every role.
 * A driver's rights of a stop end with the driver's own run: the routes of runs see to that.
 */
export const RIGHTS = {
  /** Today, tickets, stems, print, mark tied. */
  tie: ['owner', 'florist'],
  /** Make runs and give them to drivers. */
  'plan runs': ['owner', 'florist'],
  /** Mark out, delivered, not delivered; photos. A driver: of the own run. */
  deliver: ['owner', 'florist', 'driver'],
  /** Find, read and change orders, internal notes, letters again. */
  'see orders': ['owner', 'florist'],
  'answer claims': ['owner', 'florist'],
  'answer reviews': ['owner', 'florist'],
  /** A florist up to a sum for each order, which the owner sets. */
  refund: ['owner', 'florist'],
  'set sold out': ['owner', 'florist'],
  'see customers': ['owner', 'florist'],
  'edit catalogue': ['owner'],
  'edit calendar': ['owner'],
  'edit settings': ['owner'],
  'edit codes': ['owner'],
  'see takings': ['owner'],
  'edit customers': ['owner'],
  'edit staff': ['owner'],
  'see history': ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

export const may = (roles: readonly Role[], right: Right): boolean =>
  roles.some((role) => (RIGHTS[right] as readonly Role[]).includes(role));
