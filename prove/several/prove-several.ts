import { balance, hasBalancer, NO_BALANCER } from '../balancer.ts';
import { buyUnder } from '../buy-under.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import type { Random } from '../random.ts';
import { type OpenShop, openFirst, openTestEnvironment, PORTS, requireOpen } from '../test-environment.ts';
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
        lines.push({ what, tried: 0, faults: 0, lost: [NO_BALANCER] });
        continue;
      }
      const place = await openTestEnvironment('given');
      const promised = await openFirst(place);
      const ports = Array.from({ length: count }, (_, number) => PORTS.behind + number);
      const shops = await Promise.all(ports.map((port) => requireOpen(place, { port })));
      await balance(place, ports);
      const kill = async (dice: Random) => {
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
