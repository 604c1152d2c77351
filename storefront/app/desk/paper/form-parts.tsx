import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import type { Refused } from '../desk-page.ts';
import { wantsPasskey } from '../staff/confirmed-form.tsx';

type Props = { refused: Refused['refused'] | undefined };

/** What a form that was refused says above itself; what belongs to a field is said there. */
export function RefusedWords({ refused, fields = [] }: Props & { fields?: string[] }) {
  const isOver = useOfflineIsOver();
  const words = Object.entries(refused ?? {})
    .filter(([name]) => !fields.includes(name) && name !== 'confirm')
    .flatMap(([, said]) => said)
    .join(' ');
  if (!words || isOver(words)) return null;
  return (
    <p className={`desk-refused${wantsPasskey(refused) ? ' in-dialog' : ''}`} role="alert">
      {words}
    </p>
  );
}

export function FieldRefused({ refused, name, id }: Props & { name: string; id: string }) {
  const words = refused?.[name];
  return (
    <p className="desk-field-error" id={id}>
      {words === undefined ? '' : [words].flat().join(' ')}
    </p>
  );
}

/** Where a form of a page comes back to: its own address with what was chosen in it. */
export const Back = ({ to }: { to: string }) => <input type="hidden" name="back" value={to} />;

/** The address that a form named, if it is one of the desk. */
export function readBack(form: FormData): string | undefined {
  const back = String(form.get('back') ?? '');
  return /^\/desk\/[\w/?&=,.-]*$/.test(back) ? back : undefined;
}

export const readText = (form: FormData, name: string): string => String(form.get(name) ?? '');
