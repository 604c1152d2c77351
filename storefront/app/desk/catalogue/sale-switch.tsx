import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { Flag } from '../ui/flag.tsx';
import type { useSwitches } from './use-switches.ts';

type Props = { bouquet: ListedBouquet; switches: ReturnType<typeof useSwitches> };

/** On sale or sold out. A bouquet that is hidden has no switch: its own page shows it again. */
export function SaleSwitch({ bouquet, switches }: Props) {
  const status = switches.statusOf(bouquet);
  if (status === 'withdrawn') return <Flag look="plain">Hidden</Flag>;
  const next = status === 'on_sale' ? 'sold_out' : 'on_sale';
  return (
    <button
      type="button"
      className="desk-toggle"
      role="switch"
      aria-checked={status === 'on_sale'}
      aria-label={`${bouquet.name} on sale`}
      onClick={() => void switches.set(bouquet, next)}
    >
      <i />
      <span>{status === 'on_sale' ? 'On sale' : 'Sold out'}</span>
    </button>
  );
}
