import { database } from './database/prove-database.ts';
import { lines } from './lines/prove-lines.ts';
import { payments } from './payments/prove-payments.ts';
import type { Proof } from './proof.ts';
import { several } from './several/prove-several.ts';

/** Every proof, added by hand, in the order in which they are tried. */
export const PROOFS: Proof[] = [payments, database, lines, several];
