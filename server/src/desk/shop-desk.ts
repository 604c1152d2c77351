import { takeOver } from '../installation/standby.ts';
import { atOnce, type Desk, writeLog } from './desk.ts';
import { formatMoment } from './printable.ts';

/** Makes a restored copy the shop: letters leave, jobs are done, payments are taken. */
export async function takeOverAtDesk(desk: Desk): Promise<void> {
  const restored = await atOnce(desk, 'shop', async (tx) => {
    const taken = await takeOver(tx, desk.clock.now());
    for (const { id, takenAt } of taken) await writeLog(desk, tx, 'take over', id, { backup: takenAt.toISOString() });
    return taken;
  });
  const latest = restored.at(-1);
  if (!latest) return desk.say('This is the shop already: there is nothing to take over.');
  desk.say(
    [
      `This is the shop now, as it was on ${formatMoment(latest.takenAt)}. If it is open, it begins within seconds: letters that`,
      'wait leave, payments are taken, and PayPal is asked what became of those that were under way. The shop that it was copied',
      'from must be closed and stay closed.',
      'Next: npm run desk -- payments reconcile shows what PayPal took since for orders that are lost.',
    ].join('\n'),
  );
}
