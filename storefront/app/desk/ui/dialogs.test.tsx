import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { KeysDialog } from '../keys-dialog.tsx';
import { Dialog } from './dialog.tsx';

const DIALOGS: [name: string, draw: (onClose: () => void) => React.ReactNode][] = [
  [
    'a dialog',
    (onClose) => (
      <Dialog title="Cancel it?" isOpen onClose={onClose}>
        It is gone then.
      </Dialog>
    ),
  ],
  ['the list of keys', (onClose) => <KeysDialog isOpen onClose={onClose} />],
];

test.each(DIALOGS)('%s that is open again stays open when the browser says that it was closed before', (_, draw) => {
  const onClose = vi.fn();
  openPage(draw(onClose));
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog, new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
  dialog.removeAttribute('open');
  fireEvent(dialog, new Event('close'));
  expect(onClose).toHaveBeenCalledOnce();
});
