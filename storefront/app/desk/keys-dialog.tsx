import { useEffect, useRef } from 'react';
import { whenClosed } from '../ui/when-closed.ts';
import { switchKeys, useKeysOn } from './use-keys.ts';

const KEYS: { title: string; keys: [what: string, ...keys: string[]][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Find or go to', 'Ctrl', 'K'],
      ['The same, or the field of the page', '/'],
      ['Today', 'G', 'T'],
      ['Orders', 'G', 'O'],
      ['Deliveries', 'G', 'D'],
      ['Stems', 'G', 'S'],
      ['Calendar', 'G', 'C'],
      ['These keys', '?'],
      ['Close, back', 'Esc'],
    ],
  },
  {
    title: 'Day sheet',
    keys: [
      ['Next, before', 'J', 'K'],
      ['Day before, day after', '[', ']'],
      ['Open the ticket', 'Enter'],
      ['Tied', 'T'],
      ['Choose', 'X'],
      ['Choose the whole run', 'A'],
      ['What is missing', 'M'],
      ['Print', 'P'],
      ['Find on this sheet', '/'],
      ['Take back the last press', 'Z'],
    ],
  },
  {
    title: 'Orders',
    keys: [
      ['Find', '/'],
      ['Next, before', 'J', 'K'],
      ['Newer, older', '[', ']'],
      ['Open', 'Enter'],
    ],
  },
  {
    title: 'One order',
    keys: [
      ['Refund', 'R'],
      ['Internal note', 'N'],
      ['Replacement', 'F'],
      ['Add the note', 'Ctrl', 'Enter'],
    ],
  },
  {
    title: 'Work ticket',
    keys: [
      ['Tick a stem', '1', '–', '9'],
      ['Tied', 'T'],
      ['Something is missing', 'M'],
      ['Print the card', 'P'],
      ['Next without tying', 'N'],
      ['Back to the sheet', 'Esc'],
    ],
  },
];

/** All keys, and the switch for those who do not want single ones. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const areOn = useKeysOn();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="desk-keys" onClose={whenClosed(onClose)}>
      <h2 className="font-serif text-section" id="desk-keys">
        Keys
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(240px,1fr))] gap-y-2.5 gap-x-10 my-3.5 mx-0">
        {KEYS.map(({ title, keys }) => (
          <div key={title}>
            <h3 className="lead">{title}</h3>
            <ul>
              {keys.map(([what, ...pressed]) => (
                <li className="flex justify-between gap-3 py-1.25 px-0" key={what}>
                  <span>{what}</span>
                  <span>
                    {pressed.map((key) => (
                      <kbd className="not-first:ml-1" key={key}>
                        {key}
                      </kbd>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="desk-tick"
          checked={areOn}
          onChange={({ target }) => switchKeys(target.checked)}
        />
        Single keys are on
      </label>
      <button type="button" className="desk-button line" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
