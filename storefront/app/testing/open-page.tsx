import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { Announcements } from '../ui/announce.tsx';
import ToastTray from '../ui/toast/toast-tray.tsx';

/**
 * Shows a part of a page as a browser would, at an address, with the notices of the shop beside it. Whatever other page it
 * leads to shows its address alone.
 */
export function openPage(part: ReactNode, { at = '/' }: { at?: string } = {}) {
  const [path = '/'] = at.split(/[?#]/);
  const page = (
    <>
      <main>{part}</main>
      <ToastTray />
      <Announcements />
    </>
  );
  const pages = [
    { path, element: page },
    { path: '*', element: <Elsewhere /> },
  ];
  const router = createMemoryRouter(pages, { initialEntries: [at] });
  return { visitor: userEvent.setup(), ...render(<RouterProvider router={router} />) };
}

/** Where the visitor went. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>Now at {pathname + search}</p>;
}
