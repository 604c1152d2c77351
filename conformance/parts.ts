import type { Part } from './demand.ts';
import { whatItIs } from './demands/1-what-it-is.ts';
import { screens } from './demands/2-screens.ts';
import { entities } from './demands/3-entities.ts';
import { states } from './demands/4-states.ts';
import { validation } from './demands/5-validation.ts';
import { permissions } from './demands/6-permissions.ts';
import { calls } from './demands/7-calls.ts';
import { errors } from './demands/8-errors.ts';
import { constants } from './demands/9-constants.ts';
import { faultsMended } from './demands/faults-mended.ts';
import { gapsFilled } from './demands/gaps-filled.ts';

/** Everything that was asked for: the nine sections of the specification, and the two tables of decisions on it. */
export const PARTS: readonly Part[] = [
  whatItIs,
  screens,
  entities,
  states,
  validation,
  permissions,
  calls,
  errors,
  constants,
  faultsMended,
  gapsFilled,
];
