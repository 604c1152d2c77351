import { CancelOrder } from './cancel-order.tsx';
import { ChangeAddressForm } from './change-address-form.tsx';
import { ChangeDayForm } from './change-day-form.tsx';
import { ChangeNoteForm } from './change-note-form.tsx';
import type { ChangeProps } from './change-props.ts';
import { ChangeWishesForm } from './change-wishes-form.tsx';
import type { Part } from './use-order-changes.ts';

const FORMS = {
  day: ChangeDayForm,
  address: ChangeAddressForm,
  note: ChangeNoteForm,
  wishes: ChangeWishesForm,
  cancel: CancelOrder,
} satisfies Record<Part, (props: ChangeProps) => unknown>;

/** What is shown in the dialog of the order's page, loaded when it is first opened. */
export default function ChangeForms({ part, ...props }: ChangeProps & { part: Part }) {
  const Form = FORMS[part];
  return <Form {...props} />;
}
