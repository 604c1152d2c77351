import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { DayInput } from '../day-input.tsx';
import { useAnswers } from './answers.tsx';

/** How a field is tied to its label and to the words below it. */
type FieldProps = {
  id: string;
  name: string;
  className: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

type Frame = {
  name: string;
  label: ReactNode;
  /** In small letters beside the label. */
  note?: ReactNode;
  hint?: ReactNode;
  /** The label stands beside the field instead of above it. */
  isRow?: boolean;
  /** The label is heard and not seen. */
  isQuiet?: boolean;
  /** As the shop names it when it refuses, if that is not its name. */
  refusedAs?: string;
  /** Several fields share the words, which stand at `<Wrong id="NAME-wrong">`. */
  isRefusedElsewhere?: boolean;
  className?: string;
};

const split = <T extends Frame>(props: T) => {
  const { name, label, note, hint, isRow, isQuiet, refusedAs, isRefusedElsewhere, className, ...rest } = props;
  const frame = { name, label, note, hint, isRow, isQuiet, refusedAs, isRefusedElsewhere, className } as Frame;
  return { frame, rest };
};

/** A label, what is filled in, a hint, and why it was refused. Every field of the desk is one. */
export function Field({
  name,
  label,
  note,
  hint,
  isRow = false,
  isQuiet = false,
  refusedAs = name,
  isRefusedElsewhere = false,
  className = '',
  children,
}: Frame & {
  children(props: FieldProps): ReactNode;
}) {
  const id = useId();
  const wrong = useAnswers().wrong(refusedAs);
  const wrongId = isRefusedElsewhere ? `${refusedAs}-wrong` : `${id}-wrong`;
  const described = [hint !== undefined && `${id}-hint`, wrong !== undefined && wrongId].filter(Boolean).join(' ');
  const look = isRow
    ? 'grid-cols-[minmax(0,1fr)_154px] items-center gap-x-3.5 gap-y-1 [&>input]:text-right [&>select]:pr-1.5'
    : 'content-start gap-1.5';
  return (
    <div className={`grid min-w-0 ${look} ${className}`}>
      <label htmlFor={id} className={isQuiet ? 'sr-only' : 'font-semibold text-small'}>
        {label}
        {note && <span className="font-normal text-mute"> {note}</span>}
      </label>
      {children({
        id,
        name,
        className: 'desk-input',
        'aria-invalid': wrong === undefined ? undefined : true,
        'aria-describedby': described || undefined,
      })}
      {hint !== undefined && (
        <p className="col-span-full text-small text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {!isRefusedElsewhere && <Wrong name={refusedAs} id={wrongId} />}
    </div>
  );
}

/** Why what stands in a field was refused. A form says above itself only what is not said by one of these. */
export function Wrong({ name, id }: { name: string; id?: string }) {
  const words = useAnswers().wrong(name);
  if (words === undefined) return null;
  return (
    <p className="col-span-full font-semibold text-error text-small" id={id} data-wrong={name}>
      {words}
    </p>
  );
}

type Typed = { value?: string | undefined; ref?: Ref<HTMLInputElement> };

/** One line. `around` puts what belongs to it around the input, as buttons. */
export function TextField({
  value = '',
  around = (input) => input,
  ...props
}: Frame & Typed & { around?(input: ReactNode): ReactNode } & Omit<ComponentProps<'input'>, keyof Frame | 'value'>) {
  const { frame, rest } = split(props);
  return (
    <Field {...frame}>
      {(field) => around(<input autoComplete="off" defaultValue={value} {...field} {...rest} />)}
    </Field>
  );
}

/** A sum in pounds, with or without the sign. */
export const MoneyField = (props: ComponentProps<typeof TextField>) => (
  <TextField inputMode="decimal" placeholder="£0.00" {...props} />
);

/** A day, with what was chosen in words beside it. */
export function DayField({
  value = '',
  ...props
}: Frame & Typed & Omit<ComponentProps<typeof DayInput>, keyof Frame | 'value'>) {
  const { frame, rest } = split(props);
  return <Field {...frame}>{(field) => <DayInput defaultValue={value} {...field} {...rest} />}</Field>;
}

/** Several lines, with how many letters there are of how many where that is asked for. */
export function LongField({
  value = '',
  count,
  ...props
}: Frame & {
  value?: string;
  count?: { length: number; words?: string };
} & Omit<ComponentProps<'textarea'>, keyof Frame | 'value'>) {
  const { frame, rest } = split(props);
  const hint = count ? (
    <span className="flex justify-between gap-3">
      <span>{count.words}</span>
      <span>{`${count.length} / ${rest.maxLength?.toLocaleString('en-GB')}`}</span>
    </span>
  ) : (
    frame.hint
  );
  return (
    <Field {...frame} hint={hint}>
      {(field) => <textarea rows={2} defaultValue={value} {...field} {...rest} />}
    </Field>
  );
}

/** One of a list. */
export function ChoiceField({
  value = '',
  choices,
  ...props
}: Frame & {
  value?: string;
  choices: readonly (string | { value: string; words: ReactNode })[];
} & Omit<ComponentProps<'select'>, keyof Frame | 'value'>) {
  const { frame, rest } = split(props);
  return (
    <Field {...frame}>
      {(field) => (
        <select defaultValue={value} {...field} {...rest}>
          {choices.map((choice) => {
            const one = typeof choice === 'string' ? { value: choice, words: choice } : choice;
            return (
              <option key={one.value} value={one.value}>
                {one.words}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

type Tick = { name: string; isOn?: boolean; children: ReactNode } & Omit<ComponentProps<'input'>, 'children' | 'name'>;

/** On or off. */
export function SwitchField({ name, isOn = false, children, ...rest }: Tick) {
  return (
    <label className="desk-toggle">
      <input type="checkbox" name={name} defaultChecked={isOn} {...rest} />
      <i />
      {children}
    </label>
  );
}

/** Ticked or not. */
export function TickField({ name, isOn = false, children, ...rest }: Tick) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input type="checkbox" className="desk-tick" name={name} defaultChecked={isOn} {...rest} />
      {children}
    </label>
  );
}

type Pick = {
  words: ReactNode;
  more?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  type?: 'radio' | 'checkbox';
} & Omit<ComponentProps<'input'>, 'type'>;

/** One of a few, each on a card of its own with what it means. */
export const PickField = ({ words, more, aside, type = 'radio', className = '', children, ...rest }: Pick) => (
  <label className={`desk-pick ${className}`}>
    <input type={type} className="desk-tick" {...rest} />
    <span className="grid min-w-0">
      <b>{words}</b>
      {more && <span className="text-small text-soft">{more}</span>}
      {children}
    </span>
    {aside}
  </label>
);

/** Hidden beside the fields that are seen. */
export const Hidden = ({ values }: { values: Record<string, string | number | null | undefined> }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value ?? ''} />);
