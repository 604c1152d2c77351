import { attack } from './attack/prove-attack.ts';
import { browser } from './browser/prove-browser.ts';
import { cdn } from './cdn/prove-cdn.ts';
import { clock } from './clock/prove-clock.ts';
import { codes } from './codes/prove-codes.ts';
import { crowd } from './crowd/prove-crowd.ts';
import { database } from './database/prove-database.ts';
import { days } from './days/prove-days.ts';
import { desk } from './desk/prove-desk.ts';
import { disk } from './disk/prove-disk.ts';
import { engines } from './engines/prove-engines.ts';
import { failover } from './failover/prove-failover.ts';
import { image } from './image/prove-image.ts';
import { input } from './input/prove-input.ts';
import { lines } from './lines/prove-lines.ts';
import { mail } from './mail/prove-mail.ts';
import { migration } from './migration/prove-migration.ts';
import { payments } from './payments/prove-payments.ts';
import { pgbouncer } from './pgbouncer/prove-pgbouncer.ts';
import type { Proof } from './proof.ts';
import { recovery } from './recovery/prove-recovery.ts';
import { sequences } from './sequences/prove-sequences.ts';
import { several } from './several/prove-several.ts';
import { sigterm } from './sigterm/prove-sigterm.ts';
import { sizes } from './sizes/prove-sizes.ts';
import { slow } from './slow/prove-slow.ts';
import { upgrade } from './upgrade/prove-upgrade.ts';
import { watch } from './watch/prove-watch.ts';
import { webhooks } from './webhooks/prove-webhooks.ts';

/** Every proof, added by hand, in the order in which they are tried. */
export const PROOFS: Proof[] = [
  payments,
  days,
  codes,
  database,
  lines,
  several,
  sigterm,
  failover,
  pgbouncer,
  upgrade,
  mail,
  migration,
  recovery,
  crowd,
  webhooks,
  desk,
  disk,
  browser,
  engines,
  image,
  watch,
  cdn,
  sizes,
  slow,
  clock,
  input,
  sequences,
  attack,
];
