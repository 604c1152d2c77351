import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

export type MenuHandle = { open(): void };
type Props = { words: ReactNode; look: string; children: ReactNode; handle?: Ref<MenuHandle>; isUpwards?: boolean };

/** A button that unfolds more. Works without scripts; with them Escape and a press elsewhere fold it again. */
export function Menu({ words, look, children, handle, isUpwards = false }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useImperativeHandle(handle, () => ({
    open() {
      if (!details.current) return;
      details.current.open = true;
      details.current.querySelector<HTMLElement>('.desk-menu-open :is(a, button)')?.focus();
    },
  }));
  useEffect(() => {
    const fold = ({ target }: PointerEvent) => {
      if (details.current && !details.current.contains(target as Node)) details.current.open = false;
    };
    addEventListener('pointerdown', fold);
    return () => removeEventListener('pointerdown', fold);
  }, []);
  return (
    <details
      ref={details}
      className={isUpwards ? 'desk-menu up' : 'desk-menu'}
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return;
        event.stopPropagation();
        details.current.open = false;
        details.current.querySelector('summary')?.focus();
      }}
      // Whatever was pressed in it, it is done with, unless its form is not sent: then the field that is wrong stays in sight.
      onClick={({ target }) => {
        const pressed = target instanceof Element ? target.closest('.desk-menu-open :is(a, button)') : null;
        if (!details.current || !pressed) return;
        if (pressed instanceof HTMLButtonElement && pressed.type === 'submit' && !canSend(pressed)) return;
        details.current.open = false;
      }}
    >
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${look}`}>{words}</summary>
      <div className="desk-menu-open">{children}</div>
    </details>
  );
}

const canSend = ({ form, formNoValidate }: HTMLButtonElement): boolean =>
  form === null || form.noValidate || formNoValidate || form.checkValidity();
