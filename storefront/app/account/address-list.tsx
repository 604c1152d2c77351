import { useEffect, useRef, useState } from 'react';
import type { Address, SavedAddress } from '#contract/addresses.ts';
import { failureWords } from '../api/failure-words.ts';
import { AddressEditor } from '../checkout/address/address-editor.tsx';
import { sayIfForgotten } from '../checkout/payment/say-if-forgotten.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { Icon } from '../ui/icon.tsx';
import { AddressCard, joinAddress } from './address-card.tsx';
import type { AddressBook } from './use-address-list.ts';

type Props = { addresses: AddressBook };

/** Addresses that could not be deleted, or added again, shown on every tab of the account. */
export function AddressFailures({ addresses }: Props) {
  return addresses.failures.map(({ id, words, retry }) => (
    <FailureLine key={id} onRetry={retry}>
      {words}
    </FailureLine>
  ));
}

/** The customer's addresses. Choosing one only highlights it; nothing is sent. */
export function AddressList({ addresses }: Props) {
  const { shown, error, data } = addresses;
  const list = useRef<HTMLDivElement>(null);
  const chosen = shown.find(({ id }) => id === addresses.chosen);
  const [editing, setEditing] = useState<number>();
  const edited = useRef<number>(undefined);
  useEffect(() => {
    // The focus returns to the button that opened the form.
    if (editing === undefined) focusEdit(list.current, edited.current);
    edited.current = editing;
  }, [editing]);

  /** Focuses the next card, or the list if there is none. */
  const focusNear = (place: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('.address-delete') ?? [];
    (buttons[Math.min(place, buttons.length - 1)] ?? list.current)?.focus();
  };

  const remove = (address: SavedAddress, byKeyboard: boolean) => {
    const place = shown.indexOf(address);
    requestAnimationFrame(() => focusNear(place));
    addresses.delete(address, {
      takesFocus: () => byKeyboard && (isNowhere() || document.activeElement?.matches('.address-delete') === true),
      // Only a keyboard press had moved the focus to the offer, so only that returns it. What is added again is the last.
      onEnd: (isUndone) =>
        byKeyboard &&
        requestAnimationFrame(() => isNowhere() && focusNear(isUndone ? Number.POSITIVE_INFINITY : place)),
    });
  };

  const forget = async (address: SavedAddress) => {
    if (!(await addresses.forget(address))) return;
    // The button that was pressed is going, or gone.
    if (isNowhere() || document.activeElement?.matches('[data-forget]')) focusEdit(list.current, address.id);
  };

  return (
    <>
      {error && (
        <FailureLine onRetry={() => addresses.refetch()}>
          Your addresses could not be loaded. {failureWords(error)}
        </FailureLine>
      )}
      <div ref={list} tabIndex={-1} className="grid gap-3.5 outline-none">
        {data && shown.length === 0 && (
          <section className="paper-card">
            <h2 className="text-h3">No addresses yet.</h2>
            <p className="mt-2 text-small text-soft">Those you send flowers to will be kept here.</p>
          </section>
        )}
        {shown.length > 0 && (
          <ul aria-label="Your addresses" className="grid gap-3.5">
            {shown.map((address) =>
              address.id === editing ? (
                <li key={address.id}>
                  <AddressEditor
                    level="h2"
                    address={address}
                    onSaved={(saved) => {
                      addresses.replace(saved);
                      sayIfForgotten(address.driver_note, saved);
                      setEditing(undefined);
                    }}
                    onCancel={() => setEditing(undefined)}
                  />
                </li>
              ) : (
                <AddressCard
                  key={address.id}
                  address={address}
                  isChosen={address === chosen}
                  onChoose={() => addresses.choose(address.id)}
                  onEdit={() => setEditing(address.id)}
                  onDelete={(byKeyboard) => remove(address, byKeyboard)}
                  onForget={() => forget(address)}
                />
              ),
            )}
          </ul>
        )}
      </div>
      {/* Always rendered: screen readers announce changes of an existing live region. */}
      <div role="status">{chosen && <SelectedNote address={chosen} />}</div>
      {data && <AddAddress onAdded={addresses.add} />}
    </>
  );
}

const focusEdit = (list: HTMLElement | null, id: number | undefined) =>
  list?.querySelector<HTMLElement>(`[data-edit-address="${id}"]`)?.focus();

/** Whether the focus is lost: a toast that closes takes it with it. */
const isNowhere = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.closest('.Toastify'));

function SelectedNote({ address }: { address: Address }) {
  return (
    <p className="selected-note">
      <Icon name="check" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="block font-semibold">Selected address</b>
        {joinAddress(address)}
      </span>
    </p>
  );
}

function AddAddress({ onAdded }: { onAdded: (address: SavedAddress) => void }) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const close = () => {
    wasOpen.current = true;
    setOpen(false);
  };
  /** Returns the focus to the button that opened the form, once it is rendered again: that may take some frames. */
  const focusAgain = (button: HTMLButtonElement | null) => {
    if (button && wasOpen.current) button.focus();
    wasOpen.current = false;
  };
  if (!isOpen) {
    return (
      <div>
        <button
          ref={focusAgain}
          type="button"
          className="button outlined max-tablet:w-full"
          onClick={() => setOpen(true)}
        >
          Add address
        </button>
      </div>
    );
  }
  return (
    <AddressEditor
      level="h2"
      onSaved={(address) => {
        onAdded(address);
        close();
      }}
      onCancel={close}
    />
  );
}
