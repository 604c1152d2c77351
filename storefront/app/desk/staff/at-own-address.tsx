import { type ReactNode, useEffect, useState } from 'react';
import { Door } from './door.tsx';

type Props = { home: string; children: ReactNode };

/**
 * Passkeys, and links from letters, work only at the shop's own address. Where the door was opened by another name, it says so
 * and leads there. The browser alone knows by which name it came: a proxy may tell the shop another one.
 */
export function AtOwnAddress({ home, children }: Props) {
  const [opened, setOpened] = useState<URL>();
  useEffect(() => {
    if (location.origin !== home) setOpened(new URL(location.href));
  }, [home]);
  if (!opened) return children;
  return (
    <Door foot={<a href={home}>The shop is next door.</a>}>
      <h1>The desk has another address.</h1>
      <p className="text-soft">
        Passkeys and links by e-mail work only at <b>{home}</b>. You opened it as <b>{opened.origin}</b>.
      </p>
      <a className="desk-button wide min-h-19 text-[1.25rem]" href={`${home}${opened.pathname}${opened.search}`}>
        Go to the desk there
      </a>
    </Door>
  );
}
