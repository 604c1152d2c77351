import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { buildImages } from './build-image.ts';
import { composeShops } from './compose-shops.ts';
import { openContainers } from './containers.ts';
import { BUILT, inspectImage } from './inspect-image.ts';
import { ALONE, ENDS, endAlone, REFUSALS, runAlone, tryRefusals } from './run-alone.ts';
import { DOOR, endInTurn, ROLLING, tryDoor } from './run-balanced.ts';
import { runUnit, UNIT } from './run-unit.ts';

const PACKAGES = ['debootstrap', 'buildah', 'podman', 'podman-compose', 'runc', 'openssl'];
const ENDINGS = 3;
/** Each shop once, as a new release does. */
const ROUNDS = 2;

/** Builds the image and runs it as the guides for operators say: alone, by compose.yaml, and without it, by systemd. */
export const image: Proof = {
  name: 'image',
  about:
    'builds the image from a bare Debian; runs it read-only, by compose.yaml behind TLS, and the unit under systemd',
  ownDatabase: true,
  async prove(options, log) {
    const missing = PACKAGES.map((name) => describeMissing(name)).find((words) => words);
    if (missing) return { lines: [{ what: 'image', tried: 0, faults: 0, lost: [missing] }] };
    const lines: Line[] = [];
    const containers = await openContainers();
    const note = (line: Line) => {
      lines.push(line);
      log(`${line.what}: ${line.lost.length} lost, ${line.figures ?? ''}`);
    };
    await buildImages(containers, log);
    const tryCompose = async () => {
      const shops = await composeShops(containers);
      log('the shops of compose.yaml are open');
      if (isWanted(options, REFUSALS)) note(await tryRefusals(containers, shops));
      if ([ALONE, ENDS].some((what) => isWanted(options, what))) {
        note(await runAlone(containers, shops));
        note(await endAlone(containers, scaled(options, ENDINGS)));
      }
      if (isWanted(options, ROLLING)) note(await endInTurn(containers, shops, ROUNDS, log));
      if (isWanted(options, DOOR)) note(await tryDoor(containers, shops));
    };
    // What waits for npm and systemd does not keep the other from waiting for PostgreSQL.
    await Promise.all([
      isWanted(options, BUILT) && inspectImage(containers).then(note),
      [ALONE, REFUSALS, ENDS, ROLLING, DOOR].some((what) => isWanted(options, what)) && tryCompose(),
      isWanted(options, UNIT) && runUnit(containers, log).then(note),
    ]);
    const order = [BUILT, REFUSALS, ALONE, ENDS, ROLLING, DOOR, UNIT];
    return { lines: lines.toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what)) };
  },
};
