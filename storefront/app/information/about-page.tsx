import { Link } from 'react-router';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { SHOP } from '#contract/shop.ts';
import site from '../../../catalogue/made/site.json';
import { pageMeta } from '../page-meta.ts';
import { cutOffWords, useDeliveryRules } from '../shell/delivery-rules.ts';
import { useShopDetails } from '../shell/root-data.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { Route } from './+types/about-page';
import { openWeekend, restDays } from './closed-days.ts';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Our story – ${SHOP.name}`,
    description:
      'A small florist in east London that ties every bouquet by hand. How one is made, what the pictures show, and four promises.',
    path: '/about',
  });

const sayOpenWeekend = (rules: DeliveryRules): string => {
  const { long } = openWeekend(rules);
  return long && `${long} included. `;
};

const listPromises = (rules: DeliveryRules): { icon: IconName; title: string; words: string }[] => [
  {
    icon: 'flower',
    title: 'Fresh bouquets for any occasion',
    words: 'Cut and tied once you have ordered, for the good days and for the hard ones.',
  },
  {
    icon: 'envelope',
    title: 'Easy sign-up with an email',
    words:
      'An email address is enough; a password is up to you. Your cart, addresses and orders are then kept in one place.',
  },
  {
    icon: 'truck',
    title: `Next-day delivery on orders before ${cutOffWords(rules.cut_off)}`,
    words: rules.paused
      ? 'Not at the moment. Once we deliver again, you see the day before you pay.'
      : `${sayOpenWeekend(rules)}Only ${restDays(rules)} hold us up, and you see it before you pay.`,
  },
  {
    icon: 'camera',
    title: 'Damaged flowers replaced',
    words: 'Send us a photo on the day they arrive and we send new ones.',
  },
];

const SCENE = {
  picture: site.bench,
  alt: 'Pink and peach roses, eucalyptus, lavender and daisies laid out on a wooden bench, with scissors and ribbon',
  keep: '[&_img]:object-[88%_50%]',
};

export default function AboutPage() {
  const rules = useDeliveryRules();
  const { street, city, postcode } = useShopDetails();
  return (
    <InformationPage
      title="Tied by hand in east London"
      lead="Marigold Lane is a small florist. We make bouquets, put your words in with them and bring them to a door somewhere in the UK."
      scene={SCENE}
    >
      <Section title="Who we are">
        <p>
          You will find us at {street}, {city} {postcode}. The shop window is this site: you choose a bouquet here, we
          tie it there, and it travels from our lane to the address you give us.
        </p>
        <p>
          Some bouquets come in paper with a ribbon. Some arrive standing in their own vase, a few sit in a hat box, and
          some are packed flat enough to go through a letterbox. All of them are on <Link to="/product">one page</Link>,
          with the price beside each.
        </p>
      </Section>

      <Section title="How a bouquet is made">
        <ol className="grid list-decimal gap-2 pl-5">
          <li>It begins with your order. We do not tie a bouquet until we know whose it is.</li>
          <li>
            The stems are counted out from the list on the bouquet’s page. If it says seven roses, there are seven.
          </li>
          <li>They are put together and tied by hand, then wrapped, set in their vase or packed in their box.</li>
          <li>Your gift note goes in as you wrote it. We leave the spelling alone, in case it was the joke.</li>
          <li>On the day you chose, it goes out for delivery.</li>
        </ol>
        <p>
          If a stem is missing that day, we use one of the same kind and value, never less. The rest is in our{' '}
          <Link to="/terms">terms</Link>.
        </p>
      </Section>

      <Section title="About the pictures">
        <p>
          The bouquets on this site are shown as illustrations, not photographs. Each was made from the same list of
          stems that we work from, so the flowers, the colours and the wrapping are the ones to expect.
        </p>
        <p>
          The exact arrangement is not. Buds open when they please, and whatever is tied by hand comes out a little
          different every time. Yours will be a relation of the one in the picture, not its twin.
        </p>
      </Section>

      <Section title="Our four promises" id="promises">
        <ol className="grid gap-6">
          {listPromises(rules).map(({ icon, title, words }) => (
            <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
              <Icon name={icon} className="size-8 [stroke-width:1.2]" />
              <div>
                <h3 className="mt-0">{title}</h3>
                <p className="mt-1 text-soft">{words}</p>
              </div>
            </li>
          ))}
        </ol>
        <p>
          How the last two work, step by step, is on the page about <Link to="/delivery">delivery</Link>.
        </p>
      </Section>
    </InformationPage>
  );
}
