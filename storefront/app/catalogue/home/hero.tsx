import { Link } from 'react-router';
import { formatPounds } from '#contract/money.ts';
import { pictureUrl, srcSet } from '#contract/picture-files.ts';
import site from '../../../../catalogue/made/site.json';
import { cutOffWords, hasSurcharges, useDeliveryRules } from '../../shell/delivery-rules.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const PHONE = '(max-width: 720px)';

/** Two pictures made for this one place, over their placeholders: for wide screens with its calm on the left, for phones with it above. */
function HeroPicture() {
  const wide = site['hero-wide'];
  const phone = site['hero-phone'];
  return (
    <span className="hero-picture">
      <picture>
        <source media={PHONE} srcSet={phone.placeholder} />
        <img src={wide.placeholder} alt="" aria-hidden="true" />
      </picture>
      <picture>
        <source media={PHONE} type="image/avif" srcSet={srcSet(phone, 'avif')} sizes="100vw" />
        <source media={PHONE} type="image/webp" srcSet={srcSet(phone, 'webp')} sizes="100vw" />
        <source media={PHONE} srcSet={srcSet(phone, 'jpg')} sizes="100vw" width={phone.width} height={phone.height} />
        <source type="image/avif" srcSet={srcSet(wide, 'avif')} sizes="(min-width: 1600px) 1600px, 125vw" />
        <source type="image/webp" srcSet={srcSet(wide, 'webp')} sizes="(min-width: 1600px) 1600px, 125vw" />
        <img
          src={pictureUrl(wide.id, wide.widths[2] ?? wide.width, 'jpg')}
          srcSet={srcSet(wide, 'jpg')}
          sizes="125vw"
          width={wide.width}
          height={wide.height}
          alt="Five bouquets side by side: daisies and lavender in a terracotta pot, peonies in paper, a vase of hydrangeas, a hat box of roses and a bunch of ranunculus"
          fetchPriority="high"
          decoding="sync"
        />
      </picture>
    </span>
  );
}

export function Hero() {
  const rules = useDeliveryRules();
  return (
    <>
      <section className="hero" aria-labelledby="hero-title">
        <HeroPicture />
        <div className="wrap hero-words">
          <h1 id="hero-title" className="hero-title">
            From our lane to their door.
          </h1>
          <p className="mt-4 text-lead tablet:mt-6 tablet:max-w-[20rem] desk:max-w-[23rem]">
            {`Fresh bouquets for any occasion, tied by hand and delivered the next day when you order before ${cutOffWords(rules.cut_off)}.`}
          </p>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 tablet:mt-8">
            <Link to="/product" className="button max-tablet:flex-1">
              Shop Now
            </Link>
            <a href="#new" className="link py-2.5">
              See what’s new
            </a>
          </div>
        </div>
      </section>
      <ul aria-label="In short" className="wrap strip">
        <Fact
          icon="truck"
          title="Next-day delivery"
          words={rules.paused ? 'Not at the moment' : `Order before ${rules.cut_off}`}
        />
        <Fact
          icon="bag"
          title={`${formatPounds(rules.fee)} delivery`}
          words={hasSurcharges(rules) ? 'A little more on some days' : 'One price, every order'}
        />
        <Fact icon="note" title="Gift note included" words="In your own words" />
        <Fact icon="camera" title="Damaged? Replaced" words="Send us a photo" />
      </ul>
    </>
  );
}

function Fact({ icon, title, words }: { icon: IconName; title: string; words: string }) {
  return (
    <li>
      <Icon name={icon} className="size-7" />
      <span>
        <b className="block font-semibold text-small tablet:text-body">{title}</b>
        {words}
      </span>
    </li>
  );
}
