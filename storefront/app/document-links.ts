import type { LinksFunction } from 'react-router';
import figtree from './fonts/figtree.woff2?url';
import fraunces from './fonts/fraunces-display.woff2?url';

/** What every document of the shop and of the desk names in its head. */
export const documentLinks: LinksFunction = () => [
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];
