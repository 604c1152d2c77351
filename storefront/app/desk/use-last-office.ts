import { useEffect, useState } from 'react';
import { isAt, type NavItem } from './desk-nav.ts';

const STORED = 'desk-office';

/** The office page that was used last on this device; the first one until there is one. */
export function useLastOffice(office: NavItem[], pathname: string): NavItem | undefined {
  const [last, setLast] = useState<string>();
  const here = office.find(({ path }) => isAt(pathname, path))?.path;
  useEffect(() => {
    if (here !== undefined) localStorage.setItem(STORED, here);
    setLast(here ?? localStorage.getItem(STORED) ?? undefined);
  }, [here]);
  return office.find(({ path }) => path === last) ?? office[0];
}
