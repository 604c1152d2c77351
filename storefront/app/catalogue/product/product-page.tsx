import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { pictureUrl, SHARE, shareUrl } from '#contract/picture-files.ts';
import { SHOP } from '#contract/shop.ts';
import { readApi } from '../../api/server-api.ts';
import { findRules, pageMeta } from '../../page-meta.ts';
import type { RatingSummary } from '../../reviews/fetch-reviews.ts';
import { OpenReviews } from '../../reviews/open-reviews.tsx';
import { useReviews } from '../../reviews/use-reviews.ts';
import { Delivered, useDelivered } from '../../shell/delivered.tsx';
import { DeliveryLabel } from '../../shell/delivery-promise.tsx';
import { hasSurcharges, useDeliveryRules } from '../../shell/delivery-rules.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { HydrateLater } from '../../ui/loading/hydrate-later.tsx';
import { Price } from '../../ui/price.tsx';
import { Heart } from '../../wish-list/heart.tsx';
import { toCard } from '../card.ts';
import { CARD_SIZES } from '../card-sizes.ts';
import { listAddress } from '../list/list-address.ts';
import { ProductCard } from '../product-card.tsx';
import { RecentlySeen } from '../recently-seen/recently-seen.tsx';
import type { Route } from './+types/product-page';
import { AddToCart } from './add-to-cart.tsx';
import { BuyingNeedsScripts } from './buying-needs-scripts.tsx';
import { type Choice, picturesFor, priceOf } from './choice.ts';
import { ExtraChoice } from './extra-choice.tsx';
import { Gallery } from './gallery.tsx';
import { harmsCats } from './harms-cats.ts';
import { type PageProduct, toPageProduct } from './page-product.ts';
import { ProductTabs } from './product-tabs.tsx';
import { SizeChoice } from './size-choice.tsx';
import { breadcrumbs, productData } from './structured-data.ts';
import { ThumbBar } from './thumb-bar.tsx';
import { useChoice } from './use-choice.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const path = `/api/products/${encodeURIComponent(params.id)}/` as const;
  const [product, related, reviews] = await Promise.all([
    readApi(context, path),
    readApi(context, `${path}related/`),
    readApi(context, `${path}reviews/`),
  ]);
  return {
    product: toPageProduct(product),
    related: related.map(toCard),
    reviews,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: `Page Not Found – ${SHOP.name}` }, { name: 'robots', content: 'noindex' }];
  const { product, reviews } = loaderData;
  const [picture] = product.pictures;
  const rules = findRules(matches);
  const from = hasSurcharges(rules) ? 'from ' : '';
  return pageMeta(matches, {
    title: `${product.name}, ${from}${formatPounds(product.price + rules.fee)} delivered – ${SHOP.name}`,
    description: `${product.desc} Tied by hand and delivered across the UK, with your gift note.`.slice(0, 300),
    path: `/product/${product.id}`,
    structuredData: [productData(product, reviews, rules.fee), breadcrumbs(product)],
    ...(picture && {
      picture: picture.share
        ? { ...SHARE, alt: picture.alt, url: shareUrl(picture.id) }
        : { ...picture, url: pictureUrl(picture.id, picture.width, 'jpg') },
    }),
  });
};

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return <Bouquet key={loaderData.product.id} {...loaderData} />;
}

function Bouquet({ product, related, reviews: first }: Route.ComponentProps['loaderData']) {
  const reviews = useReviews(product.id, { rating: product.rating, count: product.review_count, reviews: first });
  // As the page was loaded: a first review must not move its author's form from the tab to the page.
  const isReviewed = product.review_count > 0;
  const choice = useChoice(product);
  const price = priceOf(choice);
  return (
    <div className="wrap">
      <nav aria-label="Breadcrumb" className="py-3.5 text-small text-soft tablet:py-5.5">
        <ol className="flex flex-wrap gap-x-2.5 [&>li+li]:before:mr-2.5 [&>li+li]:before:content-['/']">
          <li>
            <Link to="/product" className="py-1 underline decoration-line underline-offset-4">
              Products
            </Link>
          </li>
          <li>
            <Link
              to={listAddress({ category: product.category.toLowerCase() })}
              className="py-1 underline decoration-line underline-offset-4"
            >
              {product.category}
            </Link>
          </li>
          <li aria-current="page">Detail</li>
        </ol>
      </nav>
      {/* On a tablet what is said of every order stands under the picture, which would otherwise stand beside nothing. */}
      <div className="grid items-start gap-6 tablet:grid-cols-2 tablet:grid-rows-[auto_1fr] tablet:gap-x-[clamp(2rem,5.5vw,5.5rem)] desk:grid-cols-[7fr_5fr]">
        <div className="desk:sticky desk:top-6 desk:row-span-2">
          <Gallery pictures={picturesFor(product, choice.size)} name={product.name} />
        </div>
        <div className="max-desk:tablet:row-span-2">
          <h1>{product.name}</h1>
          <p className="mt-3.5 text-lead text-soft">{product.desc}</p>
          <Facts product={product} height={choice.size.height_cm} standing={reviews} />
          <div className="mt-5 mb-4 flex flex-wrap items-center justify-between gap-4 tablet:mt-7 tablet:mb-5.5">
            <p
              aria-live="polite"
              className="flex min-w-0 flex-1 basis-24 flex-wrap items-baseline gap-x-2.5 gap-y-1 font-serif text-[1.75rem] leading-none tracking-[-0.02em] tablet:text-[2rem]"
            >
              <Price pounds={price} /> <Delivered pounds={price} className="whitespace-nowrap" />
            </p>
            <Heart product={product} className="-my-2.5" />
          </div>
          {harmsCats(product.stems) && <NotForCats />}
          {product.pets.safe && <SafeAroundPets reason={product.pets.reason} />}
          {product.availability !== 'sold_out' && (
            <div ref={choice.place} onChange={choice.onChange}>
              {product.sizes.length > 1 && <SizeChoice sizes={product.sizes} chosen={choice.size} />}
              <ExtraChoice extras={product.extras} />
            </div>
          )}
          <AvailableDays product={product} />
          <DeliveryLabel />
          {product.availability !== 'sold_out' && <BuyingNeedsScripts />}
          <ThumbBar product={product} choice={choice}>
            <AddToCart product={product} choice={choice} className="large mt-4.5 w-full" />
          </ThumbBar>
          <Parts choice={choice} />
        </div>
        <ul className="border-line border-t">
          <Note icon="note" words="Add a gift note in the cart, included in the price" />
          <DeliveryNote price={price} />
          <Note icon="camera" words="Arrived damaged? Send a photo the same day and we’ll replace it" />
        </ul>
      </div>
      <HydrateLater>
        <ProductTabs product={product} size={choice.size} reviews={isReviewed ? undefined : reviews} />
        {isReviewed && <OpenReviews productId={product.id} reviews={reviews} />}
        {related.length > 0 && (
          <section aria-labelledby="related-title" className="mt-section">
            <h2 id="related-title" className="mb-[clamp(1.375rem,3vw,2.5rem)]">
              You might also like
            </h2>
            <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)] desk:grid-cols-4">
              {related.map((other) => (
                <ProductCard key={other.id} product={other} sizes={CARD_SIZES.related} />
              ))}
            </ul>
          </section>
        )}
      </HydrateLater>
      <RecentlySeen current={product.id} />
    </div>
  );
}

