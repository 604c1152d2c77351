import type { Role } from './roles.ts';

/** What a role lets somebody do, and what it does not, in words: for invitations and for whoever invites. */
export const ROLE_WORDS: Record<Role, { name: string; sum: string; may: string[]; mayNot: string[] }> = {
  florist: {
    name: 'Florist',
    sum: 'Day sheet, tickets, stems, runs, orders, claims. No takings, no prices, small refunds only.',
    may: ['See the day sheet and tie', 'Print, make runs, answer claims'],
    mayNot: ['Prices, takings and large refunds stay with the owner'],
  },
  driver: {
    name: 'Driver',
    sum: 'Their own run of the day, and nothing else.',
    may: ['See the stops of your own run', 'Say how each stop ended, with a photo'],
    mayNot: ['Orders, prices and other runs stay at the shop'],
  },
  owner: {
    name: 'Owner',
    sum: 'Everything, this page as well.',
    may: ['Everything at the desk', 'Invite others and choose what they may do'],
    mayNot: [],
  },
};

/** 'florist and driver'. */
export function describeRoles(roles: readonly Role[]): string {
  const names = roles.map((role) => ROLE_WORDS[role].name.toLowerCase());
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
