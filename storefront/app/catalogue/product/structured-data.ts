import { nameInSize } from '#contract/line-words.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import type { Review } from '#contract/reviews.ts';
import { SHOP } from '#contract/shop.ts';
import type { PageProduct, PageSize } from './page-product.ts';

/** A bouquet as structured data. It has ratings and reviews only if there are some. */
export function productData(product: PageProduct, reviews: readonly Review[], fee: number): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.item_code,
    category: product.category,
    image: product.pictures.map(({ id, width }) => pictureUrl(id, width, 'jpg')),
    ...(product.height_cm && { height: centimetres(product.height_cm) }),
    ...(product.width_cm && { width: centimetres(product.width_cm) }),
    brand: { '@type': 'Brand', name: SHOP.name },
    offers: toOffers(product, fee),
    ...(product.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.review_count },
    }),
    ...(reviews.length > 0 && { review: reviews.map(toReviewData) }),
  };
}

/** One offer, or one of each size. */
function toOffers(product: PageProduct, fee: number): object {
  const offers = product.sizes.map((size) => toOffer(product, size, fee));
  return offers.length > 1 ? offers : (offers[0] ?? {});
}

function toOffer(product: PageProduct, { size, price, height_cm, width_cm }: PageSize, fee: number): object {
  const isOne = product.sizes.length === 1;
  return {
    '@type': 'Offer',
    ...(!isOne && {
      name: nameInSize({ name: product.name, size }),
      sku: size === 'standard' ? product.item_code : `${product.item_code}-${size}`,
      itemOffered: {
        '@type': 'Product',
        name: nameInSize({ name: product.name, size }),
        size,
        ...(height_cm && { height: centimetres(height_cm) }),
        ...(width_cm && { width: centimetres(width_cm) }),
      },
    }),
    url: `/product/${product.id}`,
    price: price.toFixed(2),
    priceCurrency: 'GBP',
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${product.availability === 'on_sale' ? 'InStock' : 'OutOfStock'}`,
    seller: { '@type': 'Florist', name: SHOP.name },
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: fee.toFixed(2), currency: 'GBP' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
    },
  };
}

/** CMT is the centimetre's code in UN/CEFACT's list of units, which schema.org uses. */
const centimetres = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'CMT' });

function toReviewData({ author, rating, text, written_at }: Review): object {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    datePublished: written_at,
    ...(text && { reviewBody: text }),
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  };
}

export function breadcrumbs(product: PageProduct): object {
  const steps = [
    { name: 'Products', item: '/product' },
    { name: product.category, item: `/product?category=${encodeURIComponent(product.category.toLowerCase())}` },
    { name: product.name, item: `/product/${product.id}` },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, place) => ({ '@type': 'ListItem', position: place + 1, ...step })),
  };
}