type FactsProps = { product: PageProduct; height: number | null; standing: RatingSummary };

/** Points stand between them. One at the beginning of a row is beyond the edge of the list, and cut off. */
function Facts({ product, height, standing: { rating, count } }: FactsProps) {
  return (
    <ul className="num mt-3.5 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft desk:gap-x-[2.875rem] desk:[&>li]:before:absolute desk:[&>li]:before:-left-[1.625rem] desk:[&>li]:before:text-control desk:[&>li]:before:content-['•'] desk:[&>li]:relative desk:[clip-path:inset(-6px)]">
      <li>
        {rating === null ? (
          'No reviews yet'
        ) : (
          <Link to="#reviews" className="-my-1 inline-block py-1 underline decoration-control underline-offset-4">
            {`Rated ${rating} of 5, ${count} ${count === 1 ? 'review' : 'reviews'}`}
          </Link>
        )}
      </li>
      {product.sold > 0 && <li>{product.sold} Sold</li>}
      {height && <li>{height} cm tall</li>}
      <li>Item code {product.item_code}</li>
    </ul>
  );
}

/** What it costs at the door, and what of: the button carries the price without delivery. */
function Parts({ choice }: { choice: Choice }) {
  const { fee } = useDeliveryRules();
  const delivered = useDelivered(priceOf(choice));
  const { size, extras } = choice;
  const parts = [{ name: SIZE_NAMES[size.size], price: size.price }, ...extras, { name: 'delivery', price: fee }];
  const words = `${delivered}: ${parts.map(({ name, price }) => `${name} ${formatPounds(price)}`).join(', ')}.`;
  return <p className="num mt-2.5 text-small text-soft first-letter:uppercase">{words}</p>;
}

/** The days between which it can be had, if there are any. */
function AvailableDays({ product: { available_from: from, available_until: until } }: { product: PageProduct }) {
  if (!from && !until) return null;
  const words = [...(from ? [`from ${formatDay(from)}`] : []), ...(until ? [`until ${formatDay(until)}`] : [])];
  return <p className="mb-4 font-medium text-small">Delivered {words.join(' ')}.</p>;
}

function NotForCats() {
  return (
    <p className="-mt-1 mb-4 flex items-start gap-2.5 font-medium text-rose-ink text-small tablet:mb-5.5">
      <Icon name="warning" className="mt-px size-[1.125rem]" />
      <span>
        Not for homes with cats.{' '}
        <Link to="/care#lilies" className="underline underline-offset-4">
          Lilies are poisonous to them
        </Link>
      </span>
    </p>
  );
}

function SafeAroundPets({ reason }: { reason: string }) {
  return (
    <p className="-mt-1 mb-4 flex items-start gap-2.5 font-medium text-small tablet:mb-5.5">
      <Icon name="check" className="mt-px size-[1.125rem]" />
      <span>
        Safe around pets. <span className="font-normal text-soft">{reason}</span>
      </span>
    </p>
  );
}

function DeliveryNote({ price }: { price: number }) {
  const rules = useDeliveryRules();
  const which = hasSurcharges(rules) ? 'more on some days' : 'one price for every order';
  const delivered = formatPounds(price + rules.fee);
  return <Note icon="truck" words={`Delivery ${formatPounds(rules.fee)}, ${which}: ${delivered} delivered`} />;
}

function Note({ icon, words }: { icon: IconName; words: string }) {
  return (
    <li className="flex items-center gap-3.5 border-line border-b py-3.5 text-small">
      <Icon name={icon} />
      {words}
    </li>
  );
}
