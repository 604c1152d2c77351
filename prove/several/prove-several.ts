import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstAnswer, startChild } from '../../bench/children.ts';
import { buyUnder } from '../buy-under.ts';
import type { Dice } from '../dice.ts';
import { type OpenShop, openFirst, openPlace, PORTS, requireOpen, SHOP } from '../place.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import { toLine } from '../trade-line.ts';

const SECONDS = 60;
const COUNTS = [2, 4];

/** Several shops on one database behind HAProxy, one of them killed at random: nobody should much notice. */
export const several: Proof = {
  name: 'several',
  about: 'two and four shops on one database behind HAProxy, one of them killed every few seconds',
  async prove(wish, say) {
    const lines: Line[] = [];
    for (const count of COUNTS) {
      const what = `${count} shops`;
      if (!hasBalancer()) {
        lines.push({ what, tried: 0, faults: 0, lost: ['HAProxy is not here: install the package haproxy.'] });
        continue;
      }
      const place = await openPlace('given');
      const promised = await openFirst(place);
      const ports = Array.from({ length: count }, (_, number) => PORTS.behind + number);
      const shops = await Promise.all(ports.map((port) => requireOpen(place, { port })));
      await balance(place.dataDir, ports);
      const kill = async (dice: Dice) => {
        const number = dice.between(0, count - 1);
        await (shops[number] as OpenShop).kill();
        shops[number] = await requireOpen(place, { port: ports[number] as number });
        return `shop ${number + 1} of ${count} was killed`;
      };
      const options = { seconds: scaled(wish, SECONDS, 20), seed: `${wish.seed} ${count}` };
      lines.push(toLine(what, await buyUnder(place, kill, options, promised, say)));
      await place.close();
    }
    return { lines };
  },
};

function hasBalancer(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Asks every shop each second whether it is ready; who could not be connected to is asked for elsewhere. */
async function balance(dataDir: string, ports: number[]): Promise<void> {
  const file = join(dataDir, 'haproxy.cfg');
  const servers = ports.map((port, number) => `  server shop${number} 127.0.0.1:${port} check inter 1s fall 1 rise 1`);
  await writeFile(
    file,
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend door
  bind ${new URL(SHOP).host}
  option forwardfor if-none
  default_backend shops
backend shops
  balance roundrobin
  option httpchk GET /ready
${servers.join('\n')}
`,
  );
  const child = startChild('haproxy', ['-db', '-f', file]);
  await firstAnswer(child, `${SHOP}/api/products/`, 20_000);
}
