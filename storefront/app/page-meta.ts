import type { MetaDescriptor } from 'react-router';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import { toRecord } from './api/to-record.ts';

type PageFacts = {
  title: string;
  description: string;
  path: string;
  /** A picture for those who share the page; the shop's own if none. */
  picture?: { url: string; width: number; height: number; alt: string };
  /** Schema.org objects for search engines. */
  structuredData?: object[];
  keepOutOfSearch?: boolean;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const SOCIAL_PICTURE = {
  url: '/social.jpg',
  width: 1200,
  height: 630,
  alt: 'Five Marigold Lane bouquets on an ivory ground',
};

const findRoot = (matches: Matches) => toRecord(matches.find((match) => match?.id === 'root')?.loaderData);

/** The rules of delivery that the page is rendered with. */
export const findRules = (matches: Matches): DeliveryRules =>
  (findRoot(matches).rules as DeliveryRules | undefined) ?? DEFAULT_RULES;

/** Who sells, as the owner has set it. */
export const findShop = (matches: Matches): ShopDetails => (findRoot(matches).shop as ShopDetails | undefined) ?? SHOP;

const findOrigin = (matches: Matches): string => {
  const { origin } = findRoot(matches);
  return typeof origin === 'string' ? origin : '';
};

/** Title, description, canonical address and what is shown where a page is shared. */
export function pageMeta(matches: Matches, page: PageFacts): MetaDescriptor[] {
  const origin = findOrigin(matches);
  const url = origin + page.path;
  const picture = page.picture ?? SOCIAL_PICTURE;
  const structuredData = page.structuredData ?? [];
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(page.keepOutOfSearch
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:site_name', content: SHOP.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + picture.url },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...structuredData.map((object) => ({ 'script:ld+json': absolute(object, origin) })),
  ];
}

/** The keys whose values are addresses. Other values are text, which may begin with a slash as well. */
const ADDRESSES = ['url', 'item', 'image'];

/** Structured data is written with paths; search engines need whole addresses. */
function absolute(value: object, origin: string): object {
  const complete = (part: unknown, key: string): unknown => {
    if (typeof part === 'string') return ADDRESSES.includes(key) && part.startsWith('/') ? origin + part : part;
    if (Array.isArray(part)) return part.map((one) => complete(one, key));
    return part && typeof part === 'object' ? completeAll(part) : part;
  };
  const completeAll = (parts: object): object =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, complete(part, name)]));
  return completeAll(value);
}
