/** After `npm run migration`: the next migration is compared with the newest snapshot alone, so the others go. */
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../server/src/platform/database/migrations/meta/', import.meta.url);
const snapshots = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(new URL(name, folder));
