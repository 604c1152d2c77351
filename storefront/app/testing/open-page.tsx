import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router';
import { vi } from 'vitest';
import { useGuard } from '../session/use-guard.ts';
import { Announcements } from '../ui/announce.tsx';
import ToastTray from '../ui/toast/toast-tray.tsx';

type Options = {
  at?: string;
  /** The pattern of the address, where the page reads parts of it: `/history/:id`. */
  path?: string;
};

/**
 * Shows a part of a page as a browser would, at an address, with the notices of the shop beside it, and whoever must not see it sent
 * on. Whatever other page it leads to shows its address alone. The same page at another `?` stays open.
 */
export function openPage(part: ReactNode, { at = '/', path = at.split(/[?#]/)[0] ?? '/' }: Options = {}) {
  const children = [
    { path, element: <main>{part}</main> },
    { path: '*', element: <Elsewhere /> },
  ];
  const router = createMemoryRouter([{ id: 'root', element: <Frame />, children }], { initialEntries: [at] });
  // Where the time is pretended, nobody pauses between two keys.
  const visitor = userEvent.setup(vi.isFakeTimers() ? { delay: null } : {});
  return { visitor, router, ...render(<RouterProvider router={router} />) };
}

function Frame() {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }),
  );
  useGuard();
  return (
    <QueryClientProvider client={client}>
      <Outlet />
      <ToastTray />
      <Announcements />
    </QueryClientProvider>
  );
}

/** Where the visitor went. */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>Now at {pathname + search}</p>;
}

/** Fills in fields by their labels, as from the clipboard: a key at a time takes long. */
export async function fillIn(visitor: UserEvent, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label);
    await visitor.clear(field);
    await visitor.click(field);
    if (text !== '') await visitor.paste(text);
  }
}
