import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { DeskMain } from '../desk-main.tsx';
import { useDeskData } from '../desk-page.tsx';
import { Door } from './door.tsx';

/**
 * The pages before the door. Passkeys, and links from letters, work only at the shop's own address. Where the door was opened by another
 * name, it says so and leads there. The browser alone knows by which name it came: a proxy may tell the shop another one.
 */
export default function AtOwnAddress() {
  const home = useDeskData()?.home ?? '';
  const [opened, setOpened] = useState<URL>();
  useEffect(() => {
    if (location.origin !== home) setOpened(new URL(location.href));
  }, [home]);
  return <DeskMain>{opened ? <Elsewhere home={home} opened={opened} /> : <Outlet />}</DeskMain>;
}

const Elsewhere = ({ home, opened }: { home: string; opened: URL }) => (
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
