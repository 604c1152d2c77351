import { Link } from 'react-router';
import { SHOP } from '#contract/shop.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Brand } from './brand.tsx';
import { useRootData, useShopDetails } from './root-data.ts';

const COLUMNS = [
  {
    title: 'About',
    links: [
      { to: '/about', words: 'Our story' },
      { to: '/care', words: 'Care guide' },
      { to: '/about#promises', words: 'Our promises' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: '/contact', words: 'Contact' },
      { to: '/privacy', words: 'Privacy' },
      { to: '/terms', words: 'Terms' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: '/delivery', words: 'Delivery' },
      { to: '/delivery#damaged', words: 'Damaged flowers' },
      { to: '/profile', words: 'Your orders' },
      { to: '/wish-list', words: 'Your wish list' },
    ],
  },
];

/** Links to share the shop. It has no pages of its own on these networks, so it links to none. */
const waysToShare = (origin: string): { icon: IconName; name: string; href: string }[] => {
  const shop = encodeURIComponent(`${origin}/`);
  const words = encodeURIComponent(`${SHOP.name}. ${SHOP.tagline}`);
  return [
    { icon: 'facebook', name: 'Share on Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shop}` },
    {
      icon: 'pinterest',
      name: 'Share on Pinterest',
      href: `https://www.pinterest.co.uk/pin/create/button/?url=${shop}&description=${words}`,
    },
    { icon: 'envelope', name: 'Share by email', href: `mailto:?subject=${encodeURIComponent(SHOP.name)}&body=${shop}` },
  ];
};

export function Footer() {
  const origin = useRootData()?.origin;
  const { legalName, street, city, postcode, phone, companyNumber, vatNumber } = useShopDetails();
  return (
    <footer className="on-leaf mt-section bg-leaf-900 pt-[clamp(3.25rem,6vw,5.5rem)] pb-7 text-on-leaf">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-5 gap-y-9 tablet:grid-cols-3 tablet:gap-10 desk:grid-cols-[2.1fr_1fr_1fr_1fr_1.5fr]">
          <div className="max-tablet:col-span-full">
            <Link to="/" aria-label="Marigold Lane, home" className="inline-block text-[min(1.625rem,8vw)]">
              <Brand />
            </Link>
            <p className="mt-4 mb-5 max-w-[19rem] text-on-leaf-soft">{SHOP.tagline}</p>
            <p className="text-on-leaf-soft text-small">Tell a friend about us</p>
            <div className="-ml-[min(0.75rem,var(--spacing-side))] flex flex-wrap gap-1.5">
              {(origin ? waysToShare(origin) : []).map(({ icon, name, href }) => (
                <a
                  key={name}
                  href={href}
                  rel="noreferrer"
                  aria-label={name}
                  className="grid size-12 place-items-center rounded-round hover:bg-on-leaf/10"
                >
                  <Icon name={icon} />
                </a>
              ))}
            </div>
          </div>
          {COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-2 font-sans font-semibold text-on-leaf-soft text-small tracking-normal">{title}</h2>
              <ul>
                {links.map(({ to, words }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      reloadDocument={to === '/profile'}
                      className="inline-flex min-h-11 items-center decoration-2 decoration-marigold underline-offset-4 hover:underline tablet:min-h-10"
                    >
                      {words}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className="mb-2 font-sans font-semibold text-on-leaf-soft text-small tracking-normal">Find us</h2>
            <address className="not-italic leading-[1.7]">
              {legalName}
              <br />
              {street}
              <br />
              {city} {postcode}
              <br />
              {phone}
              {phone && <br />}
              <Link to="/contact" className="link mt-2 inline-block">
                Write to us
              </Link>
            </address>
          </div>
        </div>
        <div className="mt-14 flex flex-wrap justify-between gap-x-5 gap-y-1 border-on-leaf/15 border-t pt-5 text-on-leaf-soft text-small">
          <span>© 2026 {SHOP.name}. All rights reserved.</span>
          {companyNumber && <span>Company number {companyNumber}</span>}
          {vatNumber && <span>VAT number {vatNumber}</span>}
          <span>All prices in pounds sterling.</span>
        </div>
      </div>
    </footer>
  );
}
