import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/icon.tsx';
import { type CartCode, useCode } from './use-code.ts';

const discountOf = ({ sums }: Order): number => -(sums.find(({ kind }) => kind === 'discount')?.amount ?? 0);

/** A code that is good is a line of the sums, with a cross that takes it out. */
export function CodeLine({ cart, code }: { cart: Order; code: CartCode }) {
  if (cart.code === null || cart.code_problem !== null) return null;
  const takeOut = async () => {
    const gone = cart.code;
    if (!(await code.send(''))) return;
    announce(`Code ${gone} is taken out.`);
    code.focusOn('[data-code-open]');
  };
  return (
    <div className="flex items-start justify-between gap-4 py-1.5">
      <dt className="-my-1.5 flex min-w-0 items-center">
        <span className="code-tag">
          <span className="sr-only">Code </span>
          {cart.code}
        </span>
        <button
          type="button"
          data-code-out
          className="round-button ml-1.5 size-11 shrink-0"
          aria-label={`Take code ${cart.code} out`}
          aria-disabled={code.busy || undefined}
          onClick={takeOut}
        >
          {code.busy ? <span className="spinner" /> : <Icon name="close" className="size-4.5" />}
        </button>
      </dt>
      <dd className="num whitespace-nowrap py-1">−{formatPounds(discountOf(cart))}</dd>
    </div>
  );
}

/** The field for a code, closed until it is wanted. It stays open where the code in the cart is not good any more. */
export function CodeField({ cart, code }: { cart: Order; code: CartCode }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  if (cart.code !== null && cart.code_problem === null) {
    return (
      <div className={code.refusal ? 'mb-4' : ''}>
        <Refusal id={id}>{code.refusal}</Refusal>
      </div>
    );
  }
  if (!isOpen && cart.code === null) {
    const open = () => {
      setOpen(true);
      code.focusOn('[data-code-input]');
    };
    return (
      <button type="button" data-code-open className="link mb-4 min-h-11 font-semibold" onClick={open}>
        Have a code?
      </button>
    );
  }
  const value = typed ?? cart.code ?? '';
  const isUnchanged = value === (cart.code ?? '');
  const error = code.refusal ?? (isUnchanged ? (cart.code_problem ?? undefined) : undefined);

  const use = async (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return input.current?.focus();
    if (!(await code.send(value))) return input.current?.focus();
    setOpen(false);
    setTyped(undefined);
    announce('The code is used.');
    code.focusOn('[data-code-out]');
  };
  const takeOut = async () => {
    if (!(await code.send(''))) return;
    setTyped(undefined);
    setOpen(false);
    announce(`Code ${cart.code} is taken out.`);
    code.focusOn('[data-code-open]');
  };

  return (
    <form className="mb-5" noValidate onSubmit={use}>
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Promo code
        </label>
        <input
          ref={input}
          id={id}
          data-code-input
          className="input min-h-12 min-w-0 uppercase tracking-[0.04em] placeholder:normal-case placeholder:tracking-normal"
          placeholder="Promo code"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => {
            setTyped(target.value);
            code.clearRefusal();
          }}
        />
        <button type="submit" className="button outlined min-h-12 px-5" aria-disabled={code.busy || undefined}>
          {code.busy && <span className="spinner" />}
          Use
        </button>
      </div>
      <Refusal id={`${id}-error`}>{error}</Refusal>
      {cart.code !== null && (
        <button type="button" className="link min-h-11 font-semibold text-small" onClick={takeOut}>
          Go on without {cart.code}
        </button>
      )}
    </form>
  );
}

function Refusal({ id, children }: { id: string; children: string | undefined }) {
  return (
    <div id={id} role="status">
      {children && (
        <p className="field-error mt-2">
          <Icon name="warning" className="mt-px size-[1.125rem]" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

/** At the checkout: what is the matter with the code, and the way on without it. */
export function CodeProblem({ cart }: { cart: Order }) {
  const code = useCode(cart);
  const problem = useRef<HTMLDivElement>(null);
  // The buttons that had the focus are gone.
  useEffect(() => problem.current?.focus(), []);
  return (
    <div ref={problem} tabIndex={-1} role="alert" className="grid gap-3.5">
      <p className="field-error">
        <Icon name="warning" className="mt-px size-[1.125rem]" />
        <span>{code.refusal ?? `${cart.code_problem} Nothing has been charged.`}</span>
      </p>
      <button
        type="button"
        className="button outlined w-full"
        aria-disabled={code.busy || undefined}
        onClick={() => void code.send('')}
      >
        {code.busy && <span className="spinner" />}
        Go on without {cart.code}
      </button>
    </div>
  );
}
