import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useBackCloses } from '../router-patches/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { WishListLink, WishListRow } from '../wish-list/wish-list-link.tsx';
import { Brand } from './brand.tsx';
import { CartLink } from './cart-link.tsx';
import { DeliveryPromise } from './delivery-promise.tsx';
import { LogInLink, LogInRow } from './log-in-link.tsx';
import { SearchBox } from './search-box.tsx';

/** Cart and profile are entered by a document load: their security headers differ from those of the public pages. */
const LINKS = [
  { to: '/', words: 'Home', ownDocument: false },
  { to: '/product', words: 'Product', ownDocument: false },
  { to: '/cart', words: 'Cart', ownDocument: true },
  { to: '/profile', words: 'Profile', ownDocument: true },
];

/** The breakpoint `tablet` of tokens.css: from there on the search box is always visible; Back leaves it open. */
const TABLET = '(width >= 45.0625rem)';

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [searchOpen, setSearchOpen] = useState(false);
  const { pathname, search } = useLocation();
  // On the list of a search, the search box stays open.
  const listed = pathname === '/product' ? (new URLSearchParams(search).get('search') ?? '') : '';
  const isInSight = searchOpen || listed !== '';
  useBackCloses(searchOpen, () => setSearchOpen(false));

  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes what was open
  useEffect(() => {
    setMenuOpen(false);
    setSearchOpen(false);
  }, [pathname, search]);

  return (
    <>
      <section aria-label="Next delivery" className="on-leaf bg-leaf-900 text-on-leaf text-small">
        <div className="wrap flex min-h-10 items-center justify-center gap-2.5 py-2 text-center leading-snug max-tablet:px-3 max-tablet:text-[0.875rem] [&_b]:font-semibold">
          <Icon name="clock" className="size-5 text-marigold" />
          <span className="max-tablet:hidden">
            <DeliveryPromise />
          </span>
          <span className="tablet:hidden">
            <DeliveryPromise short />
          </span>
        </div>
      </section>
      <header className="relative z-20 border-line border-b bg-paper">
        <LogInLink />
        <div className="mx-auto grid w-full max-w-[calc(var(--container-page)+2*var(--spacing-side))] grid-cols-[auto_1fr_auto] items-center px-1 tablet:grid-cols-[auto_1fr_auto] tablet:gap-3 min-[56rem]:gap-4 tablet:px-side desk:grid-cols-[1fr_auto_1fr] desk:gap-8">
          <button
            type="button"
            className="round-button tablet:hidden noscript:invisible"
            aria-label="Menu"
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
          </button>
          <nav
            aria-label="Main"
            className="-ml-3.5 flex justify-center max-tablet:hidden tablet:order-2 desk:order-none desk:justify-start"
          >
            {LINKS.map(({ to, words, ownDocument }) => (
              <NavLink key={to} to={to} end={to === '/'} reloadDocument={ownDocument} className="nav-link">
                {words}
              </NavLink>
            ))}
          </nav>
          <Link
            to="/"
            aria-label="Marigold Lane, home"
            className="flex h-16 items-center justify-self-center text-[min(1.25rem,6.25vw)] tablet:order-1 tablet:h-[5.5rem] min-[56rem]:text-[1.5rem] desk:order-none desk:text-[1.625rem]"
          >
            <Brand />
          </Link>
          <div className="contents tablet:order-3 tablet:flex tablet:items-center tablet:justify-end tablet:gap-2 min-[56rem]:gap-3">
            <div
              className={`max-tablet:col-span-full max-tablet:row-start-2 max-tablet:px-4 max-tablet:pb-3.5 ${isInSight ? '' : 'max-tablet:hidden noscript:block!'}`}
            >
              <SearchBox
                listed={listed}
                focusWhen={searchOpen}
                onOpen={() => setSearchOpen(!matchMedia(TABLET).matches)}
                onLeave={() => setSearchOpen(false)}
              />
            </div>
            <div className="flex">
              <button
                type="button"
                className="round-button tablet:hidden noscript:invisible"
                aria-label={searchOpen ? 'Close search' : 'Search'}
                aria-expanded={isInSight}
                onClick={() => setSearchOpen(!searchOpen)}
              >
                <Icon name={searchOpen ? 'close' : 'search'} />
              </button>
              <WishListLink />
              <CartLink />
            </div>
          </div>
        </div>
      </header>
      <Sheet title="Menu" open={menuOpen} onClose={() => setMenuOpen(false)}>
        <nav aria-label="Menu" className="mt-1">
          {LINKS.map(({ to, words, ownDocument }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              reloadDocument={ownDocument}
              onClick={() => setMenuOpen(false)}
              className="sheet-link"
            >
              {words}
              <Icon name="chevron" className="size-5" />
            </NavLink>
          ))}
          <WishListRow onClick={() => setMenuOpen(false)} />
          <LogInRow onClick={() => setMenuOpen(false)} />
        </nav>
      </Sheet>
    </>
  );
}
