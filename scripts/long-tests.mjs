import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-step.mjs';

/**
 * Each takes many seconds: they start programs and databases of their own, decode large photos, fill large tables or
 * wait for time limits. What they show seldom changes.
 */
const LONG_TESTS = [
  'paypal-stand-in/crash.test.ts',
  ...[
    'command-line/catalogue-command',
    'desk/catalogue-photos',
    'features/catalogue/large-shop',
    'features/catalogue/lists/list-products',
    'features/catalogue/search/search-in-database',
    'features/claims/photos/colleagues-first',
    'features/claims/photos/decode-in-child',
    'features/claims/photos/hostile-photos',
    'features/claims/photos/protect-uploads',
    'features/payments/webhooks/webhook-certificates',
    'open-shop',
    'platform/backup/backup',
    'platform/backup/restored-copy',
    'platform/database/embedded/embedded-postgres',
    'platform/database/migrate/require-version',
    'platform/database/pool/fair-share',
    'platform/database/pool/find-outage',
    'platform/database/pool/shop-pool',
    'platform/database/watch-changes',
    'platform/http/limits/drop-slow-readers',
    'platform/jobs/start-jobs',
    'platform/mail/send/send-letter',
    'whole-shop/read-only-database',
  ].map((name) => `server/src/${name}.test.ts`),
];

/** One in so many of them is run with a seed. */
const PARTS = 3;

/**
 * Those that a run with this seed leaves to others; without a seed none.
 * @param {string | undefined} seed
 */
export const listLeftOut = (seed) =>
  seed
    ? LONG_TESTS.filter((file) => createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE() % PARTS > 0)
    : [];

/** All that a run with a seed does a part of: those, and the files that draw what they try. */
export const listSampled = () => {
  const gone = LONG_TESTS.find((file) => !existsSync(join(root, file)));
  if (gone) throw new Error(`There is no ${gone}, which scripts/long-tests.mjs names.`);
  const drawing = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `server/src/${file.replaceAll('\\', '/')}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from '#server/testing/sample.ts'"));
  return [...new Set([...LONG_TESTS, ...drawing])];
};
