import { formatMoment } from '#contract/moments.ts';
import { takeOver } from '#server/platform/installation/standby.ts';
import { type Desk, inTransaction, writeLog } from './desk.ts';

/** Makes a restored copy the shop: it sends letters, runs jobs and accepts payments from now on. */
export async function takeOverAtDesk(desk: Desk): Promise<void> {
  const restored = await inTransaction(desk, 'shop', async (tx) => {
    const restores = await takeOver(tx, desk.clock.now());
    for (const { id, takenAt } of restores)
      await writeLog(desk, tx, 'take over', id, { backup: takenAt.toISOString() });
    return restores;
  });
  const latest = restored.at(-1);
  if (!latest) return desk.print('This is the shop already: there is nothing to take over.');
  desk.print(
    [
      `This is the shop now, as it was on ${formatMoment(latest.takenAt)}. If it is open, it begins within seconds: letters that`,
      'wait leave, payments are taken, and PayPal is asked what became of those that were under way. The shop that it was copied',
      'from must be closed and stay closed.',
      'Nobody works at the desk before it is confirmed: npm run desk -- staff list, then staff invite EMAIL lets an owner in.',
      'Next: npm run desk -- payments reconcile shows what PayPal took since for orders that are lost.',
    ].join('\n'),
  );
}
