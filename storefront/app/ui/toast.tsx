import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import type { ToastOptions } from 'react-toastify/unstyled';
import { fetchPart } from './fetch-part.ts';

export type ToastType = 'default' | 'success' | 'error' | 'info' | 'warning';

/** As long as the tray shows a toast. */
const SHOWN_MS = 5_000;
/** A tray that has not come by then is not waited for: the words come first. */
const PATIENCE_MS = 4_000;

type Plain = { id: number; message: ReactNode; type: ToastType };
/** The tray once it is here; what is shown without it if its file is lost. */
type Shown = { Tray?: ComponentType; plain: readonly Plain[] };

const NOTHING: Shown = { plain: [] };
let shown = NOTHING;
let count = 0;
const watchers = new Set<() => void>();

const show = (next: Shown) => {
  shown = next;
  for (const watcher of watchers) watcher();
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const fetchTray = () => Promise.all([import('./toast-tray.tsx'), import('react-toastify/unstyled')]);

const tooLong = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The tray of toasts did not come in time.')), PATIENCE_MS);
  });

/** Shows something at the bottom right for five seconds. The tray is fetched for the first toast; its loss loses no words. */
export async function showToast(message: ReactNode, type: ToastType = 'default', more?: ToastOptions): Promise<void> {
  try {
    const [{ default: Tray }, { toast }] = await Promise.race([fetchPart(fetchTray), tooLong()]);
    if (!shown.Tray) show({ ...shown, Tray });
    toast(message, { ...more, type });
  } catch {
    count += 1;
    const plain = { id: count, message, type };
    show({ ...shown, plain: [...shown.plain, plain] });
    const shownFor = typeof more?.autoClose === 'number' ? more.autoClose : SHOWN_MS;
    setTimeout(() => {
      hide(plain.id);
      more?.onClose?.();
    }, shownFor);
  }
}

const hide = (id: number) => show({ ...shown, plain: shown.plain.filter((one) => one.id !== id) });

export function Toasts() {
  const { Tray, plain } = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );
  return (
    <>
      {Tray && <Tray />}
      {plain.length > 0 && (
        <div className="plain-toasts">
          {plain.map(({ id, message, type }) => (
            <div key={id} role={type === 'error' ? 'alert' : 'status'} className="plain-toast">
              <span>{message}</span>
              <button type="button" className="link min-h-11 font-semibold" onClick={() => hide(id)}>
                Close
              </button>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
