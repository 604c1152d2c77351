import { withBalanced } from '../balancer.ts';
import { buyUnder } from '../buy-under.ts';
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
      lines.push(
        await withBalanced(count, what, ({ env, promised, restart }) =>
          buyUnder(
            env,
            what,
            async (random) => {
              const number = random.between(0, count - 1);
              await restart(number, (shop) => shop.kill());
              return `shop ${number + 1} of ${count} was killed`;
            },
            size,
            promised,
            log,
          ),
        ),
      );
    }
    return { lines };
  },
};
