import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Me } from '#contract/staff.ts';
import { type FoundItem, useFoundItems } from './find-items.ts';
import { FindIcon } from './icons.tsx';
import { StageShape } from './stage-shape.tsx';
import { useKeys } from './use-keys.ts';

/** These have a field of their own for the slash. */
const HAS_OWN_FIELD = new Set(['/desk', '/desk/orders']);

/** Goes anywhere: a page by its name; an order, a customer or a bouquet by any part of it. Without scripts it leads to the orders. */
export function FindButton({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  useKeys({ '/': () => (HAS_OWN_FIELD.has(pathname) ? false : setOpen(true)) });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <a
        className="inline-flex items-center gap-2.5 min-w-11 min-h-11 ml-auto py-0 px-3.5 border border-on-leaf-soft rounded-round text-on-leaf no-underline"
        href="/desk/orders"
        aria-label="Find or go to"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <FindIcon />
        <span className="max-[1100px]:hidden">Find</span>
        <kbd className="hidden min-[1100px]:[@media(hover:hover)]:inline-block">/</kbd>
      </a>
      {isOpen && <FindDialog me={me} onClose={() => setOpen(false)} />}
    </>
  );
}

function FindDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const items = useFoundItems(me, typed.trim());
  const chosen = Math.min(at, items.length - 1);
  useEffect(() => dialog.current?.showModal(), []);

  const go = (item: FoundItem | undefined) => {
    if (!item) return;
    onClose();
    void navigate(item.to);
  };
  const press = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && items.length > 0) {
      event.preventDefault();
      setAt((chosen + by + items.length) % items.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      go(items[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="desk-dialog [&_:focus-visible]:outline-leaf-700 [align-self:start] max-h-[calc(100dvh_-_110px)] mt-18 p-3.5 text-leaf-900"
      aria-label="Find or go to"
      onClose={onClose}
    >
      <input
        className="desk-input"
        type="text"
        role="combobox"
        aria-label="Find or go to"
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-activedescendant={items[chosen] && `${list}-${items[chosen].key}`}
        placeholder="Order, name, postcode, bouquet or page"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Where to go">
        {items.map((item, place) => (
          <div key={item.key}>
            {items[place - 1]?.group !== item.group && (
              <p className="px-3 pt-3.5 pb-1 text-soft text-micro font-semibold" aria-hidden="true">
                {item.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys */}
            <div
              id={`${list}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              className="group flex flex-wrap items-center gap-x-2.5 gap-y-0 min-h-12 py-1 px-3 rounded-soft cursor-pointer hover:bg-sage aria-selected:bg-sage"
              onClick={() => go(item)}
            >
              <Found item={item} sought={typed.trim()} />
            </div>
          </div>
        ))}
      </div>
      <button type="button" className="desk-button line mt-2.5" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}

function Found({ item, sought }: { item: FoundItem; sought: string }) {
  const { words, more, picture, initials, stage, letter } = item;
  return (
    <>
      {picture && (
        <img
          className="flex-none w-9.5 h-11.5 rounded-square bg-sage object-cover group-hover:bg-lift group-aria-selected:bg-lift"
          src={picture}
          alt=""
          width={38}
          height={46}
        />
      )}
      {initials && (
        <span
          className="size-9.5 grid flex-none place-items-center rounded-full bg-sage text-micro/[1] font-bold object-cover group-hover:bg-lift group-aria-selected:bg-lift"
          aria-hidden="true"
        >
          {initials}
        </span>
      )}
      <span className="grid flex-1 min-w-0" dir="auto">
        <span>
          <Marked text={words} sought={sought} />
        </span>
        {more && (
          <span className="text-soft text-small">
            <Marked text={more} sought={sought} />
          </span>
        )}
      </span>
      {stage && (
        <span className="inline-flex gap-2 ml-auto">
          <StageShape of={stage.shape} />
          {stage.words}
        </span>
      )}
      {letter && (
        <span className="inline-flex gap-2 ml-auto" aria-hidden="true">
          <kbd>G</kbd>
          <kbd>{letter.toUpperCase()}</kbd>
        </span>
      )}
    </>
  );
}

/** What was typed, where it stands in the words. */
function Marked({ text, sought }: { text: string; sought: string }) {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase());
  if (at < 0) return text;
  const end = at + sought.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent text-inherit font-bold underline decoration-marigold decoration-2 underline-offset-3">
        {text.slice(at, end)}
      </mark>
      {text.slice(end)}
    </>
  );
}
