import { type ReactNode, useEffect, useRef } from 'react';

type Action = {
  label: 'Undo' | 'Try again';
  onPress: () => void | Promise<void>;
  /** Whether the focus moves to it, for somebody who presses keys. */
  takesFocus?: () => boolean;
};

type Props = {
  /** The message, alone in its line. */
  words: string;
  /** What helps, apart under it. */
  help?: ReactNode;
  action?: Action;
};

/** The content of a toast that says more than a message. */
export function ToastWords({ words, help, action }: Props) {
  return (
    <div className="mr-6 flex flex-1 flex-wrap items-center justify-between gap-x-4 [overflow-wrap:anywhere]">
      <div>
        <p>{words}</p>
        {help && <p className="mt-0.5 text-micro text-soft">{help}</p>}
      </div>
      {action && <ActionButton {...action} />}
    </div>
  );
}

/** Its click bubbles to the toast and closes it. */
function ActionButton({ label, onPress, takesFocus }: Action) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (takesFocus?.()) button.current?.focus();
  }, []);
  return (
    <button ref={button} type="button" className="link min-h-11 font-semibold" onClick={() => void onPress()}>
      {label}
    </button>
  );
}
