import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Zoom } from '../catalogue/product/zoom.tsx';
import { openPage } from '../testing/open-page.tsx';
import { Dialog } from './dialog.tsx';

const PICTURE = { id: 'tulips', alt: 'Tulips', width: 1200, height: 1500, widths: [400, 1200], placeholder: '' };

const DIALOGS: [name: string, draw: (onClose: () => void) => React.ReactNode][] = [
  [
    'a dialog of the shop',
    (onClose) => (
      <Dialog title="Delete it?" open onClose={onClose}>
        It is gone then.
      </Dialog>
    ),
  ],
  ['a large picture', (onClose) => <Zoom pictures={[PICTURE]} chosen={0} open onChoose={() => {}} onClose={onClose} />],
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
