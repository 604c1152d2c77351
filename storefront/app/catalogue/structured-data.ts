import { pictureUrl } from '#contract/picture-files.ts';
import { DELIVERY_FEE, SHOP } from '#contract/shop.ts';
import type { PageProduct } from './product-page.tsx';

/** A bouquet as search engines read it. A rating stands in it only when buyers have given one. */
export function productData(product: PageProduct): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.item_code,
    category: product.category,
    image: product.pictures.map(({ id, width }) => pictureUrl(id, width, 'jpg')),
    brand: { '@type': 'Brand', name: SHOP.name },
    offers: {
      '@type': 'Offer',
      url: `/product/${product.id}`,
      price: product.price.toFixed(2),
      priceCurrency: 'GBP',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${product.availability === 'on_sale' ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Florist', name: SHOP.name },
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: DELIVERY_FEE.toFixed(2), currency: 'GBP' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
      },
    },
    ...(product.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: product.rating, reviewCount: product.review_count },
    }),
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
