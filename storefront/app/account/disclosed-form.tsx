import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

type Props = {
  /** The label of the button that opens the form. */
  words: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
};

/** A form behind a button. The focus moves into it, and back to the button when it closes. */
export function DisclosedForm({ words, isOpen, onOpen, children }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFocusOnChange(isOpen, content, opener);
  if (isOpen) return <div ref={content}>{children}</div>;
  return (
    <div>
      <button ref={opener} type="button" className="button outlined small max-tablet:w-full" onClick={onOpen}>
        {words}
      </button>
    </div>
  );
}

function useFocusOnChange(
  isOpen: boolean,
  content: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
): void {
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current === isOpen) return;
    was.current = isOpen;
    if (isOpen) content.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
    else opener.current?.focus();
  }, [isOpen, content, opener]);
}
