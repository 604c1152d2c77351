import type { KeptPress } from './kept-presses.ts';

/** Says that the page may be out of date. What stands there is what was last known. `kept`: presses that wait to be sent. */
export function LineBroken({ isBroken, kept = 0 }: { isBroken: boolean; kept?: number }) {
  const waiting = kept === 1 ? '1 press is kept on this device' : `${kept} presses are kept on this device`;
  return (
    <p
      className="sticky z-12 top-0 -mt-2 mb-3.5 mx-0 py-2.5 px-3.5 rounded-square bg-tint text-marigold-ink font-semibold [&[hidden]]:hidden"
      role="status"
      hidden={!isBroken && kept === 0}
    >
      {isBroken && 'No connection to the shop. This is what we knew last; we ask again by ourselves. '}
      {kept > 0 && `${waiting} and sent when the shop answers.`}
    </p>
  );
}

type StuckGiven = { stuck: KeptPress[]; onTryAgain: (press: KeptPress) => void; onDrop: (orders: number[]) => void };

/** Presses that the shop failed on too often, each by the numbers of its orders. They stay until somebody decides. */
export function StuckPresses({ stuck, onTryAgain, onDrop }: StuckGiven) {
  return stuck.map((press) => {
    const { orders, at, failed } = press;
    const name = `${orders.length === 1 ? 'order' : 'orders'} ${orders.join(', ')}`;
    return (
      <div key={`${at} ${name}`} className="desk-refused flex flex-wrap items-center gap-y-2 gap-x-3" role="alert">
        <p className="flex-[1_1_240px]">
          Tied, {name}: the shop failed on it {failed?.times} times. It stays on this device.
        </p>
        <button type="button" className="desk-button line" onClick={() => onTryAgain(press)}>
          Try again<span className="sr-only">, {name}</span>
        </button>
        <button type="button" className="desk-button plain" onClick={() => onDrop(orders)}>
          Drop it<span className="sr-only">, {name}</span>
        </button>
      </div>
    );
  });
}
