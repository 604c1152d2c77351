import type { Ties } from './tying/use-ties.ts';

type Props = { isBroken: boolean } & Partial<Pick<Ties, 'waiting' | 'ofOthers'>>;

/** Says that the page may be out of date. What stands there is what was last known. `waiting`: presses that wait to be sent. */
export function LineBroken({ isBroken, waiting = 0, ofOthers = [] }: Props) {
  return (
    <p
      className="sticky z-12 top-0 -mt-2 mb-3.5 mx-0 py-2.5 px-3.5 rounded-square bg-tint text-marigold-ink font-semibold [&[hidden]]:hidden"
      role="status"
      hidden={!isBroken && waiting === 0 && ofOthers.length === 0}
    >
      {isBroken && 'No connection to the shop. This is what we knew last; we ask again by ourselves. '}
      {waiting > 0 && `${keptWords(waiting)} and sent when the shop answers. `}
      {ofOthers.map(
        ([name, { length }]) => `${keptWords(length, ` by ${name}`)} and sent when ${name} signs in here. `,
      )}
    </p>
  );
}

const keptWords = (count: number, by = '') =>
  `${count === 1 ? `1 press${by} is` : `${count} presses${by} are`} kept on this device`;

/** Presses that the shop failed on too often, each by the number of its order. They stay until somebody decides. */
export function StuckPresses({ stuck, tryAgain, forget }: Pick<Ties, 'stuck' | 'tryAgain' | 'forget'>) {
  return stuck.map((press) => (
    <div key={press.seq} className="desk-refused flex flex-wrap items-center gap-y-2 gap-x-3" role="alert">
      <p className="flex-[1_1_240px]">
        Tied, order {press.order}: the shop failed on it {press.failed?.times} times. It stays on this device.
      </p>
      <button type="button" className="desk-button line" onClick={() => void tryAgain(press).catch(() => {})}>
        Try again<span className="sr-only">, order {press.order}</span>
      </button>
      <button type="button" className="desk-button plain" onClick={() => void forget(press.seq).catch(() => {})}>
        Drop it<span className="sr-only">, order {press.order}</span>
      </button>
    </div>
  ));
}
