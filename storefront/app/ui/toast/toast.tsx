import { type ComponentType, Fragment, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ToastOptions } from 'react-toastify/unstyled';
import { avoidOverlap } from '../avoid-overlap.ts';
import { loadWithRetry } from '../loading/load-with-retry.ts';

export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning';

export type ShowToastOptions = ToastOptions & {
  /** A newer toast with the same topic replaces the one that is shown. Without it a plain message is its own topic. */
  about?: string;
  /** Called when the tray has loaded: if false, the toast is not shown any more. */
  isStillWanted?: () => boolean;
};

/** As long as the tray shows a toast. */
const SHOWN_MS = 5_000;
/** If the tray has not loaded by then, the toast is shown without it. */
const TRAY_TIMEOUT_MS = 4_000;
/** Beyond this the oldest is dismissed. The offer to undo is not counted; there is never a second one. */
const MAX_SHOWN = 2;

type Plain = { about: string; round: number; message: ReactNode; type: ToastType };
/** The tray once it is loaded, and the toasts that are shown without it if it could not be. */
type Shown = { Tray?: ComponentType; plain: readonly Plain[] };

const NOTHING: Shown = { plain: [] };
let shown = NOTHING;
let count = 0;
/** The toasts in the tray, oldest first. */
let inTray: readonly { about: string; toastId: string }[] = [];
const listeners = new Set<() => void>();

const show = (next: Shown) => {
  shown = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const fetchTray = () => Promise.all([import('./toast-tray.tsx'), import('react-toastify/unstyled')]);
type ToastApi = Awaited<ReturnType<typeof fetchTray>>[1]['toast'];

const tooLong = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The tray of toasts did not come in time.')), TRAY_TIMEOUT_MS);
  });

/**
 * Shows a toast at the bottom right for five seconds. Shown again meanwhile, its time starts anew. The tray is loaded
 * with the first toast; if that fails, the toast is shown without it.
 */
export async function showToast(
  message: ReactNode,
  type: ToastType = 'default',
  options: ShowToastOptions = {},
): Promise<void> {
  const { about = typeof message === 'string' ? message : type, isStillWanted = () => true, ...more } = options;
  try {
    const [{ default: Tray }, { toast }] = await Promise.race([loadWithRetry(fetchTray), tooLong()]);
    if (!isStillWanted()) return;
    if (!shown.Tray) show({ ...shown, Tray });
    if (more.toastId) toast(message, { ...more, type });
    else showInTray(toast, about, message, { ...more, type });
  } catch {
    if (isStillWanted()) showPlain(about, message, type, more);
  }
}

function showInTray(toast: ToastApi, about: string, message: ReactNode, more: ToastOptions): void {
  count += 1;
  // A new key makes new elements: screen readers would not repeat the same ones.
  const key = count;
  // A function: an element would be given the tray's props, of which a fragment takes none.
  const words = () => <Fragment key={key}>{message}</Fragment>;
  inTray = inTray.filter(({ toastId }) => toast.isActive(toastId));
  const same = inTray.find((one) => one.about === about);
  if (same) {
    toast.update(same.toastId, { ...more, render: words, delay: 0 });
    return;
  }
  for (const { toastId } of inTray.slice(0, 1 - MAX_SHOWN)) toast.dismiss(toastId);
  // A unique id: a toast that is sliding out would swallow another with the same id.
  const toastId = `notice-${count}`;
  inTray = [...inTray.slice(1 - MAX_SHOWN), { about, toastId }];
  toast(words, { ...more, toastId });
}

function showPlain(about: string, message: ReactNode, type: ToastType, { autoClose, onClose }: ToastOptions): void {
  count += 1;
  const plain = { about, round: count, message, type };
  show({ ...shown, plain: [...shown.plain.filter((one) => one.about !== about).slice(1 - MAX_SHOWN), plain] });
  setTimeout(
    () => {
      hide(plain);
      onClose?.();
    },
    typeof autoClose === 'number' ? autoClose : SHOWN_MS,
  );
}

const hide = (plain: Plain) => show({ ...shown, plain: shown.plain.filter((one) => one !== plain) });

export function Toasts() {
  const { Tray, plain } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );
  return (
    <>
      {Tray && <Tray />}
      {plain.length > 0 && <PlainToasts plain={plain} />}
    </>
  );
}

function PlainToasts({ plain }: { plain: readonly Plain[] }) {
  const tray = useRef<HTMLDivElement>(null);
  useEffect(() => (tray.current ? avoidOverlap(tray.current, () => tray.current) : undefined), []);
  return (
    <div ref={tray} className="plain-toasts">
      {plain.map((one) => (
        <div key={one.round} role={one.type === 'error' ? 'alert' : 'status'} className="plain-toast">
          <span>{one.message}</span>
          <button type="button" className="link min-h-11 font-semibold" onClick={() => hide(one)}>
            Close
          </button>
        </div>
      ))}
    </div>
  );
}
