import { Form } from 'react-router';
import type { ListedBouquet } from '#contract/desk-catalogue.ts';
import { Flag } from '../ui/flag.tsx';
import { Back } from '../ui/read-form.tsx';
import type { useSwitches } from './use-switches.ts';

type Props = { bouquet: ListedBouquet; switches: ReturnType<typeof useSwitches>; back: string };

/** On sale or sold out. A bouquet that is hidden has no switch: its own page shows it again. */
export function SaleSwitch({ bouquet, switches, back }: Props) {
  const status = switches.statusOf(bouquet);
  if (status === 'withdrawn') return <Flag look="plain">Hidden</Flag>;
  const next = status === 'on_sale' ? 'sold_out' : 'on_sale';
  return (
    <Form
      method="post"
      action="/desk/catalogue"
      onSubmit={(event) => {
        event.preventDefault();
        void switches.set(bouquet, next);
      }}
    >
      <Back to={back} />
      <input type="hidden" name="do" value="status" />
      <input type="hidden" name="bouquet" value={bouquet.id} />
      <input type="hidden" name="status" value={next} />
      <button
        type="submit"
        className="desk-toggle"
        role="switch"
        aria-checked={status === 'on_sale'}
        aria-label={`${bouquet.name} on sale`}
      >
        <i />
        <span>{status === 'on_sale' ? 'On sale' : 'Sold out'}</span>
      </button>
    </Form>
  );
}
