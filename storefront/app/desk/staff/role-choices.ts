import { capitalise } from '#contract/capitalise.ts';
import { describeRoles } from '#contract/role-words.ts';
import type { Role } from '#contract/roles.ts';

/** Roles combine: every choice there is, the plain ones first. */
const CHOICES: Role[][] = [
  ['florist'],
  ['driver'],
  ['owner'],
  ['florist', 'driver'],
  ['owner', 'florist'],
  ['owner', 'driver'],
  ['owner', 'florist', 'driver'],
];

const toValue = (roles: readonly Role[]): string => roles.toSorted().join(',');

export const ROLE_CHOICES = CHOICES.map((roles) => ({
  value: toValue(roles),
  label: capitalise(describeRoles(roles)),
}));

/** The choice that stands for these roles, in whichever order they are. */
export const choiceOf = toValue;

/** 'Florist and driver'. */
export function labelOf(roles: readonly Role[]): string {
  return capitalise(describeRoles(roles));
}
