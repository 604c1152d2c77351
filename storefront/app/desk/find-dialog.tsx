import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { FoundOrders } from '#contract/desk-orders.ts';
import { may } from '#contract/roles.ts';
import type { Me } from '#contract/staff.ts';
import { toDesk, useNav } from './desk-nav.ts';
import { send } from './send.ts';
import { STAGE_WORDS } from './stage-shape.tsx';
import { useKeys } from './use-keys.ts';

type Item = { key: string; group: string; to: string; words: string; more: string };

/** A word is finished before it is searched for. */
const PAUSE_MS = 150;
const MOST_ORDERS = 6;
/** These have a field of their own for the slash. */
const HAS_OWN_FIELD = new Set(['/desk', '/desk/orders']);

/** Goes anywhere: a page by its name, an order by its number or any part of it. Without scripts it leads to the orders. */
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
        className="bar-find"
        href="/desk/orders"
        aria-label="Find or go to"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <svg className="tab-icon" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="10.5" cy="10.5" r="6.5" />
          <path d="m15.5 15.5 5 5" />
        </svg>
        <span>Find</span>
        <kbd>/</kbd>
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
  const items = useItems(me, typed.trim());
  const chosen = Math.min(at, items.length - 1);
  useEffect(() => dialog.current?.showModal(), []);

  const go = (item: Item | undefined) => {
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
    <dialog ref={dialog} className="desk-dialog find-dialog" aria-label="Find or go to" onClose={onClose}>
      <input
        className="paper-input"
        type="text"
        role="combobox"
        aria-label="Find or go to"
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-activedescendant={items[chosen] && `${list}-${items[chosen].key}`}
        placeholder="Order, name, postcode, or a page"
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
              <p className="find-group" aria-hidden="true">
                {item.group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys */}
            <div
              id={`${list}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              className="find-item"
              onClick={() => go(item)}
            >
              <b>{item.words}</b> <span className="desk-soft">{item.more}</span>
            </div>
          </div>
        ))}
      </div>
      <button type="button" className="desk-button line" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}

/** Orders first, then pages, then the whole list of what was typed. */
function useItems(me: Me, typed: string): Item[] {
  const { bench, office, more } = useNav(me);
  const orders = useOrders(may(me.roles, 'see orders') ? typed : '');
  const pages = [...new Map([...bench, ...office, ...more].map((item) => [item.path, item])).values()]
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    .map(
      ({ path, label }): Item => ({
        key: `page-${path.replaceAll('/', '-')}`,
        group: 'Go to',
        to: toDesk(path),
        words: label,
        more: '',
      }),
    );
  const all: Item[] =
    typed === '' || !may(me.roles, 'see orders')
      ? []
      : [
          {
            ...{ key: 'all', group: 'Search', to: `/desk/orders?${new URLSearchParams({ q: typed })}` },
            ...{ words: `All orders with “${typed}”`, more: '' },
          },
        ];
  return [...orders, ...pages, ...all];
}

/** What the shop finds for what is typed. A search that fails finds nothing: the last line still leads to all orders. */
function useOrders(typed: string): Item[] {
  const [found, setFound] = useState<{ typed: string; items: Item[] }>({ typed: '', items: [] });
  useEffect(() => {
    if (typed === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ q: typed, limit: String(MOST_ORDERS) });
      send<FoundOrders>('GET', `/api/desk/orders/?${query}`).then(
        (answer) => isOver || setFound({ typed, items: toItems(answer) }),
        () => isOver || setFound({ typed, items: [] }),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed]);
  return typed === '' ? [] : found.items;
}

function toItems({ orders, exact }: FoundOrders): Item[] {
  const items = orders.map(({ id, recipient, district, buyer, arrives_on, stage }): Item => {
    const day = arrives_on ? `, ${formatDay(arrives_on, 'short')}` : '';
    return {
      ...{ key: `order-${id}`, group: 'Orders', to: `/desk/orders/${id}`, words: `${id} ${recipient}` },
      more: `${district}${district && ', '}from ${buyer}${day}, ${STAGE_WORDS[stage]}`,
    };
  });
  const isExact = ({ key }: Item) => key === `order-${exact}`;
  return [...items.filter(isExact), ...items.filter((item) => !isExact(item))];
}
