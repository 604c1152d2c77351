import { withBalanced } from '../balancer.ts';
import { buyUnder, type Harm } from '../buy-under.ts';
import { type Line, type Proof, scaled } from '../proof.ts';

const SECONDS = 60;
const COUNTS = [2, 4];

/** Several shops on one database behind HAProxy, one of them killed at random: customers should hardly notice. */
export const several: Proof = {
  name: 'several',
  about: 'two and four shops on one database behind HAProxy, one of them killed every few seconds',
  async prove(options, log) {
    const lines: Line[] = [];
    for (const count of COUNTS) {
      const what = `${count} shops`;
      const size = { seconds: scaled(options, SECONDS, 20), seed: `${options.seed} ${count}` };
      const line = await withBalanced(count, what, ({ env, restart }) => {
        const killOne: Harm = async (random) => {
          const number = random.between(0, count - 1);
          await restart(number, (shop) => shop.kill());
          return `shop ${number + 1} of ${count} was killed`;
        };
        return buyUnder(env, what, killOne, size, log);
      });
      lines.push(line);
    }
    return { lines };
  },
};
